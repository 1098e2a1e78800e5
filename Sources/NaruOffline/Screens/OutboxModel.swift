public import Naru
public import Observation

/// The queued and the refused writes for a screen. It knows which things have changes that wait, and can retry or discard a refused
/// write.
///
/// ```swift
/// @State private var outbox = OutboxModel(offline)
///
/// List(model.books.items) { entry in
///   EntryRow(entry, isWaiting: outbox.isWaiting(entry.id))
/// }
/// .loads(on: outbox.refreshes) { await model.reload() }
/// .task { await outbox.run() }
/// ```
@MainActor
@Observable
public final class OutboxModel {
  /// The numbers of writes that wait and that were refused, and whether the device is connected.
  public private(set) var status = Offline.Status()
  /// The writes that wait, the oldest first.
  public private(set) var waiting: [QueuedWrite] = []
  /// The writes that the server has refused, the oldest first. ``QueuedWrite/lastError`` is the server's sentence.
  public private(set) var refused: [QueuedWrite] = []
  /// Changes when the screens should load again: the connection has returned, or a write was sent, refused,
  /// retried or discarded.
  public private(set) var refreshes = 0
  /// Why the device's file could not be used. Set it to `nil` when the person has read it.
  public var alertMessage: LocalizedMessage?

  private let offline: Offline

  /// Creates a model that knows nothing yet.
  public init(_ offline: Offline) {
    self.offline = offline
  }

  /// Follows the queue, and sends what waits as ``Offline/run()`` does, until the task is cancelled or the file is closed.
  public func run() async {
    // It is cancelled at the end.
    async let _ = offline.run()
    for await writes in offline.writes { update(writes) }
  }

  private func update(_ writes: [QueuedWrite]) {
    attempt {
      let new = try offline.status()
      let hasReturned = new.isConnected && !status.isConnected
      status = new
      let (before, refusedBefore) = (waiting, refused)
      waiting = writes.filter { !$0.isRejected }
      refused = writes.filter(\.isRejected)
      let hasLeft = !Set(before.map(\.id)).isSubset(of: waiting.map(\.id))
      // A write that is retried is shown again.
      let isRetried = !Set(refusedBefore.map(\.id)).isDisjoint(with: waiting.map(\.id))
      if hasReturned || hasLeft || isRetried { refreshes += 1 }
    }
  }

  /// Whether a change of a thing waits: its id is in the path of a call, or is what a call creates.
  ///
  /// - Parameter id: the thing's id, also a local one.
  /// - Returns: whether one waits.
  public func isWaiting(_ id: some CustomStringConvertible) -> Bool {
    waiting.contains { $0.concerns(id.description) }
  }

  /// Returns the refused changes of a thing, the oldest first.
  ///
  /// - Parameter id: the thing's id, also a local one.
  /// - Returns: the changes.
  public func rejections(of id: some CustomStringConvertible) -> [QueuedWrite] {
    refused.filter { $0.concerns(id.description) }
  }

  /// Sends a refused write again, and those that were refused with it.
  public func retry(_ id: QueuedWrite.ID) {
    attempt { try offline.retry(id) }
  }

  /// Removes a write, and those that need what it would have created.
  public func discard(_ id: QueuedWrite.ID) {
    attempt { try offline.discard(id) }
  }

  /// Starts sending. Call it when the app comes to the foreground.
  public func sendSoon() { offline.sendSoon() }

  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch let error as any PresentableError {
      alertMessage = error.localizedMessage
    } catch {
      alertMessage = APIError(.unknown).localizedMessage
    }
  }
}
