import Naru
import NaruOffline

extension Shelf {
  /// The shelf from the server or the device, with the queued changes on top. A change that can't be sent is queued.
  static func offline(_ offline: Offline) -> Shelf {
    var overlay = Overlay<[ShelfEntry]>(offline)
    overlay.insert(Endpoints.add) { (new: NewShelfEntry, write) in
      ShelfEntry(id: write.localID?.text ?? "", bookID: new.bookID)
    }
    overlay.remove(Endpoints.remove)
    let live: Shelf = overlay.live()
    var shelf = live
    shelf.list = { [overlay] limit in try await overlay.shown(live.list(limit: limit), withNew: true) }
    return shelf
  }
}
