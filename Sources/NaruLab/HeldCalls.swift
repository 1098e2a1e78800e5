import Naru
import ServiceLifecycle

/// The calls that rules hold until a user of the lab decides about them.
final class HeldCalls: Sendable {
  private struct State {
    var lastID = 0
    var calls: [Int: (call: LabAPI.ExchangeDetail, decisions: AsyncStream<LabAPI.Decision>.Continuation)] = [:]
  }

  /// The largest number of calls that are held at once. Further calls continue.
  private static let limit = 20
  /// After this time, a call continues unchanged.
  private static let patience = Duration.seconds(300)

  private let state = Locked(State())

  /// The calls, the oldest first.
  var all: [LabAPI.ExchangeDetail] {
    state.withLock { $0.calls.values.map(\.call) }.sorted { $0.exchange.id < $1.exchange.id }
  }

  /// Ends the hold of a call. Returns whether there was one.
  func end(_ id: Int, with decision: LabAPI.Decision) -> Bool {
    state.withLock { $0.calls.removeValue(forKey: id)?.decisions.yield(decision) } != nil
  }

  /// Holds a call, and returns the decision about it: no change if no one decides in time, or when the server stops.
  ///
  /// - Throws: `CancellationError` if the client is gone.
  func hold(_ call: LabAPI.ExchangeDetail, _ clock: ErasedClock) async throws -> LabAPI.Decision {
    let (decisions, continuation) = AsyncStream.makeStream(of: LabAPI.Decision.self)
    let id: Int? = state.withLock { state in
      guard state.calls.count < Self.limit else { return nil }
      state.lastID += 1
      var call = call
      call.exchange.id = state.lastID
      state.calls[call.exchange.id] = (call, continuation)
      return call.exchange.id
    }
    guard let id else { return LabAPI.Decision() }
    let timer = Task {
      try? await clock.sleep(for: Self.patience)
      continuation.finish()
    }
    defer {
      timer.cancel()
      _ = state.withLock { $0.calls.removeValue(forKey: id) }
    }
    let decision = await cancelWhenGracefulShutdown { await decisions.first { _ in true } }
    try Task.checkCancellation()
    return decision ?? LabAPI.Decision()
  }
}
