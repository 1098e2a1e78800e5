public import Naru

/// A failure of a server or of the network: `FailingTransport` causes it in a test, and a lab in a server.
///
/// | fault | what happens | error of a call |
/// | --- | --- | --- |
/// | ``delay(milliseconds:jitter:)`` | the call takes longer | – |
/// | ``status(code:retryAfter:)`` | the server responds with a failure | of the status |
/// | ``expiredToken`` | the server rejects the access token | `unauthorized` |
/// | ``closesImmediately``, ``responseLost`` | no response | `unreachable` |
/// | ``acceptsSilently``, ``neverResponds`` | no response until the timeout | `timedOut` |
/// | ``closesInBody``, ``closesInCharacter`` | an incomplete response | `unreachable` |
/// | ``stallsInBody`` | only a part of a response until the timeout | `timedOut` |
/// | ``slowBody(bytesPerSecond:)`` | a slow response | –, or `timedOut` |
/// | ``wrongCharset`` | a response with a wrong header field | – |
/// | ``brokenJSON``, ``captivePortal`` | a complete response that can't be decoded | `decodingFailed` |
///
/// Only a lab has `holdsRequest` and `holdsResponse`: the call waits until a user of the lab decides.
///
/// Naru's transports report the same errors for a server that fails over a socket.
///
/// In JSON, `kind` is the name of a fault: `{"kind": "status", "code": 503}`.
public struct Fault: Sendable, Hashable, Codable, CustomStringConvertible {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case delay, status, expiredToken, closesImmediately, acceptsSilently, responseLost, neverResponds, closesInBody
    case closesInCharacter, stallsInBody, slowBody, wrongCharset, brokenJSON, captivePortal
    case holdsRequest, holdsResponse
  }

  package let kind: Kind
  package private(set) var milliseconds: Int?
  package private(set) var jitter: Int?
  package private(set) var code: Int?
  package private(set) var retryAfter: Int?
  package private(set) var bytesPerSecond: Int?

  /// Creates a fault without values.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// The name of the fault: `responseLost`.
  public var name: String { kind.rawValue }

  /// The name with its values: `status 503, Retry-After 1`, `delay 300 ms ± 100`.
  public var description: String {
    switch kind {
    case .delay: "delay \(milliseconds ?? 0) ms" + (jitter.map { " ± \($0)" } ?? "")
    case .status: "status \(code ?? 0)" + (retryAfter.map { ", Retry-After \($0)" } ?? "")
    case .slowBody: "slowBody \(bytesPerSecond ?? 0) B/s"
    default: name
    }
  }

  /// The call is delayed, from `milliseconds - jitter` to `milliseconds + jitter`. All delays that apply to a call add up, and other
  /// faults can follow.
  public static func delay(milliseconds: Int, jitter: Int? = nil) -> Fault {
    var fault = Fault(.delay)
    (fault.milliseconds, fault.jitter) = (milliseconds, jitter)
    return fault
  }

  /// The handler does not run. The response has a status and the contract's own failure; with `retryAfter`, it contains `Retry-After`
  /// with the number of seconds.
  public static func status(code: Int, retryAfter: Int? = nil) -> Fault {
    var fault = Fault(.status)
    (fault.code, fault.retryAfter) = (code, retryAfter)
    return fault
  }

  /// The body is sent slowly.
  public static func slowBody(bytesPerSecond: Int) -> Fault {
    var fault = Fault(.slowBody)
    fault.bytesPerSecond = bytesPerSecond
    return fault
  }

  /// The handler does not run. The caller's token is rejected as expired.
  public static let expiredToken = Fault(.expiredToken)
  /// The handler does not run, and the connection is closed. For every call, it is as if the server was offline.
  public static let closesImmediately = Fault(.closesImmediately)
  /// The handler does not run, and no response is sent until the client gives up, or for ten minutes.
  public static let acceptsSilently = Fault(.acceptsSilently)
  /// The handler runs and its changes stay, but the connection is closed without a response.
  public static let responseLost = Fault(.responseLost)
  /// The handler runs and its changes stay, but no response is sent until the client gives up, or for ten minutes.
  public static let neverResponds = Fault(.neverResponds)
  /// The connection is closed in the middle of the body.
  public static let closesInBody = Fault(.closesInBody)
  /// The connection is closed between two bytes of a character, such as a Hangul syllable.
  public static let closesInCharacter = Fault(.closesInCharacter)
  /// The body stops in the middle until the client gives up, or for ten minutes.
  public static let stallsInBody = Fault(.stallsInBody)
  /// The body is UTF-8, but the header field declares EUC-KR.
  public static let wrongCharset = Fault(.wrongCharset)
  /// The last byte of the body is wrong, so that it is not JSON. The length is right.
  public static let brokenJSON = Fault(.brokenJSON)
  /// The handler does not run, and a web page is the response, as in a network that requires a sign-in.
  public static let captivePortal = Fault(.captivePortal)
}

extension Fault {
  /// Selects calls and their fault. If a call matches several rules, all delays apply, and the first other fault.
  public struct Rule: Sendable, Hashable, Codable {
    /// The number of the rule. A lab sets it.
    public var id: Int?
    /// The fault of the calls.
    public var fault: Fault
    /// The endpoint, such as `ReadingBooks.add`. `nil`: all endpoints.
    public var endpoint: String?
    /// The caller's name or id. `nil`: all callers.
    public var caller: String?
    /// The numbers of the calls, from 1 for the first call that matches the endpoint and the caller. `nil`: all calls.
    public var calls: [Int]?
    /// The share of these calls, more than 0 and at most 1. The seed of the plan decides which. `nil`: all calls.
    public var share: Double?

    package init(
      fault: Fault,
      endpoint: String? = nil,
      caller: String? = nil,
      calls: [Int]? = nil,
      share: Double? = nil
    ) {
      (self.fault, self.endpoint, self.caller, self.calls, self.share) = (fault, endpoint, caller, calls, share)
    }

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - fault: what happens to the calls.
    ///   - endpoint: the endpoint of the calls; `nil` for all.
    ///   - caller: the caller's name or id, for a lab; `nil` for all.
    ///   - calls: the numbers of the calls, from 1 in the order of their starts; `nil` for all.
    ///   - probability: the fraction of these calls, from 0 to 1. The same seed selects the same calls.
    /// - Returns: the rule.
    public static func fail(
      with fault: Fault,
      at endpoint: Endpoint? = nil,
      caller: String? = nil,
      calls: (any Collection<Int>)? = nil,
      probability: Double? = nil
    ) -> Rule {
      let calls = calls.map { $0.map { $0 } }
      return Rule(fault: fault, endpoint: endpoint?.id, caller: caller, calls: calls, share: probability)
    }
  }

  /// A list of rules and the seed of their random choices. Tests and a server can read it from the same JSON file.
  public struct Plan: Sendable, Hashable, Codable {
    /// The seed. The same seed chooses the same calls.
    public var seed: Int
    /// The rules.
    public var rules: [Rule]

    /// Creates a plan.
    public init(seed: Int = 0, rules: [Rule] = []) {
      (self.seed, self.rules) = (seed, rules)
    }

    /// Reads a plan. A missing seed is 0, and missing rules are an empty list.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      seed = try container.decodeIfPresent(Int.self, forKey: .seed) ?? 0
      rules = try container.decodeIfPresent([Rule].self, forKey: .rules) ?? []
    }
  }

  /// The underlying error of a call that failed by a rule.
  public struct Injected: Error, Sendable, CustomStringConvertible {
    /// The fault of the rule.
    public let fault: Fault
    let call: Int
    let seed: Int

    /// A fault without a rule.
    package init(_ fault: Fault, call: Int = 1, seed: Int = 0) {
      (self.fault, self.call, self.seed) = (fault, call, seed)
    }

    /// The fault, the number of the call within the rule, and the seed to repeat it.
    public var description: String { "injected fault “\(fault)”, call \(call), seed \(seed)" }
  }
}
