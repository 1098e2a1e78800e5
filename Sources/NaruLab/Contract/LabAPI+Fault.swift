public import Naru

extension LabAPI {
  /// A fault that a rule causes. In JSON, `kind` is its name: `{"kind": "status", "code": 503}`.
  ///
  /// A fault that `NaruTesting` also has goes by the same name and has the same outcome.
  @Payload(tag: "kind")
  public enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// The call is delayed, from `milliseconds - jitter` to `milliseconds + jitter`. All delays that apply to a call add up, and
    /// other faults can follow.
    case delay(milliseconds: Int, jitter: Int?)
    /// The handler does not run. The response has a status and the contract's own failure; with `retryAfter`, it contains
    /// `Retry-After` with the number of seconds.
    case status(code: Int, retryAfter: Int?)
    /// The handler does not run. The caller's token is rejected as expired.
    case expiredToken
    /// The handler does not run, and the connection is closed. For every call, it is as if the server was offline.
    case closesImmediately
    /// The handler runs and its changes stay, but the connection is closed without a response.
    case responseLost
    /// The handler runs and its changes stay, but no response is sent until the client gives up, or for ten minutes.
    case neverResponds
    /// The connection is closed in the middle of the body.
    case closesInBody
    /// The connection is closed between two bytes of a character, such as a Hangul syllable.
    case closesInCharacter
    /// The body stops in the middle until the client gives up, or for ten minutes.
    case stallsInBody
    /// The body is sent slowly.
    case slowBody(bytesPerSecond: Int)
    /// The body is UTF-8, but the header field declares EUC-KR.
    case wrongCharset
    /// The last byte of the body is wrong, so that it is not JSON. The length is right.
    case brokenJSON
    /// The handler does not run, and a web page is the response, as in a network that requires a sign-in.
    case captivePortal

    /// The names of all faults.
    public static var names: [String] {
      if case .union(_, _, let variants, _) = schema { variants.map(\.name) } else { [] }
    }

    /// The name of the fault: `responseLost`.
    public var name: String {
      switch self {
      case .delay: "delay"
      case .status: "status"
      case .expiredToken: "expiredToken"
      case .closesImmediately: "closesImmediately"
      case .responseLost: "responseLost"
      case .neverResponds: "neverResponds"
      case .closesInBody: "closesInBody"
      case .closesInCharacter: "closesInCharacter"
      case .stallsInBody: "stallsInBody"
      case .slowBody: "slowBody"
      case .wrongCharset: "wrongCharset"
      case .brokenJSON: "brokenJSON"
      case .captivePortal: "captivePortal"
      }
    }

    /// The name with its values: `status 503, Retry-After 1`, `delay 300 ms ± 100`.
    public var description: String {
      switch self {
      case .delay(let milliseconds, let jitter): "delay \(milliseconds) ms" + (jitter.map { " ± \($0)" } ?? "")
      case .status(let code, let wait): "status \(code)" + (wait.map { ", Retry-After \($0)" } ?? "")
      case .slowBody(let bytesPerSecond): "slowBody \(bytesPerSecond) B/s"
      default: name
      }
    }
  }

  /// Selects calls and causes a fault. If a call matches several rules, all delays apply, and the first other fault.
  @Payload(init: true)
  public struct Rule: Sendable, Hashable {
    /// The number of the rule. The lab sets it.
    public var id: Int?
    /// The fault that the rule causes.
    public var fault: Fault
    /// The endpoint, such as `ReadingBooks.add`. `nil`: all endpoints.
    public var endpoint: String?
    /// The caller's name or id. `nil`: all callers.
    public var caller: String?
    /// The numbers of the calls, from 1 for the first call that matches the endpoint and the caller. `nil`: all calls.
    public var calls: [Int]?
    /// The share of these calls, more than 0 and at most 1. The seed of the plan decides which. `nil`: all calls.
    public var share: Double?
  }

  /// A list of rules and the seed of their random choices. Tests and a server can read it from the same JSON file.
  @Payload(init: true)
  public struct Plan: Sendable, Hashable {
    /// The seed. The same seed chooses the same calls.
    public var seed: Int = 0
    /// The rules.
    public var rules: [Rule] = []
  }
}
