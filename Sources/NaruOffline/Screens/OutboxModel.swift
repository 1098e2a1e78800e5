public import Naru
public import Observation

/// The queued and the rejected writes for a screen. It knows which items have queued changes, and can retry or discard a rejected
/// write.
///
/// ```swift
/// @State private var outbox = OutboxModel(offline)
///
/// List(model.books.items) { entry in
///   EntryRow(entry, isQueued: outbox.isQueued(entry.id))
/// }
/// .loads { await model.reload() }
/// .task { await outbox.run() }
/// ```
@MainActor
@Observable
public final class OutboxModel {
  /// The numbers of queued and rejected writes, and whether the device is connected.
  public private(set) var status = Offline.Status()
  /// The queued writes, the oldest first.
  public private(set) var queued: [QueuedWrite] = []
  /// The writes that the server has rejected, the oldest first. ``QueuedWrite/lastError`` is the server's message.
  public private(set) var rejected: [QueuedWrite] = []
  /// Why the device's file could not be used. Set it to `nil` when the user has read it.
  public var alertMessage: LocalizedMessage?

  private let offline: Offline

  /// Creates a model with an empty queue, until ``run()`` runs.
  public init(_ offline: Offline) {
    self.offline = offline
  }

  /// Follows the queue, and sends the queued writes as ``Offline/run()`` does, until the task is cancelled or the file is closed.
  public func run() async {
    // It is cancelled at the end.
    async let _ = offline.run()
    for await writes in offline.writes { update(writes) }
  }

  private func update(_ writes: [QueuedWrite]) {
    attempt {
      status = try offline.status()
      queued = writes.filter { !$0.isRejected }
      rejected = writes.filter(\.isRejected)
    }
  }

  /// Whether an item has queued changes: its id is in the path of a call, or a call creates it.
  ///
  /// - Parameter id: the item's id; may be a local id.
  /// - Returns: whether it has.
  public func isQueued(_ id: some CustomStringConvertible) -> Bool {
    queued.contains { $0.concerns(id.description) }
  }

  /// Returns the rejected changes of an item, the oldest first.
  ///
  /// - Parameter id: the item's id; may be a local id.
  /// - Returns: the changes.
  public func rejections(of id: some CustomStringConvertible) -> [QueuedWrite] {
    rejected.filter { $0.concerns(id.description) }
  }

  /// Queues a rejected write again, and the writes that were rejected with it.
  public func retry(_ id: QueuedWrite.ID) {
    attempt { try offline.retry(id) }
  }

  /// Removes a write, and the writes that need the resource that it would have created.
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
