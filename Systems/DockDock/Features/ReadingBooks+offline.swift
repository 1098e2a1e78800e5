public import DockDock
import Naru
public import NaruOffline

extension ReadingBooks {
  /// Returns the shelf as a device knows it: what the server said last, with the changes that wait on top.
  ///
  /// A change is sent at once if possible. If not, it waits in `offline`, and the screen shows what it will probably be.
  ///
  /// ```swift
  /// let model = ShelfModel(.offline(offline))
  /// ```
  ///
  /// - Parameter offline: the memory of the signed-in person.
  /// - Returns: the shelf.
  public static func offline(_ offline: Offline) -> ReadingBooks {
    let live = offline.live(ReadingBooks.self, keepingUnsent: true)
    let seen = Locked<[ReadingBook.ID: ReadingBook]>([:])
    @Sendable func shown(_ entries: [ReadingBook]) throws -> [ReadingBook] {
      seen.withLock { seen in
        for entry in entries { seen[entry.id] = entry }
      }
      return try offline.applyingWrites(to: entries) { entries, write in
        guard let id: ReadingBook.ID = try write.argument("id"), let index = entries.firstIndex(where: { $0.id == id })
        else { return }
        switch write.endpoint {
        case Endpoints.update: if let changes: ReadingBookChanges = try write.body() { entries[index].show(changes) }
        case Endpoints.remove: entries.remove(at: index)
        default: break
        }
      }
    }
    var shelf = live
    shelf.list = { status, page, limit in
      let page = try await live.list(status, page, limit)
      let entries = try shown(page.elements)
      return Counted(entries, total: page.total.map { $0 - page.count + entries.count })
    }
    shelf.show = { id in
      let entry = try await live.show(id)
      return try shown([entry]).first ?? entry
    }
    shelf.update = { id, changes in
      do {
        let entry = try await live.update(id, changes)
        seen.withLock { $0[id] = entry }
        return entry
      } catch let error as APIError where error.cause is KeptForLater {
        // The sentence of the error says that it is kept, if nothing else can be shown.
        guard let entry = seen.withLock({ $0[id] }), let entry = try shown([entry]).first else { throw error }
        return entry
      }
    }
    shelf.remove = { id in _ = try await Offline.answerUnlessKept { try await live.remove(id) } }
    return shelf
  }
}
