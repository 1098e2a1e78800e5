import Foundation
import HTTPTypes
public import Naru

/// A transport that makes selected calls fail, without a socket, to test an app.
///
/// ```swift
/// let transport = FailingTransport(
///   InMemoryTransport().mounting(Books.self) { _ in books },
///   [.fail(with: .acceptsSilently, at: Books.Endpoints.add), .fail(with: .unavailable, probability: 0.2)],
///   seed: 7
/// )
/// ```
///
/// A call fails with the `APIError.Code` of its fault. With faults like ``Fault/closesInBody``, the server has handled the call. Faults
/// that last until the timeout do so here too; pass a test clock to skip the time.
public final class FailingTransport: Transport {
  /// A rule that selects calls and their fault. The first matching rule applies to a call.
  public struct Rule: Sendable {
    let fault: Fault
    let endpoint: Endpoint?
    let calls: Set<Int>?
    let probability: Double

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - fault: what happens to the calls.
    ///   - endpoint: the endpoint of the calls; `nil` for all.
    ///   - calls: the numbers of the calls, from 1 in the order of their starts; `nil` for all.
    ///   - probability: the fraction of these calls, from 0 to 1. The same seed selects the same calls.
    /// - Returns: the rule.
    public static func fail(
      with fault: Fault,
      at endpoint: Endpoint? = nil,
      calls: (any Collection<Int>)? = nil,
      probability: Double = 1
    ) -> Rule {
      Rule(fault: fault, endpoint: endpoint, calls: calls.map { Set($0.map { $0 }) }, probability: probability)
    }
  }

  /// The underlying error of a call that failed by a rule.
  public struct InjectedFault: Error, Sendable, CustomStringConvertible {
    /// The fault of the rule.
    public let fault: Fault
    let call: Int
    let seed: UInt64

    /// The fault, the number of the call within the rule, and the seed to repeat it.
    public var description: String { "injected fault “\(fault)”, call \(call), seed \(seed)" }
  }

  private struct State {
    var rules: [Rule]
    var counts: [Int]
  }

  private let transport: any Transport
  private let seed: UInt64
  private let clock: ErasedClock
  private let state: Locked<State>

  /// Creates a transport that forwards calls to another one, except those that fail by a rule.
  ///
  /// - Parameters:
  ///   - transport: the other transport.
  ///   - rules: the rules.
  ///   - seed: the seed of the random choice.
  ///   - clock: the clock for timeouts.
  public init(
    _ transport: some Transport,
    _ rules: [Rule] = [],
    seed: UInt64 = 0,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.seed = seed
    self.clock = ErasedClock(clock)
    state = Locked(State(rules: rules, counts: rules.map { _ in 0 }))
  }

  /// Replaces the rules. Their calls are counted from 1 again.
  public func play(_ rules: Rule...) {
    state.withLock { $0 = State(rules: rules, counts: rules.map { _ in 0 }) }
  }

  /// Sends one request, or applies the fault of a rule.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    guard let failure = failure(of: request.endpoint) else { return try await transport.send(request) }
    switch failure.fault.effect {
    case .neverArrives:
      throw try await error(failure, after: firstByte(request))
    case .losesResponse:
      _ = try await transport.send(request)
      throw try await error(failure, after: firstByte(request))
    case .cutsBody:
      var response = try await transport.send(request)
      guard let stream = response.stream else { throw try await error(failure, after: request.timeout) }
      response.stream = cut(stream, failure, timeout: request.timeout)
      return response
    case .replacesResponse(let status, let fields, let body):
      return APIResponse(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Data(body.utf8))
    }
  }

  /// The failure of the next call of an endpoint; `nil` if it does not fail.
  private func failure(of endpoint: Endpoint) -> InjectedFault? {
    state.withLock { state in
      for (index, rule) in state.rules.enumerated() where rule.endpoint.map({ $0 == endpoint }) ?? true {
        state.counts[index] += 1
        let call = state.counts[index]
        guard rule.calls?.contains(call) ?? true, chance(index, call) < rule.probability else { continue }
        return InjectedFault(fault: rule.fault, call: call, seed: seed)
      }
      return nil
    }
  }

  /// A random number from 0 to 1 that depends only on the seed and the call, and not on other calls.
  private func chance(_ rule: Int, _ call: Int) -> Double {
    var random = SeededRandom(seed: seed, rule: rule, call: call)
    return Double.random(in: 0..<1, using: &random)
  }

  private func firstByte(_ request: APIRequest) -> Duration {
    min(request.timeout, request.firstByteTimeout ?? request.timeout)
  }

  /// The error of a call, after the timeout if the fault lasts so long.
  private func error(_ failure: InjectedFault, after timeout: Duration) async throws -> APIError {
    if failure.fault.code == .timedOut {
      do {
        try await clock.sleep(for: timeout)
      } catch {
        throw APIError(.cancelled)
      }
    }
    return APIError(failure.fault.code, underlyingError: failure)
  }

  /// A stream of the first half of the first chunk, followed by the error.
  private func cut(_ stream: Blob, _ failure: InjectedFault, timeout: Duration) -> Blob {
    Blob(length: stream.length, contentType: stream.contentType, filename: stream.filename) { [self] in
      var iterator: Blob.AsyncIterator? = stream.makeAsyncIterator()
      return {
        if let chunk = try await iterator?.next() {
          iterator = nil
          return chunk.firstHalf
        }
        throw try await self.error(failure, after: timeout)
      }
    }
  }
}
