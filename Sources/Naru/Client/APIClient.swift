public import Foundation
package import HTTPTypes

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
  private let address: Address
  /// The addresses of other servers.
  private let hosts: [Origin: Address]
  private let allowsInsecureHTTP: Bool
  private let timeout: Duration
  private let firstByteTimeout: Duration?
  private let maxResponseSize: Int
  private let release: HTTPField?
  /// The header fields of most requests, and of those with a JSON body. They are created once, because each addition to a request's own
  /// takes time.
  private let usualHeaders: HTTPFields
  private let usualJSONHeaders: HTTPFields
  /// Whether anything but the caller may read a response.
  private var hasMiddleware: Bool
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
  ///     each chunk. For an ``EventStream``: the longest wait for its start. The limit between two events is a day, or the
  ///     timeout of `withCallOptions`.
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
    self.timeout = timeout
    self.firstByteTimeout = firstByteTimeout
    self.maxResponseSize = maxResponseSize
    self.allowsInsecureHTTP = allowsInsecureHTTP
    self.release = release.map { HTTPField(name: .naruRelease, value: $0.description) }
    usualHeaders = HTTPFields([self.release, Self.acceptsJSON].compactMap(\.self))
    usualJSONHeaders = HTTPFields(usualHeaders + [Self.isJSON])
    // A key with a mistake would mean that its server gets no credentials.
    let problem = hosts.keys.first { Origin($0) == nil }.map { key in
      let key = key.prefix(200)
      return APIError(
        .encodingFailed,
        LocalizedMessage(
          korean: "hosts에 서버 주소가 아닌 값이 있어 아무것도 보내지 않았습니다: “\(key)”. https://uploads.example.com 같은 주소를 지정해 주세요.",
          english: """
            “\(key)” in hosts is not the address of a server, so nothing was sent. \
            Use one such as https://uploads.example.com.
            """
        )
      )
    }
    address = Address(baseURL, allowsInsecureHTTP: allowsInsecureHTTP, problem: problem)
    self.hosts = hosts.reduce(into: [:]) { hosts, host in
      guard let declared = Origin(host.key) else { return }
      hosts[declared] = Address(host.value, allowsInsecureHTTP: allowsInsecureHTTP)
    }
    hasMiddleware = !middleware.isEmpty
    userMiddleware = middleware.lazy.compactMap { $0 as? any UserMiddleware }.first
    let sender = RequestSender(transport, address, credentials, allowsInsecureHTTP: allowsInsecureHTTP)
    var pipeline: @concurrent @Sendable (APIRequest) async throws -> APIResponse = { request in
      sender.changes(request) ? try await sender.send(request) : try await sender.transmit(request)
    }
    for step in middleware.reversed() {
      let next = APINext(pipeline)
      pipeline = { try await step.intercept($0, next: next) }
    }
    self.pipeline = pipeline
  }

  /// Returns this client with one more middleware, which sees a request before all others.
  package func intercepted(by middleware: some Middleware) -> APIClient {
    var client = self
    let next = APINext(pipeline)
    client.hasMiddleware = true
    client.pipeline = { try await middleware.intercept($0, next: next) }
    return client
  }

  /// The path with the query of a request of this client, without the path of the client's address.
  package func target(of request: APIRequest) -> String {
    let path = request.head.path ?? "/"
    let basePath = address(of: request.endpoint).basePath
    return path.hasPrefix(basePath) ? String(path.dropFirst(basePath.count)) : path
  }

  /// Makes a request whose parts were stored.
  package func request(
    to endpoint: Endpoint,
    target: String,
    headers: HTTPFields,
    body: Data
  ) throws(APIError) -> APIRequest {
    let address = address(of: endpoint)
    if let problem = address.problem { throw problem }
    var head = HTTPRequest(
      method: endpoint.method.http,
      scheme: address.scheme,
      authority: address.authority,
      path: address.basePath + target,
      headerFields: headers
    )
    // An earlier release may have stored the request.
    head.headerFields[.naruRelease] = address.isKnown ? release?.value : nil
    return APIRequest(
      endpoint: endpoint,
      head: head,
      body: body,
      timeout: endpoint.timeout ?? timeout,
      maxResponseSize: maxResponseSize,
      origin: address.origin
    )
  }

  /// Sends a stored request and returns the response if it is a success.
  package func success(of request: APIRequest) async throws(APIError) -> APIResponse {
    try await judged(request, OutgoingCall(request.endpoint), AcknowledgementReader.self).response
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
    try await perform(call, ValueReader<Value>.self)
  }

  /// Sends a call that returns no value. Every 2xx is a success, unless the format finds a failure in the body, or the
  /// body is a web page.
  ///
  /// - Parameter call: the call.
  /// - Throws: ``APIError``.
  @concurrent
  public func send(_ call: OutgoingCall) async throws(APIError) {
    try await perform(call, NoValueReader.self)
  }

  /// Sends a call whose value is partly in header fields of the response.
  ///
  /// - Parameter call: the call.
  /// - Returns: the value.
  /// - Throws: ``APIError``.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value
  where Value.Body: Decodable {
    try await perform(call, HeadersReader<Value>.self)
  }

  /// Sends a call whose value is in header fields of the response. A body is ignored, unless the format finds a failure in it.
  ///
  /// - Parameter call: the call.
  /// - Returns: the value.
  /// - Throws: ``APIError``.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value
  where Value.Body == Void {
    try await perform(call, OnlyHeadersReader<Value>.self)
  }

  /// Sends a call and reads its response.
  func perform<Reader: ResponseReader>(_ call: OutgoingCall, _: Reader.Type) async throws(APIError) -> Reader.Value {
    try await judged(request(for: call), call, Reader.self).value
  }

  /// Makes the request of a call.
  package func request(for call: OutgoingCall) throws(APIError) -> APIRequest {
    do {
      return try encoded(call)
    } catch let error as APIError {
      throw report(error, call, nil)
    } catch {
      throw report(APIError(.encodingFailed, underlyingError: error), call, nil)
    }
  }

  /// Sends a request and returns the response with its value if it is a success.
  func judged<Reader: ResponseReader>(
    _ request: APIRequest,
    _ call: OutgoingCall,
    _: Reader.Type
  ) async throws(APIError) -> (response: APIResponse, value: Reader.Value) {
    let response: APIResponse
    do {
      response = try await send(request, Reader.self)
    } catch let error as APIError {
      throw report(error, call, request)
    } catch is CancellationError {
      throw report(APIError(.cancelled), call, request)
    } catch {
      throw report(APIError(.unknown, underlyingError: error), call, request)
    }
    do {
      let value = try Reader.judged(response, request)
      let status = response.head.status
      if status.kind == .successful || Reader.statuses.contains(status.code) {
        CallOptions.current.notes?.add(response)
      }
      return (response, value)
    } catch {
      throw report(error, call, request)
    }
  }

  private func send(_ request: APIRequest, _ reader: any ResponseReader.Type) async throws -> APIResponse {
    guard hasMiddleware else { return try await pipeline(request) }
    var request = request
    request.reader = reader
    return try await pipeline(request)
  }

  /// Returns the address of an endpoint's server.
  private func address(of endpoint: Endpoint) -> Address {
    guard let host = endpoint.details.host, address.problem == nil else { return address }
    // With the client's origin, a server that the app has not listed is another one than the client's.
    return hosts[host]
      ?? Address(host, withoutCredentialsOf: address.origin, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// Returns where a call goes: the address of its endpoint's server and the path, or a link's address and path.
  private func destination(of call: OutgoingCall) throws -> (address: Address, target: String) {
    let address = address(of: call.endpoint)
    if let problem = address.problem { throw problem }
    if case .address(let link)? = call.link {
      // A query of its own would change the address.
      guard call.query.isEmpty, let destination = try link.destination(on: address) else { throw APIError(linkTo: nil) }
      return destination
    }
    let target = try call.target(basePath: address.basePath)
    guard case .page(let link)? = call.link else { return (address, target) }
    guard let resolved = address.server?.resolve(link.text, against: target) else {
      throw APIError(linkTo: nil)
    }
    let servers = [address, self.address] + hosts.values
    guard let known = servers.first(where: { $0.server == resolved.server }) else {
      throw APIError(linkTo: resolved.server)
    }
    if let problem = known.problem { throw problem }
    return (known, resolved.target)
  }

  // Made once, because checking a field's value takes time.
  private static let acceptsJSON = HTTPField(name: .accept, value: "application/json")
  private static let isJSON = HTTPField(name: .contentType, value: "application/json")

  private func encoded(_ call: OutgoingCall) throws -> APIRequest {
    if let problem = call.problem { throw problem }
    let (address, target) = try destination(of: call)
    var options = CallOptions.current
    if case .address? = call.link, !address.isKnown {
      (options.headers, options.idempotencyKey, options.ifMatch) = ([:], nil, nil)
    }
    let isUsual = call.headers.isEmpty && address.isKnown
    var head = HTTPRequest(
      method: call.endpoint.method.http,
      scheme: address.scheme,
      authority: address.authority,
      path: target,
      headerFields: !isUsual ? call.headers : call.body.isJSON ? usualJSONHeaders : usualHeaders
    )
    if !isUsual {
      if let release, address.isKnown { head.headerFields.append(release) }
      if !head.headerFields.contains(.accept) { head.headerFields.append(Self.acceptsJSON) }
    }
    var body = Data()
    var stream: Blob?
    switch call.body {
    case .none:
      if !isUsual { head.headerFields[.contentType] = nil }
    case .json(let value):
      body = try call.endpoint.format.json.encode(value)
      if !isUsual, !head.headerFields.contains(.contentType) { head.headerFields.append(Self.isJSON) }
    case .text(let text):
      body = Data(text.utf8)
    case .form(let fields):
      body = Data(QueryString.encode(fields).utf8)
      head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    case .parts(let parts):
      stream = MultipartBody.blob(parts)
    case .blob(let blob):
      stream = blob
    }
    if let stream {
      guard HTTPField.isValidValue(stream.contentType) else { throw InvalidMediaType(text: stream.contentType) }
      head.headerFields[.contentType] = stream.contentType
    }
    if let key = call.idempotencyKey(options) { head.headerFields[.idempotencyKey] = key }
    if let version = options.ifMatch, call.endpoint.changesItsPath {
      head.headerFields[.ifMatch] = version.text
    }
    head.headerFields.replace(with: options.headers)
    let isGuest = options.asGuest == true && call.endpoint.auth != .none
    var request = APIRequest(
      endpoint: isGuest ? call.endpoint.forGuests : call.endpoint,
      head: head,
      body: body,
      timeout: options.timeout ?? call.endpoint.timeout ?? timeout,
      maxResponseSize: options.maxResponseSize ?? maxResponseSize,
      origin: address.origin
    )
    request.followsRedirects = options.followsRedirects ?? call.endpoint.followsRedirects
    request.isGuest = isGuest
    request.stream = stream
    request.firstByteTimeout = options.firstByteTimeout ?? firstByteTimeout
    request.onSend = options.onSend
    request.sameUser = options.sameUser
    return request
  }

  /// Adds the call and the request to an error.
  func report(_ error: APIError, _ call: OutgoingCall, _ request: APIRequest?) -> APIError {
    var error = error
    error.endpoint = error.endpoint ?? call.endpoint
    if let request {
      error.requestDescription = error.requestDescription ?? request.redactedDescription
      error.sent = error.sent ?? SentRequest(request, isBare: true)
    }
    return error
  }
}

extension APIError {
  /// Creates the error for a link that is not followed: to a page on another server, or not an address. The link itself may contain secrets.
  fileprivate init(linkTo server: Origin?) {
    let localizedMessage =
      if let server {
        LocalizedMessage(
          korean: "다음 페이지가 다른 서버(\(server))에 있어 아무것도 보내지 않았습니다. 그 서버를 믿는다면 APIClient의 hosts에 적으세요.",
          english: """
            The page is on another server (\(server)), so nothing was sent. If you trust it, list it in the hosts of APIClient.
            """
        )
      } else {
        LocalizedMessage(
          korean: "링크가 주소가 아니어서 아무것도 보내지 않았습니다.",
          english: "The link is not an address, so nothing was sent."
        )
      }
    self.init(.encodingFailed, localizedMessage)
  }

  /// Creates the error for a response that is a failure.
  init(_ failure: ServerFailure, _ head: HTTPResponse, _ endpoint: Endpoint) {
    var code = Code(status: head.status)
    if head.status.kind == .successful {
      // The status doesn't say which kind of failure it is. The code may say that it is only a temporary one.
      let status = failure.code.flatMap { own in
        ([.tooManyRequests] + Self.unavailable).first { endpoint.format.code(of: $0) == own }
      }
      code = status.map(Code.init(status:)) ?? .invalidRequest
    }
    if let own = failure.code, endpoint.format.endsCredential(own) { code = .unauthorized }
    self.init(
      code,
      failure.message.map { LocalizedMessage(stringLiteral: $0) },
      serverCode: failure.code,
      status: head.status,
      retryAfter: head.headerFields.retryAfter(now: Date()),
      fields: failure.fields.map(Field.init),
      headers: head.headerFields.withoutCookies
    )
    self.failure = failure.body
  }

  private static let unavailable: [HTTPResponse.Status] = [.badGateway, .serviceUnavailable, .gatewayTimeout]

  /// Whether the server was not available: 502, 503 and 504, also with the format's code of one of them under 2xx.
  package var isUnavailable: Bool {
    guard let status else { return false }
    return Self.unavailable.contains { $0.code == status.code }
      || status.kind == .successful && [.serverError, .timedOut].contains(code)
  }

  /// Whether the request did not reach a server that works: something else responded, or the server was not available.
  package var isUnserved: Bool { isForeign || isUnavailable }
}

extension APIError {
  /// Creates the error for a successful response that the contract doesn't allow.
  init(unreadable response: APIResponse, underlyingError: any Error) {
    self.init(
      .decodingFailed,
      status: response.head.status,
      underlyingError: underlyingError,
      headers: response.head.headerFields.withoutCookies
    )
    isForeign = true
    // The beginning of a stream is unknown until it is read.
    if response.stream == nil || response.stream?.data != nil { excerpt = response.excerpt }
  }
}

extension HTTPFields {
  /// The fields without those that set cookies, which are secrets.
  fileprivate var withoutCookies: HTTPFields {
    var fields = self
    fields[.setCookie] = nil
    return fields
  }
}

/// The error for a blob whose content type is not valid in a header field.
private struct InvalidMediaType: Error, CustomStringConvertible {
  let text: String

  var description: String { "“\(text.prefix(60))” is not a valid media type." }
}

extension Endpoint.Method {
  /// The method as a value of HTTPTypes.
  package var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .head: .head
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
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
