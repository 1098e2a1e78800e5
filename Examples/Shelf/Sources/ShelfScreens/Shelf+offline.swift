import Naru
import NaruOffline

extension Shelf {
  /// The shelf from the server or the device, with the queued changes on top. A change that can't be sent is queued.
  static func offline(_ offline: Offline) -> Shelf {
    let live = offline.live(Shelf.self, queueingUnsent: true)
    var shelf = live
    shelf.list = { limit in
      try offline.applyingWrites(to: try await live.list(limit: limit)) { entries, write in
        if let id = write.localID, let new: NewShelfEntry = try write.body() {
          entries.insert(ShelfEntry(id: id.text, bookID: new.bookID), at: 0)
        } else if write.endpoint == Endpoints.remove, let id: String = try write.argument("id") {
          entries.removeAll { $0.id == id }
        }
      }
    }
    shelf.add = { book in _ = try await Offline.responseUnlessQueued { try await live.add(book: book) } }
    shelf.remove = { id in _ = try await Offline.responseUnlessQueued { try await live.remove(id: id) } }
    return shelf
  }
}
