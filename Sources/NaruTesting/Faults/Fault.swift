import HTTPTypes
public import Naru

/// A failure of a server or of the network, which ``FailingTransport`` causes without a socket.
///
/// | what happens | faults | error of a call |
/// | --- | --- | --- |
/// | no response | ``refuses``, ``closesImmediately``, ``closesBeforeHead`` | `unreachable` |
/// | an incomplete response | ``closesInBody`` | `unreachable` |
/// | no response until the timeout | ``acceptsSilently``, ``neverResponds`` | `timedOut` |
/// | only a part of a response until the timeout | ``stallsInBody``, ``tricklesForever`` | `timedOut` |
/// | more data than the limit | ``hugeHead``, ``endlessBody``, ``rejectsBeforeRequestEnds`` | `tooLarge` |
/// | a complete response that can't be decoded | ``captivePortal`` | `decodingFailed` |
/// | a redirect, which is not followed | ``redirects`` | `decodingFailed` |
/// | an unavailable server | ``unavailable`` | `serverError` |
///
/// Naru's transports report the same errors for a server that fails over a socket. A call without a result succeeds with every complete
/// response of status 2xx.
public struct Fault: Sendable, Hashable, CustomStringConvertible {
  /// The effect of a fault on a call.
  enum Effect: Sendable, Hashable {
    /// The server doesn't receive the call.
    case neverArrives
    /// The server handles the call, and its response is lost.
    case losesResponse
    /// The server handles the call, and the body of its response is cut.
    case cutsBody
    /// The server doesn't receive the call; a proxy responds.
    case replacesResponse(status: Int, fields: HTTPFields = [:], body: String = "")
  }

  /// The name, such as `closesInBody`.
  public let name: String
  /// The error of a call that requires a JSON result.
  public let code: APIError.Code
  let effect: Effect

  private init(_ name: String, _ code: APIError.Code, _ effect: Effect) {
    self.name = name
    self.code = code
    self.effect = effect
  }

  /// The name.
  public var description: String { name }

  /// No server listens on the port.
  public static let refuses = Fault("refuses", .unreachable, .neverArrives)
  /// The server closes the connection before it reads anything.
  public static let closesImmediately = Fault("closesImmediately", .unreachable, .neverArrives)
  /// The server accepts the connection and sends nothing.
  public static let acceptsSilently = Fault("acceptsSilently", .timedOut, .neverArrives)
  /// The server handles the request and sends nothing.
  public static let neverResponds = Fault("neverResponds", .timedOut, .losesResponse)
  /// The server handles the request and closes the connection instead of sending a response.
  public static let closesBeforeHead = Fault("closesBeforeHead", .unreachable, .losesResponse)
  /// The server closes the connection in the middle of the body.
  public static let closesInBody = Fault("closesInBody", .unreachable, .cutsBody)
  /// The server sends half of the body and then nothing.
  public static let stallsInBody = Fault("stallsInBody", .timedOut, .cutsBody)
  /// The server sends single bytes of a long body, so that it is never silent.
  public static let tricklesForever = Fault("tricklesForever", .timedOut, .cutsBody)
  /// The head of the response is a megabyte.
  public static let hugeHead = Fault("hugeHead", .tooLarge, .losesResponse)
  /// The body of the response does not end.
  public static let endlessBody = Fault("endlessBody", .tooLarge, .cutsBody)
  /// The server rejects the request with 413 before it reads the body.
  public static let rejectsBeforeRequestEnds = Fault(
    "rejectsBeforeRequestEnds",
    .tooLarge,
    .replacesResponse(status: 413)
  )
  /// A web page is sent instead of the response, as by a network that requires a sign-in.
  public static let captivePortal = Fault(
    "captivePortal",
    .decodingFailed,
    .replacesResponse(
      status: 200,
      fields: [.contentType: "text/html"],
      body: "<!doctype html><title>Wi-Fi</title><p>로그인이 필요합니다.</p>"
    )
  )
  /// The server redirects to another of its paths.
  public static let redirects = Fault(
    "redirects",
    .decodingFailed,
    .replacesResponse(status: 307, fields: [.location: "/elsewhere"])
  )
  /// The server responds with status 503 and `Retry-After: 1`.
  public static let unavailable = Fault(
    "unavailable",
    .serverError,
    .replacesResponse(status: 503, fields: [.retryAfter: "1"])
  )

  /// All faults.
  public static let all: [Fault] = [
    .refuses, .closesImmediately, .acceptsSilently, .neverResponds, .closesBeforeHead, .closesInBody, .stallsInBody,
    .tricklesForever, .hugeHead, .endlessBody, .rejectsBeforeRequestEnds, .captivePortal, .redirects, .unavailable,
  ]
}
