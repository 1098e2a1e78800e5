import Foundation
import HTTPTypes
public import Naru

/// A transport that makes calls fail on purpose, without a socket: what an app does then can be seen and tested.
///
/// ```swift
/// let transport = FailingTransport(
///   InMemoryTransport().mounting(Books.self) { _ in books },
///   [.fail(with: .saysNothing, at: Books.Endpoints.add), .fail(with: .unavailable, probability: 0.2)],
///   seed: 7
/// )
/// ```
///
/// A call comes to what it comes to with a ``FaultServer``: the same ``APIError/Code``, and after
/// ``Fault/closesInBody`` and its like, the server has done what it was asked for. A fault that takes the whole time takes
/// it here too; give a clock that does not.
public final class FailingTransport: Transport {
  /// Which calls fail, and how. The first rule that wants a call has it.
  public struct Rule: Sendable {
    let fault: Fault
    let endpoint: Endpoint?
    let calls: Set<Int>?
    let probability: Double

    /// Makes calls fail.
    ///
    /// - Parameters:
    ///   - fault: how.
    ///   - endpoint: of which endpoint. `nil`: of all.
    ///   - calls: which of these calls, in the order in which they are made; the first is 1. `nil`: all.
    ///   - probability: which part of them, from 0 to 1. With the same seed, they are the same.
    public static func fail(
      with fault: Fault,
      at endpoint: Endpoint? = nil,
      calls: (any Collection<Int>)? = nil,
      probability: Double = 1
    ) -> Rule {
      Rule(fault: fault, endpoint: endpoint, calls: calls.map { Set($0.map { $0 }) }, probability: probability)
    }
  }

  /// A call failed because a rule said so.
  public struct OnPurpose: Error, Sendable, CustomStringConvertible {
    /// What was done to the call.
    public let fault: Fault
    /// Which call of the rule it was; the first is 1.
    public let call: Int
    /// The seed of the transport.
    public let seed: UInt64

    /// What was done to which call, with the seed to do it again.
    public var description: String { "“\(fault)” on purpose, call \(call), seed \(seed)" }
  }

  private struct State {
    var rules: [Rule]
    var counts: [Int]
  }

  private let transport: any Transport
  private let seed: UInt64
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state: Locked<State>

  /// A transport that fails where a rule says so, and else does what another one does.
  ///
  /// - Parameters:
  ///   - transport: what carries the calls that don't fail.
  ///   - rules: which calls fail.
  ///   - seed: what the choice by probability depends on.
  ///   - clock: what measures the time of calls that get no answer.
  public init(
    _ transport: some Transport,
    _ rules: [Rule] = [],
    seed: UInt64 = 0,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.transport = transport
    self.seed = seed
    sleep = { try await clock.sleep(for: $0) }
    state = Locked(State(rules: rules, counts: rules.map { _ in 0 }))
  }

  /// Makes other calls fail from now on. The calls are counted anew.
  public func play(_ rules: Rule...) {
    state.withLock { $0 = State(rules: rules, counts: rules.map { _ in 0 }) }
  }

  /// Sends one request, or does to it what a rule says.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    guard let failure = failure(of: request.endpoint) else { return try await transport.send(request) }
    switch failure.fault.effect {
    case .passes:
      return try await transport.send(request)
    case .neverArrives:
      throw try await error(failure, after: firstByte(request))
    case .losesAnswer:
      _ = try await transport.send(request)
      throw try await error(failure, after: firstByte(request))
    case .cutsBody:
      var response = try await transport.send(request)
      guard let stream = response.stream else { throw try await error(failure, after: request.timeout) }
      response.stream = cut(stream, failure, timeout: request.timeout)
      return response
    case .damagesBody(let damage):
      var response = try await transport.send(request)
      if let stream = response.stream {
        let bytes = damage(try await stream.collect(upTo: request.responseLimit))
        response.stream = Blob(bytes, contentType: stream.contentType, filename: stream.filename)
      }
      response.body = damage(response.body)
      return response
    case .replacesAnswer(let status, let fields, let body):
      return APIResponse(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Data(body.utf8))
    }
  }

  /// What is done to the next call of an endpoint. `nil`: nothing.
  private func failure(of endpoint: Endpoint) -> OnPurpose? {
    state.withLock { state in
      for (index, rule) in state.rules.enumerated() where rule.endpoint.map({ $0 == endpoint }) ?? true {
        state.counts[index] += 1
        let call = state.counts[index]
        guard rule.calls?.contains(call) ?? true, chance(index, call) < rule.probability else { continue }
        return OnPurpose(fault: rule.fault, call: call, seed: seed)
      }
      return nil
    }
  }

  /// A number from 0 to 1 that depends on the seed and the call, and on nothing else: not on what is called meanwhile.
  private func chance(_ rule: Int, _ call: Int) -> Double {
    var random = SeededRandom(seed: seed &+ UInt64(rule) &* 0x9E37_79B9 &+ UInt64(call) &* 0x85EB_CA6B_0000_0001)
    return Double.random(in: 0..<1, using: &random)
  }

  private func firstByte(_ request: APIRequest) -> Duration {
    min(request.timeout, request.firstByteTimeout ?? request.timeout)
  }

  /// The error of a call, after the time that it takes.
  private func error(_ failure: OnPurpose, after timeout: Duration) async throws -> APIError {
    let code = failure.fault.code ?? .failed
    if code == .timedOut {
      do {
        try await sleep(timeout)
      } catch {
        throw APIError(.cancelled)
      }
    }
    return APIError(code, cause: failure)
  }

  /// The first half of the first chunk, and then the fault.
  private func cut(_ stream: Blob, _ failure: OnPurpose, timeout: Duration) -> Blob {
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
