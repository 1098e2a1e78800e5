public import Foundation
public import HTTPTypes

/// A request to a server, with its endpoint.
public struct APIRequest: Sendable {
  /// The endpoint: its name, whether it needs a token, whether it may be sent twice.
  public let endpoint: Endpoint
  /// The method, the URL and the header fields.
  public var head: HTTPRequest
  /// The origin of the client's server. Middleware that changes the URL in ``head`` does not change it. `nil` if the client's
  /// URL has no scheme or no host.
  public let origin: Origin?
  /// A body in memory. It is empty if there is none, or if it is in ``stream``.
  public var body: Data
  /// A body that is sent chunk by chunk.
  public var stream: Blob?
  /// Whether the body of a success is streamed in ``APIResponse/stream``. Then ``timeout`` is the longest wait for the head and
  /// for each chunk, and ``maxResponseSize`` applies only to failures.
  public var streamsResponse = false
  /// Called with the number of bytes of ``stream`` that were sent, and the total if it is known.
  public var onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  /// The longest wait for the head of the response. `nil`: only ``timeout`` applies.
  public var firstByteTimeout: Duration?
  /// The time limit of the whole call; with ``Retry``, of each attempt. At least a millisecond.
  public var timeout: Duration
  /// The largest response body that is read, in bytes.
  public var maxResponseSize: Int
  /// Whether redirects within the origin are followed.
  public var followsRedirects = false
  /// Judges the response. `nil` if nothing but the caller reads it.
  package var reader: (any ResponseReader.Type)?
  /// Whether the caller wants no user's credentials to be sent, although ``endpoint`` accepts them.
  package internal(set) var isGuest = false
  /// Whose token may be sent with it. `nil` if every user's may.
  package var user: TokenUser?
  /// Whose token was sent with earlier requests that this one continues.
  package var sameUser: SameUser?
  /// The number of the attempt within its call, from 1. ``Retry`` sets it, so that middleware after it can tell attempts apart.
  public var attempt = 1
}

// An initializer in the struct would copy what it has made, because it is large; the one without a body doesn't.
extension APIRequest {
  /// Creates a request. Middleware should change the request that it is given instead, because a new one takes its origin from
  /// `head`.
  public init(
    endpoint: Endpoint,
    head: HTTPRequest,
    body: Data = Data(),
    timeout: Duration = .seconds(60),
    maxResponseSize: Int = 32 << 20
  ) {
    self.init(
      endpoint: endpoint,
      head: head,
      origin: Origin(scheme: head.scheme, authority: head.authority),
      body: body,
      timeout: timeout,
      maxResponseSize: maxResponseSize
    )
  }

  /// The body, in memory or streamed.
  package var content: Blob {
    stream ?? Blob(body, contentType: head.headerFields.value(of: .contentType) ?? "application/octet-stream")
  }

  /// Whether it changes nothing.
  package var isRead: Bool { head.method == .get || head.method == .head }

  /// Whether the request still goes to its client's server. Add secrets, such as a token, only then.
  public var isAtOrigin: Bool {
    // The usual request, at once.
    if let origin, head.scheme == origin.scheme, head.authority == origin.authority { return true }
    return Origin(scheme: head.scheme, authority: head.authority) == origin
  }
}

/// The response to a request.
public struct APIResponse: Sendable {
  /// The status and the header fields.
  public var head: HTTPResponse { didSet { judgeAgain() } }
  /// The body, decoded from any transfer encoding. It is empty if there is none, or if it is in ``stream``.
  public var body: Data { didSet { judgeAgain() } }
  /// The streamed body of a success, if ``APIRequest/streamsResponse`` is set. It can be read once; releasing it ends the call.
  public var stream: Blob?
  /// When the server said it, if that was earlier and the server was not asked now. `nil` for a response of the server.
  package var cachedAt: Date?
  /// The result of reading the response, which is decoded once for all of its readers. `nil` if only the caller reads it.
  package var judgment: Judgment?
  /// The request as it was sent, if this is a failure.
  var sent: SentRequest?

  /// A middleware may decrypt a body or mend a header field, which changes what the response is.
  private mutating func judgeAgain() {
    if judgment != nil { judgment = Judgment() }
  }
}

// As for a request.
extension APIResponse {
  /// Creates a response.
  public init(head: HTTPResponse, body: Data = Data(), stream: Blob? = nil) {
    self.init(head: head, body: body, stream: stream, cachedAt: nil)
  }
}

/// A way to send a request to a server and receive the response.
///
/// ## Choose a transport
///
/// `AsyncHTTPClientTransport` (in `NaruAsyncHTTPClient`) for Linux and servers, ``URLSessionTransport`` for Apple
/// platforms, ``InMemoryTransport`` for tests and previews.
///
/// ## Write a transport
///
/// Send the request as it is, and return the response with any status. If there is no response, throw an ``APIError`` with the
/// code ``APIError/Code/unreachable``, ``APIError/Code/timedOut``, ``APIError/Code/cancelled`` or ``APIError/Code/tooLarge``; the
/// client adds the endpoint and the request. Don't keep cookies or caches, don't follow redirects, and stop when the task is
/// cancelled.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole response, or for its head if ``APIRequest/streamsResponse`` is set.
  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse
}

/// An interceptor of calls. It may change the request, respond by itself, call `next` once, several times or never, and change
/// the response.
///
/// It sees the endpoint, not only bytes. Middleware runs in the order of the client's list: the first one sees the request first
/// and the response last.
public protocol Middleware: Sendable {
  /// Handles one request. An ``APIError`` reaches the caller as it is, any other error as the cause of one.
  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse
}
