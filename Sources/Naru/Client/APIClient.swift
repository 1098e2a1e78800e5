public import Foundation
import HTTPTypes

/// The client that a live contract sends its calls with: the server's address, a transport and a list of middleware.
///
/// ```swift
/// let client = APIClient(url, transport: URLSessionTransport(), middleware: [BearerAuthentication { token }])
/// let books = Books.live(client)
/// ```
///
/// A client is a value without state of its own. Create one and pass it around.
public struct APIClient: Sendable {
  /// The address that the paths of all contracts are appended to.
  public let baseURL: URL
  let encoder: RequestEncoder
  /// Whether anything but the caller may read a response.
  private var hasMiddleware = false
  /// The middleware that sends the user's token. `nil` if there is none.
  package let userMiddleware: (any UserMiddleware)?
  private var pipeline: @concurrent @Sendable (APIRequest) async throws -> APIResponse

  /// Creates a client of a server.
  ///
  /// If the address is neither `http` nor `https`, or has no valid host, or has a user or a password, every call fails with
  /// ``APIError/Code/encodingFailed``. A host name may be written in Hangul; it is sent as `xn--bj0bj06e.kr`.
  ///
  /// - Parameters:
  ///   - baseURL: the server's address. Its path comes before the paths of the contracts; its query and fragment are ignored.
  ///   - transport: sends the requests.
  ///   - middleware: intercepts the requests; the first one sees a request first.
  ///   - timeout: the time limit of a whole call. For a response that is a ``Blob``: the longest wait for its start, and then for
  ///     each chunk. For an ``EventStream`` or ``JSONLines``: the longest wait for its start. The limit between two values is a day, or
  ///     the timeout of `withCallOptions`.
  ///   - firstByteTimeout: the longest wait for the start of a response. `nil`: only `timeout` applies.
  ///   - maxResponseSize: the largest response body that is read, in bytes.
  ///   - allowsInsecureHTTP: whether `http` is allowed for hosts other than this machine (`127.0.0.0/8`, `::1`, `localhost`,
  ///     `*.localhost`). If not, such calls fail with ``APIError/Code/insecure``, because others on the network could read the
  ///     token. Set it only for a server in your own network.
  ///   - credentials: API keys, passwords and fixed tokens, by their schemes: `[.apiKey(header: "X-API-Key"): key]`. They are added
  ///     to calls of endpoints that ask for them (``SecurityScheme``), after all middleware, so that no middleware, log, cache or
  ///     recording has them. They are sent to the client's server only, as all credentials are.
  ///   - hosts: the addresses of contracts with a server of their own (`@API(host:)`), by that server. Such a server gets
  ///     credentials, too. A server that is not listed is called at the address in the contract, without credentials.
  ///   - release: the app's release, such as `"1.4.0"`. It is sent to the client's server and to those in `hosts`, in `Naru-Release`,
  ///     so that a server knows who still calls an endpoint, and can ask for an update (``APIError/Code/outdated``).
  public init(
    _ baseURL: URL,
    transport: some Transport,
    middleware: [any Middleware] = [],
    timeout: Duration = .seconds(60),
    firstByteTimeout: Duration? = nil,
    maxResponseSize: Int = 32 << 20,
    allowsInsecureHTTP: Bool = false,
    credentials: [SecurityScheme: Secret] = [:],
    hosts: [String: URL] = [:],
    release: Release? = nil
  ) {
    self.baseURL = baseURL
    let book = AddressBook(baseURL, hosts: hosts, allowsInsecureHTTP: allowsInsecureHTTP)
    encoder = RequestEncoder(
      book,
      timeout: timeout,
      firstByteTimeout: firstByteTimeout,
      maxResponseSize: maxResponseSize,
      release: release
    )
    userMiddleware = middleware.lazy.compactMap { $0 as? any UserMiddleware }.first
    let sender = RequestSender(transport, book, credentials)
    pipeline = { request in
      sender.changes(request) ? try await sender.send(request) : try await sender.transmit(request)
    }
    for step in middleware.reversed() { intercept(with: step) }
  }

  /// Returns this client with one more middleware, which sees a request before all others.
  package func intercepted(by middleware: some Middleware) -> APIClient {
    var client = self
    client.intercept(with: middleware)
    return client
  }

  private mutating func intercept(with middleware: some Middleware) {
    let next = APINext(pipeline)
    hasMiddleware = true
    pipeline = { try await middleware.intercept($0, next: next) }
  }

  /// Sends a stored request and returns the response if it is a success.
  package func success(of request: APIRequest) async throws(APIError) -> APIResponse {
    try await send(request, of: request.endpoint, reading: AcknowledgementReader.self).response
  }

  /// Sends a call and decodes the response. A result of type `String` may be plain text instead of JSON, and an optional
  /// result is `nil` for an empty body and for the endpoint's status `nilOn`.
  ///
  /// 1. The arguments are encoded to a request. If that fails, the error is ``APIError/Code/encodingFailed``, and nothing is sent.
  /// 2. The request passes through the middleware to the transport.
  /// 3. The endpoint's format decodes the value, or the failure if the status is not 2xx.
  ///
  /// - Parameter call: the call.
  /// - Returns: the value.
  /// - Throws: ``APIError``.
  @concurrent
  public func send<Value: Decodable & Sendable>(_ call: OutgoingCall) async throws(APIError) -> Value {
    try await send(call, reading: ValueReader<Value>.self)
  }

  /// Sends a call that returns no value. Every 2xx is a success, unless the format finds a failure in the body, or the
  /// body is a web page.
  @concurrent
  public func send(_ call: OutgoingCall) async throws(APIError) {
    try await send(call, reading: NoValueReader.self)
  }

  /// Sends a call whose value is partly in header fields of the response.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value
  where Value.Body: Decodable {
    try await send(call, reading: HeadersReader<Value>.self)
  }

  /// Sends a call whose value is in header fields of the response. A body is ignored, unless the format finds a failure in it.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value
  where Value.Body == Void {
    try await send(call, reading: OnlyHeadersReader<Value>.self)
  }

  func send<Reader: ResponseReader>(
    _ call: OutgoingCall,
    reading reader: Reader.Type
  ) async throws(APIError) -> Reader.Value {
    try await send(request(for: call), of: call.endpoint, reading: reader).value
  }

  /// Makes the request of a call.
  package func request(for call: OutgoingCall) throws(APIError) -> APIRequest {
    do {
      return try encoder.request(for: call)
    } catch {
      throw APIError(error, calling: call.endpoint, otherwise: .encodingFailed)
    }
  }

  /// Sends a request and returns the response with its value if it is a success.
  func send<Reader: ResponseReader>(
    _ request: APIRequest,
    of endpoint: Endpoint,
    reading _: Reader.Type
  ) async throws(APIError) -> (response: APIResponse, value: Reader.Value) {
    do {
      let response: APIResponse
      if hasMiddleware {
        var request = request
        request.reader = Reader.self
        response = try await pipeline(request)
      } else {
        response = try await pipeline(request)
      }
      let value = try Reader.judged(response, request)
      if let notes = CallOptions.currentNotes, Reader.isSuccess(response.head.status) { notes.add(response) }
      return (response, value)
    } catch {
      throw APIError(error, calling: endpoint, with: request)
    }
  }
}

extension APIError {
  /// Makes an error of a call from any error, with the call's endpoint and its request if there is one.
  init(
    _ error: any Error,
    calling endpoint: Endpoint,
    with request: APIRequest? = nil,
    otherwise code: Code = .unknown
  ) {
    switch error {
    case let error as APIError: self = error
    case is CancellationError: self.init(.cancelled)
    default: self.init(code, underlyingError: error)
    }
    self.endpoint = self.endpoint ?? endpoint
    if let request {
      requestDescription = requestDescription ?? request.redactedDescription
      sent = sent ?? SentRequest(request, isBare: true)
    }
  }
}

extension APIRequest {
  /// The method and the URL without the values of the query and without secrets in the path. A query may contain what a user
  /// typed, or a secret.
  fileprivate var redactedDescription: String {
    let (path, query) = (head.path ?? "/").splitTarget
    let redaction = Redaction { _ in "…" }
    let hasSecret = endpoint.path.placeholders.contains(where: redaction.hides)
    let text = "\(head.method.rawValue) \(head.scheme.map { "\($0)://" } ?? "")\(head.authority ?? "")"
    return text + (hasSecret ? redaction.path(path, endpoint) : String(path))
      + (query.map { "?\(Redaction.names(of: $0))" } ?? "")
  }
}
