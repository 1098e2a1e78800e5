public import DockDock
import Naru
public import NaruOffline

extension ReadingBooks {
  /// Returns the shelf as a device knows it: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it is queued in `offline`, and the screen shows the probable result. A new entry then has a
  /// local ID until the server has responded. It can be changed and removed by this ID. It has its book if the device has cached it.
  ///
  /// ```swift
  /// let model = ShelfModel(.offline(offline))
  /// ```
  public static func offline(_ offline: Offline) -> ReadingBooks {
    let overlay = overlay(offline)
    let live: ReadingBooks = overlay.live()
    var shelf = live
    shelf.list = { status, page, limit in
      try await overlay.shown(live.list(status, page, limit), withNew: page ?? 1 == 1) {
        status == nil || $0.status == status
      }
    }
    shelf.show = { id in try await overlay.item(offline.resolved(id), live.show) }
    return shelf
  }

  /// The queued changes on top of the entries that the device has cached.
  static func overlay(_ offline: Offline) -> Overlay<[ReadingBook]> {
    var overlay = Overlay<[ReadingBook]>(offline, cached: Endpoints.list)
    overlay.insert(Endpoints.add) { (new: NewReadingBook, write) in
      let book = try offline.cachedValues(of: Books.Endpoints.show, as: Book.self).first { $0.isCalled(new.bookID) }
      try require(new.currentPage, "current_page", of: book)
      return ReadingBook(
        id: write.localID?.text ?? "",
        userID: "",
        bookID: new.bookID,
        status: new.status,
        currentPage: new.currentPage,
        createdAt: write.queuedAt,
        updatedAt: write.queuedAt,
        book: book
      )
    }
    overlay.check(Endpoints.add) { entries, write in
      guard let new: NewReadingBook = try write.body() else { return }
      // The server decides about an entry that it has.
      guard !entries.contains(where: { LocalID($0.id) != nil && $0.isOf(new.bookID) }) else {
        throw APIError(.conflict, [.korean: "이미 서재에 있는 책입니다.", .english: "The book is already on your shelf."])
      }
    }
    overlay.change(Endpoints.update) { (entry: inout ReadingBook, changes: ReadingBookChanges, _) in
      try require(changes.currentPage, "current_page", of: entry.book)
      entry.show(changes)
    }
    overlay.remove(Endpoints.remove)
    return overlay
  }
}
