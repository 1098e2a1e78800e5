public import Foundation
public import Naru
public import Observation

/// Loadable content of a screen. Only the most recent load takes effect, and changes apply optimistically.
///
/// A change is shown at once, on top of the server's content. If the server rejects it, only that change disappears, whatever
/// was loaded or changed in the meantime.
///
/// ```swift
/// let people = Loaded<[Person]>([])
/// await people.reload { try await ledger.people().elements }
/// await people.update { $0.removeAll { $0.id == id } } send: { try await ledger.removePerson(id: id) }
/// ```
@MainActor
@Observable
public final class Loaded<Value: Sendable> {
  /// The state of the most recent load.
  public private(set) var phase = LoadPhase.idle
  /// The content that the server has confirmed, without pending changes.
  package private(set) var settled: Value
  /// When the shown content was received, if it comes from a cache because the server can't be reached. `nil` if it is
  /// current, or if nothing is loaded. A client with `NaruOffline` responds with such content.
  public private(set) var cachedAt: Date?
  /// Why the last change failed. Set it to `nil` when the user has read it.
  public var alertMessage: LocalizedMessage?

  private struct Change {
    let number: Int
    let apply: (inout Value) -> Void
  }

  private var pending: [Change] = []
  @ObservationIgnored private var restingPhase = LoadPhase.idle
  @ObservationIgnored private var loads = 0
  @ObservationIgnored private var changes = 0
  @ObservationIgnored private var settledChanges = 0
  @ObservationIgnored private var lastChange: Task<Void, Never>?
  private let latest = Latest()

  /// Creates content that is not loaded yet.
  ///
  /// - Parameter value: the content until it is loaded.
  public init(_ value: Value) {
    settled = value
  }

  /// The content to show: what the server has confirmed, with the pending changes.
  public var value: Value {
    pending.reduce(into: settled) { $1.apply(&$0) }
  }

  /// Loads the content, for the first time or again.
  ///
  /// A load in flight is cancelled, and its result is ignored. The current content stays until the new one arrives. If the
  /// calling task is cancelled, the previous phase returns. A change that succeeds during the load repeats the load, because
  /// the response may be older than the change.
  ///
  /// - Parameter operation: fetches the content.
  public func reload(_ operation: @escaping @concurrent @Sendable () async throws -> Value) async {
    loads += 1
    let number = loads
    phase = .loading
    do {
      while true {
        let before = settledChanges
        let notes = ResponseNotes()
        let value = try await notes.of { try await latest(operation) }
        guard number == loads else { return }
        guard before == settledChanges else { continue }
        settled = value
        cachedAt = notes.cachedAt
        return rest(in: .loaded)
      }
    } catch {
      guard number == loads else { return }
      rest(in: LoadPhase(error) ?? restingPhase)
    }
  }

  /// Replaces the content by some that is not loaded yet. The result of a load in flight is ignored.
  ///
  /// - Parameter value: the content until it is loaded.
  public func reset(to value: Value) {
    loads += 1
    settled = value
    cachedAt = nil
    rest(in: .idle)
  }

  /// Changes the confirmed content, for example after a response to another call.
  ///
  /// - Parameter change: makes the change.
  public func reconcile(_ change: (inout Value) -> Void) {
    settledChanges += 1
    change(&settled)
  }

  /// Shows a change at once and sends it to the server. If the call fails, the change disappears and ``alertMessage`` contains the reason.
  ///
  /// Changes are sent one after another, in order. A change that was started is finished even if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - apply: makes the change in the shown content.
  ///   - operation: sends the change to the server.
  ///   - merge: makes the change in the confirmed content, from the server's response. Without it, `apply` does.
  /// - Returns: whether the call succeeded.
  @discardableResult
  public func update<Answer: Sendable>(
    _ apply: @escaping (inout Value) -> Void,
    send operation: @escaping @concurrent @Sendable () async throws -> Answer,
    reconcile merge: ((inout Value, Answer) -> Void)? = nil
  ) async -> Bool {
    changes += 1
    let number = changes
    alertMessage = nil
    pending.append(Change(number: number, apply: apply))
    let previous = lastChange
    let task = Task {
      await previous?.value
      return try await operation()
    }
    lastChange = Task { _ = await task.result }
    let result = await task.result
    pending.removeAll { $0.number == number }
    switch result {
    case .success(let answer):
      self.reconcile { value in
        if let merge { merge(&value, answer) } else { apply(&value) }
      }
      return true
    case .failure(let error):
      alertMessage = LocalizedMessage(explaining: error)
      return false
    }
  }

  private func rest(in phase: LoadPhase) {
    restingPhase = phase
    self.phase = phase
  }
}
