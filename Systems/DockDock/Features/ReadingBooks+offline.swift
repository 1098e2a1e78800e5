public import DockDock
import Foundation
import Naru
public import NaruOffline
import Support

extension ReadingBooks {
  /// Returns the shelf as a device knows it: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it is queued in `offline`, and the screen shows the probable result. A new entry then has a
  /// local ID until the server has responded. It can be changed and removed by this ID. It has its book if the device has cached it.
  ///
  /// ```swift
  /// let model = ShelfModel(.offline(offline))
  /// ```
  ///
  /// - Parameter offline: the offline store of the signed-in user.
  /// - Returns: the shelf.
  public static func offline(_ offline: Offline) -> ReadingBooks {
    let live = offline.live(ReadingBooks.self, queueingUnsent: true)
    let known = Locked<[ReadingBook.ID: ReadingBook]>([:])
    // The entries with what waits on top, and the new ones in front if they belong there.
    @Sendable func shown(_ entries: [ReadingBook], withNew: Bool = false) async throws -> [ReadingBook] {
      let writes = try offline.queuedWrites(rejected: false)
      var entries = entries
      for write in writes where withNew && write.endpoint == Endpoints.add {
        guard let id = write.localID, let new: NewReadingBook = try write.body() else { continue }
        let entry = await offline.expected(new, id, write)
        entries.insert(entry, at: 0)
      }
      known.withLock { known in
        for entry in entries { known[entry.id] = entry }
      }
      for write in writes {
        guard let id: ReadingBook.ID = try write.argument("id"), let index = entries.firstIndex(where: { $0.id == id })
        else { continue }
        switch write.endpoint {
        case Endpoints.update: if let changes: ReadingBookChanges = try write.body() { entries[index].show(changes) }
        case Endpoints.remove: entries.remove(at: index)
        default: break
        }
      }
      return entries
    }
    var shelf = live
    shelf.list = { status, page, limit in
      let found = try await live.list(status, page, limit)
      let entries = try await shown(found.elements, withNew: page ?? 1 == 1)
        .filter { status == nil || $0.status == status }
      return CountedList(entries, total: found.total.map { $0 - found.count + entries.count })
    }
    shelf.show = { id in
      let id = try offline.resolved(id)
      // One that the server does not have yet.
      if let entry = try await shown([], withNew: true).first(where: { $0.id == id }) { return entry }
      let entry = try await live.show(id)
      return try await shown([entry]).first ?? entry
    }
    shelf.add = { new in
      try require(new.currentPage, "current_page", of: await offline.cachedBook(new.bookID))
      return try await offline.creating {
        try await live.add(new)
      } local: {
        await offline.expected(new, $0, $1)
      }
    }
    shelf.update = { id, changes in
      let id = try offline.resolved(id)
      var book = known.withLock { $0[id]?.book }
      if book == nil { book = try await offline.cachedEntry(id)?.book }
      try require(changes.currentPage, "current_page", of: book)
      do {
        let entry = try await live.update(id, changes)
        known.withLock { $0[id] = entry }
        return entry
      } catch let error as APIError where error.underlyingError is WriteQueued {
        // If nothing else can be shown, the error's message states that the change is queued.
        guard let entry = known.withLock({ $0[id] }), let entry = try await shown([entry]).first else { throw error }
        return entry
      }
    }
    shelf.remove = { id in _ = try await Offline.responseUnlessQueued { try await live.remove(offline.resolved(id)) } }
    return shelf
  }
}
