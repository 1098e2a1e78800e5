public import Foundation
import HTTPTypes
public import Naru

/// One way in which a server, or what lies between it and the app, goes wrong; or does what is rare, and right.
///
/// ``FaultServer`` does it over a socket, and ``FailingTransport`` without one; what a call comes to is the same.
/// ``all`` lists them.
///
/// | what happens | faults | a call is |
/// | --- | --- | --- |
/// | no answer, or one that is not complete | ``refuses``, ``closesAtOnce``, ``closesBeforeHead``, ``resetsBeforeHead``, ``closesInHead``, ``closesAfterHead``, ``closesInBody``, ``closesInCharacter``, ``resetsInBody``, ``closesInChunk``, ``closesBeforeLastChunk``, ``resetsInBodyWithoutLength`` | `unreachable` |
/// | an answer that is not HTTP | ``isNotHTTP``, ``twoLengths``, ``badLength``, ``badChunk`` | `unreachable` |
/// | nothing comes, or not enough, until the time is up | ``saysNothing``, ``neverAnswers``, ``stallsInBody``, ``dripsForever``, ``lengthTooLong`` | `timedOut` |
/// | more than is allowed | ``hugeHead``, ``endlessBody``, ``gzipBomb``, ``refusesBeforeRequestEnds`` | `tooLarge` |
/// | a whole answer with a value that can't be read | ``closesInBodyWithoutLength``, ``lengthTooShort``, ``gzipCut``, ``gzipBroken``, ``captivePortal``, ``noContentWithBody`` | `undecodable` |
/// | a redirect, which is never followed | ``redirects``, ``redirectsToOthers``, ``redirectsInLoop`` | `undecodable` |
/// | the server says that it can't | ``unavailable`` | `server` |
/// | rare, and right | ``gzip``, ``deflate``, ``rawDeflate``, ``continues``, ``earlyHints``, ``http10``, ``tinyChunks``, ``trailer``, ``splitPackets``, ``slowBody``, ``answersBeforeRequestEnds``, ``closesBetweenCalls`` | a success |
///
/// A call without a value is a success with every whole answer of status 2xx. A `POST` over a connection that the server closes
/// at that moment may be `unreachable` too: nobody knows whether it was read.
public struct Fault: Sendable, CustomStringConvertible {
  /// The fault's name: `closesInBody`.
  public let name: String
  /// What the server does, in a sentence.
  public let summary: String
  /// What a call that gets it fails with, where it answers with JSON that is needed. `nil`: it gets the right answer.
  public let code: APIError.Code?
  /// The status of the answer that the call fails with. `nil` where no answer was complete, or it is the right one.
  public let status: Int?
  /// What a server does. `nil`: nobody listens.
  package let steps: @Sendable (_ body: Data) -> [Fault.Step]?
  /// What a transport does that has no bytes.
  let effect: Effect

  /// What comes of a call without a socket.
  enum Effect: Sendable {
    /// The right answer comes.
    case passes
    /// The call does not arrive.
    case neverArrives
    /// The call is made, and its answer is lost.
    case losesAnswer
    /// The call is made, and its answer breaks off in the body.
    case cutsBody
    /// The call is made, and its body arrives changed.
    case damagesBody(@Sendable (Data) -> Data)
    /// The call does not arrive, and somebody else answers.
    case replacesAnswer(status: Int, fields: HTTPFields, body: String)
  }

  /// A fault of your own.
  ///
  /// - Parameters:
  ///   - name: what to call it.
  ///   - summary: what the server does, in a sentence.
  ///   - code: what a call fails with. `nil`: it gets the right answer. ``FailingTransport`` makes the call, and then
  ///     throws this.
  ///   - steps: what the server does; `body` is the body of its right answer.
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
