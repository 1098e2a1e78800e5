public import Foundation
import HTTPTypes
public import Naru

/// A fault of a server or of the network, or unusual behavior that is correct.
///
/// ``FailingTransport`` simulates it without a socket, and `FaultServer` (in `NaruConformance`) over one, with the same outcome for
/// the call. ``all`` lists all faults.
///
/// | what happens | faults | outcome of a call |
/// | --- | --- | --- |
/// | no response | ``refuses``, ``closesImmediately``, ``closesBeforeHead``, ``resetsBeforeHead`` | `unreachable` |
/// | an incomplete response | ``closesInBody``, ``resetsInBody`` | `unreachable` |
/// | a response that is not HTTP | ``isNotHTTP`` | `unreachable` |
/// | no response until the timeout | ``acceptsSilently``, ``neverAnswers`` | `timedOut` |
/// | only a part of a response until the timeout | ``stallsInBody``, ``tricklesForever`` | `timedOut` |
/// | more data than the limit | ``hugeHead``, ``endlessBody``, ``refusesBeforeRequestEnds`` | `tooLarge` |
/// | a complete response that can't be decoded | ``captivePortal`` | `decodingFailed` |
/// | a redirect, which is not followed | ``redirects`` | `decodingFailed` |
/// | an unavailable server | ``unavailable`` | `server` |
/// | unusual and correct | ``slowBody``, ``closesBetweenCalls``, ``healthy`` | a success |
///
/// The other faults of ``all`` concern details of HTTP, such as lengths, chunks and compression. They are for authors of transports,
/// whose conformance checks cover all of them.
///
/// A call without a result succeeds with every complete response of status 2xx. A `POST` over a connection that the server closes at
/// that moment may be `unreachable` too, because it is unknown whether the server received it.
public struct Fault: Sendable, CustomStringConvertible {
  /// The name, such as `closesInBody`.
  public let name: String
  /// A sentence about what the server does.
  public let summary: String
  /// The error of a call that requires a JSON result; `nil` if the call succeeds.
  public let code: APIError.Code?
  /// The status of the complete response with which the call fails; `nil` if there is none.
  public let status: Int?
  /// The steps of a server; `nil` if no server listens.
  package let steps: @Sendable (_ body: Data) -> [Fault.Step]?
  /// The effect in a transport without bytes.
  let effect: Effect

  /// The effect of a fault on a call without a socket.
  enum Effect: Sendable {
    /// The call succeeds.
    case passes
    /// The call does not arrive.
    case neverArrives
    /// The call arrives, and its response is lost.
    case losesAnswer
    /// The call arrives, and the body of its response is cut.
    case cutsBody
    /// The call arrives, and the body of its response is changed.
    case damagesBody(@Sendable (Data) -> Data)
    /// The call does not arrive, and a proxy responds.
    case replacesAnswer(status: Int, fields: HTTPFields, body: String)
  }

  /// Creates a fault of your own.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - summary: a sentence about what the server does.
  ///   - code: the error of a call; `nil` if it succeeds. ``FailingTransport`` forwards the call and then throws it.
  ///   - steps: returns the steps of the server; `body` is the body of the correct response.
  public init(
    _ name: String,
    _ summary: String,
    code: APIError.Code?,
    steps: @escaping @Sendable (_ body: Data) -> [Fault.Step]
  ) {
    self.init(name, summary, code, code == nil ? .passes : .losesAnswer, steps: steps)
  }

  init(
    _ name: String,
    _ summary: String,
    _ code: APIError.Code?,
    _ effect: Effect,
    status: Int? = nil,
    steps: @escaping @Sendable (_ body: Data) -> [Fault.Step]?
  ) {
    self.name = name
    self.summary = summary
    self.code = code
    self.status = status
    self.steps = steps
    self.effect = effect
  }

  /// The name.
  public var description: String { name }
}

extension Fault: Hashable {
  /// Two faults are equal when they have the same name.
  public static func == (left: Fault, right: Fault) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
