import Naru
import NaruOffline
import TestSupport

/// Collects the values of a stream, as a screen shows them.
final class Screen: Sendable {
  private let values = Locked<[Cached<[Book]>]>([])
  private let task = Locked<Task<Void, Never>?>(nil)

  init(_ values: AsyncStream<Cached<[Book]>>) {
    let shown = self.values
    let task = Task { for await value in values { shown.withLock { $0.append(value) } } }
    self.task.withLock { $0 = task }
  }

  var all: [Cached<[Book]>] { values.withLock { $0 } }
  var titles: [[String]] { all.map { $0.value.map(\.title) } }
  func shows(_ titles: [String]) async -> Bool { await until { self.titles.last == titles } }
  func close() async {
    task.withLock { $0?.cancel() }
    await task.withLock { $0 }?.value
  }
}

/// Shows the list of books.
func list(_ offline: Offline) -> Screen { Screen(offline.values(Shelf.self, { try await $0.list() })) }
