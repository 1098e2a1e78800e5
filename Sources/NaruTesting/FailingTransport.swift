import Foundation
public import Naru
public import NaruRecording

/// A transport that makes selected calls fail, without a socket, to test an app.
///
/// ```swift
/// let transport = FailingTransport(
///   InMemoryTransport().mounting(Books.self) { _ in books },
///   [.fail(with: .responseLost, at: Books.Endpoints.add), .fail(with: .status(code: 503), probability: 0.2)],
///   seed: 7
/// )
/// ```
///
/// The faults and their rules are a lab's. Faults that last until the timeout do so here too; pass a test clock to skip the time.
public final class FailingTransport: Transport {
  private let transport: any Transport
  private let seed: Int
  private let clock: ErasedClock
  private let rules: Locked<FaultRules>

  /// Creates a transport that forwards calls to another one, except those that fail by a rule.
  ///
  /// - Parameters:
  ///   - transport: the other transport.
  ///   - rules: the rules.
  ///   - seed: the seed of the random choice.
  ///   - clock: the clock for timeouts.
  public init(
    _ transport: some Transport,
    _ rules: [Fault.Rule] = [],
    seed: Int = 0,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.seed = seed
    self.clock = ErasedClock(clock)
    self.rules = Locked(FaultRules(Fault.Plan(seed: seed, rules: rules)))
  }

  /// Replaces the rules. Their calls are counted from 1 again.
  public func play(_ rules: Fault.Rule...) {
    self.rules.withLock { $0.play(Fault.Plan(seed: seed, rules: rules)) }
  }

  /// Sends one request, or applies the faults of the rules.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    let choice = rules.withLock { $0.next(request.endpoint) }
    let firstByte = min(request.timeout, request.firstByteTimeout ?? request.timeout)
    if choice.delay > .zero { try await sleep(min(choice.delay, firstByte)) }
    guard choice.delay < firstByte else { throw APIError(.timedOut) }
    guard let fault = choice.fault else { return try await transport.send(request) }
    let isInBody = fault.fault.kind == .stallsInBody
    var response = try await fault.respond(
      failure: { APIResponse(failure: $0, format: request.endpoint.format, language: .english) },
      patience: isInBody ? request.timeout : firstByte,
      clock
    ) { try await transport.send(request) }
    guard let stream = response.stream, !request.streamsResponse else { return response }
    let end = clock.elapsed + request.timeout
    for try await chunk in stream {
      response.body += chunk
      if clock.elapsed >= end { throw APIError(.timedOut, underlyingError: fault) }
    }
    response.stream = nil
    return response
  }

  private func sleep(_ duration: Duration) async throws {
    do { try await clock.sleep(for: duration) } catch { throw APIError(.cancelled) }
  }
}
