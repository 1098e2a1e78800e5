public import Foundation
public import HTTPTypes

/// A request on its way to a server, with the endpoint that it is for.
public struct APIRequest: Sendable {
  /// The endpoint that is called: its name, whether it needs a token, whether it may be sent twice.
  public let endpoint: Endpoint
  /// The method, the URL and the header fields.
  public var head: HTTPRequest
  /// Where the client that made the request sends it. A middleware that changes the URL in ``head`` does not change this.
  /// `nil` where the URL has no scheme or no host.
  public let origin: Origin?
  /// The body where it is in memory; empty where there is none, and where ``stream`` has it.
  public var body: Data
  /// The body where it is sent chunk by chunk.
  public var stream: Blob?
  /// Whether the body of a success is handed over as it comes, in ``APIResponse/stream``. Then ``timeout`` is the longest wait
  /// for the head and for each chunk, and ``responseLimit`` is that of failures.
  public var streamsResponse = false
  /// Told how many bytes of ``stream`` are sent, and out of how many where that is known.
  public var onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  /// How long to wait for the head of the answer. `nil`: as long as the whole call may take.
  public var firstByteTimeout: Duration?
  /// How long the whole call may take; with ``Retry``, each try of it. At least a millisecond.
  public var timeout: Duration
  /// The largest body of an answer that is read, in bytes.
  public var responseLimit: Int
  /// Which try of its call this is, from 1. ``Retry`` counts, so what comes after it can tell the tries apart.
  public var attempt = 1

  /// A request with everything in it. A middleware changes the request that it was given, and makes no other: the origin is
  /// that of `head`.
  public init(
    endpoint: Endpoint,
    head: HTTPRequest,
    body: Data = Data(),
    timeout: Duration = .seconds(60),
    responseLimit: Int = 32 << 20
  ) {
    self.init(
      endpoint: endpoint,
      head: head,
      body: body,
      timeout: timeout,
      responseLimit: responseLimit,
      origin: Origin(scheme: head.scheme, authority: head.authority)
    )
  }

  /// A request whose origin is known already: taking it out of the head costs something at each call.
  init(
    endpoint: Endpoint,
    head: HTTPRequest,
    body: Data,
    timeout: Duration,
    responseLimit: Int,
    origin: Origin?
  ) {
    self.endpoint = endpoint
    self.head = head
    self.body = body
    self.timeout = timeout
    self.responseLimit = responseLimit
    self.origin = origin
  }

  /// The body, wherever it is.
  package var content: Blob {
    stream ?? Blob(body, contentType: head.headerFields[.contentType] ?? "application/octet-stream")
  }

  /// Whether the request still goes to where its client sends it. What is secret for others, such as a token, is added only
  /// then.
  public var isAtOrigin: Bool { Origin(scheme: head.scheme, authority: head.authority) == origin }
}

/// The answer to a request.
public struct APIResponse: Sendable {
  /// The status and the header fields.
  public var head: HTTPResponse
  /// The body, as it was before any transfer encoding; empty where there is none, and where ``stream`` has it.
  public var body: Data
  /// The body of a success that is handed over as it comes, where ``APIRequest/streamsResponse`` asked for it. It can be read
  /// once; letting go of it ends the call.
  public var stream: Blob?
  /// The request to which this is the answer, if it is a failure.
  var sent: SentRequest?

  /// An answer with everything in it.
  public init(head: HTTPResponse, body: Data = Data(), stream: Blob? = nil) {
    self.head = head
    self.body = body
    self.stream = stream
  }
}

/// What carries a request to a server and brings the answer back.
///
/// ## Choose one
///
/// `AsyncHTTPClientTransport` (in `NaruAsyncHTTPClient`) for Linux and servers, ``URLSessionTransport`` for Apple
/// platforms, ``InMemoryTransport`` for tests and previews.
///
/// ## Write one
///
/// Send the request as it is, and answer with what came, whatever the status. Throw an ``APIError`` with the code
/// ``APIError/Code/unreachable``, ``APIError/Code/timedOut``, ``APIError/Code/cancelled`` or ``APIError/Code/tooLarge``
/// where no answer came; the client adds the endpoint and the request. Keep no cookie and no cache, follow no redirect,
/// stop when the task is cancelled. `TransportConformance` in `NaruTesting` checks all of it.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole answer.
  func send(_ request: APIRequest) async throws -> APIResponse
}

/// A step that every call goes through on its way out and back: it may change the request, answer by itself, call `next`
/// once, more than once, or never, and change the answer.
///
/// It sees the endpoint and not only bytes. Middleware runs in the order of the list that the client was given: the first
/// one sees the request first and the answer last.
public protocol Middleware: Sendable {
  /// Handles one request. What it throws reaches the caller as it is, if it is an ``APIError``, else as the cause of one.
  func intercept(
    _ request: APIRequest,
    next: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse
}
