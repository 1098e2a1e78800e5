public import Naru
public import Observation

/// What a screen shows: loaded again and again, of which only the last time counts, and changed at once, before the server has
/// agreed.
///
/// A change lies over what the server said until the server has answered: a refusal takes away just that change, whatever was
/// loaded or changed meanwhile.
@MainActor
@Observable
public final class Loaded<Value: Sendable> {
  /// How far it is.
  public private(set) var phase = LoadPhase.idle
  /// What the server said, without the changes that are on their way.
  public private(set) var settled: Value
  /// What went wrong with the last change; ``value`` is as it was before.
  public var notice: Sentence?

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

  /// Nothing was loaded yet.
  public init(_ value: Value) {
    settled = value
  }

  /// What to show.
  public var value: Value {
    pending.reduce(into: settled) { $1.apply(&$0) }
  }

  /// Loads. What is in flight is cancelled, and its answer never arrives. What is shown stays until the answer is there.
  ///
  /// In a task that is cancelled, the phase is what it was before.
  public func reload(_ operation: @escaping @Sendable () async throws -> Value) async {
    loads += 1
    let number = loads
    phase = .loading
    do {
      while true {
        let before = settledChanges
        let value = try await latest(operation)
        guard number == loads else { return }
        // An answer from before a change does not know of it.
        guard before == settledChanges else { continue }
        settled = value
        return rest(in: .loaded)
      }
    } catch {
      guard number == loads else { return }
      rest(in: LoadPhase(error) ?? restingPhase)
    }
  }

  /// Shows something else that is not loaded yet. What is in flight never arrives.
  public func reset(to value: Value) {
    loads += 1
    settled = value
    rest(in: .idle)
  }

  /// Takes over what the server said another way.
  public func settle(_ change: (inout Value) -> Void) {
    settledChanges += 1
    change(&settled)
  }

  /// Shows a change at once, and takes it back with a ``notice`` if the server does not agree. Changes reach the server one
  /// after another, in their order; one that has begun is finished, even if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - apply: makes the change on what is shown.
  ///   - operation: asks the server for it.
  ///   - settle: takes over what the server answered; `nil` to leave the change as it was shown.
  /// - Returns: whether the server agreed.
  @discardableResult
  public func change<Answer: Sendable>(
    _ apply: @escaping (inout Value) -> Void,
    sending operation: @escaping @Sendable () async throws -> Answer,
    settling settle: ((inout Value, Answer) -> Void)? = nil
  ) async -> Bool {
    changes += 1
    let number = changes
    notice = nil
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
      self.settle { value in
        if let settle { settle(&value, answer) } else { apply(&value) }
      }
      return true
    case .failure(let error):
      notice = LoadPhase(error)?.sentence
      return false
    }
  }

  private func rest(in phase: LoadPhase) {
    restingPhase = phase
    self.phase = phase
  }
}
