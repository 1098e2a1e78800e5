public import Foundation
public import HTTPTypes

/// What a live contract calls through: where the server is, how requests get there, and the steps on the way.
///
/// ```swift
/// let client = APIClient(url, transport: URLSessionTransport(), middleware: [BearerAuthentication { token }])
/// let books = Books.live(client)
/// ```
///
/// A client is a value and keeps no state of its own; make one and pass it around.
public struct APIClient: Sendable {
  /// The address that the paths of all contracts are added to.
  public let baseURL: URL
  private let scheme: String?
  private let authority: String?
  private let basePath: String
  private let origin: Origin?
  private let timeout: Duration
  private let firstByteTimeout: Duration?
  private let responseLimit: Int
  /// Why nothing may be sent to the address.
  private let addressProblem: APIError?
  private let pipeline: @Sendable (APIRequest) async throws -> APIResponse

  /// A client of the server at `baseURL`.
  ///
  /// - Parameters:
  ///   - baseURL: where the server is. A path in it comes before the paths of the contracts; query and fragment are
  ///     not used.
  ///   - transport: what carries the requests.
  ///   - middleware: the steps on the way; the first one sees a request first.
  ///   - timeout: how long a whole call may take. For an answer that comes as a ``Blob``: how long to wait for its beginning,
  ///     and then for each piece. For an ``EventStream``: for its beginning; between two events there may be a day, or the
  ///     timeout of ``withOptions(_:isolation:_:)``.
  ///   - firstByteTimeout: how long to wait for the beginning of an answer. `nil`: no less than for the whole.
  ///   - responseLimit: the largest body of an answer that is read, in bytes.
  ///   - allowsInsecureHTTP: whether an address may be `http` that is not of this machine (`127.0.0.0/8`, `::1`,
  ///     `localhost`, `*.localhost`). Without it, calls fail with ``APIError/Code/insecure``: everyone on the way could read
  ///     the token. Give it for a server in your own network.
  ///
  /// An address that is neither `http` nor `https`, or has no host, fails every call with ``APIError/Code/unencodable``.
  public init(
    _ baseURL: URL,
    transport: some Transport,
    middleware: [any Middleware] = [],
    timeout: Duration = .seconds(60),
    firstByteTimeout: Duration? = nil,
    responseLimit: Int = 32 << 20,
    allowsInsecureHTTP: Bool = false
  ) {
    self.baseURL = baseURL
    self.timeout = timeout
    self.firstByteTimeout = firstByteTimeout
    self.responseLimit = responseLimit
    scheme = baseURL.scheme
    let components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
    authority = components?.percentEncodedHost.map { host in components?.port.map { "\(host):\($0)" } ?? host }
    let path = components?.percentEncodedPath ?? ""
    basePath = path.hasSuffix("/") ? String(path.dropLast()) : path
    let (scheme, authority) = (scheme, authority)
    let origin = Origin(scheme: scheme, authority: authority)
    self.origin = origin
    addressProblem = Origin.problem(with: origin, allowsInsecureHTTP: allowsInsecureHTTP)
    var pipeline: @Sendable (APIRequest) async throws -> APIResponse = { request in
      // A middleware may have changed the address.
      if request.head.scheme != scheme || request.head.authority != authority {
        let target = Origin(scheme: request.head.scheme, authority: request.head.authority)
        if let problem = Origin.problem(with: target, allowsInsecureHTTP: allowsInsecureHTTP) { throw problem }
      }
      do {
        var response = try await transport.send(request)
        if response.head.status.kind != .successful { response.sent = SentRequest(request) }
        return response
      } catch var error as APIError {
        error.sent = SentRequest(request)
        throw error
      }
    }
    for step in middleware.reversed() {
      let next = pipeline
      pipeline = { try await step.intercept($0, next: next) }
    }
    self.pipeline = pipeline
  }

  /// Makes a call and reads the value of the answer.
  ///
  /// 1. The values become a request; what can't be written is ``APIError/Code/unencodable``, and nothing is sent.
  /// 2. The request goes through the middleware and the transport.
  /// 3. A status outside 200…299 is the failure that the format reads; the rest is the value that it reads.
  ///
  /// - Throws: ``APIError`` and nothing else.
  @concurrent
  public func send<Value: Decodable & Sendable>(_ call: OutgoingCall) async throws(APIError) -> Value {
    try await perform(call) { response throws in
      try call.endpoint.format.decode(Value.self, from: response.body)
    }
  }

  /// Makes a call that has no value: every 2xx is a success whatever the body.
  ///
  /// - Throws: ``APIError`` and nothing else.
  @concurrent
  public func send(_ call: OutgoingCall) async throws(APIError) {
    try await perform(call) { response throws in
      try call.endpoint.format.checkSuccess(response.body)
    }
  }

  /// Makes a call of whose value a part travels in header fields.
  ///
  /// - Throws: ``APIError`` and nothing else.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value {
    try await perform(call) { response throws in
      let body = try call.endpoint.format.decode(Value.Body.self, from: response.body)
      return try Value(body: body, headers: response.head.headerFields)
    }
  }

  func perform<Value>(
    _ call: OutgoingCall,
    read: (APIResponse) throws -> Value
  ) async throws(APIError) -> Value {
    let request = try request(for: call)
    let response = try await response(to: request, of: call)
    do {
      return try read(response)
    } catch let failure as ServerFailure {
      throw report(APIError(failure, response.head), call, request)
    } catch {
      if let response = response.inUTF8 {
        do {
          return try read(response)
        } catch let failure as ServerFailure {
          throw report(APIError(failure, response.head), call, request)
        } catch {}
      }
      throw report(APIError(unreadable: response, cause: error), call, request)
    }
  }

  /// The request of a call.
  func request(for call: OutgoingCall) throws(APIError) -> APIRequest {
    if let addressProblem { throw report(addressProblem, call, nil) }
    do {
      return try request(call)
    } catch {
      throw report(APIError(.unencodable, cause: error), call, nil)
    }
  }

  /// The answer to a request, if it is a success.
  func response(to request: APIRequest, of call: OutgoingCall) async throws(APIError) -> APIResponse {
    let response: APIResponse
    do {
      response = try await pipeline(request)
    } catch let error as APIError {
      throw report(error, call, request)
    } catch is CancellationError {
      throw report(APIError(.cancelled), call, request)
    } catch {
      throw report(APIError(.failed, cause: error), call, request)
    }
    guard response.head.status.kind == .successful else {
      let failure = call.endpoint.format.decodeFailure(from: (response.inUTF8 ?? response).body)
      var error = APIError(failure ?? ServerFailure(), response.head)
      if failure?.message == nil { error.excerpt = response.excerpt }
      error.sent = response.sent
      throw report(error, call, request)
    }
    return response
  }

  private func request(_ call: OutgoingCall) throws -> APIRequest {
    if let problem = call.problem { throw problem }
    let options = CallOptions.current
    var head = HTTPRequest(
      method: call.endpoint.method.http,
      scheme: scheme,
      authority: authority,
      path: try call.target(basePath: basePath),
      headerFields: call.headers
    )
    head.headerFields[.accept] = "application/json"
    var body = Data()
    var stream: Blob?
    switch call.body {
    case .none:
      break
    case .json(let value):
      body = try call.endpoint.format.json.encode(value)
      head.headerFields[.contentType] = "application/json"
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
    head.headerFields[.idempotencyKey] = call.idempotencyKey(options)
    head.headerFields.replace(with: options.headers)
    var request = APIRequest(
      endpoint: call.endpoint,
      head: head,
      body: body,
      timeout: options.timeout ?? timeout,
      responseLimit: options.responseLimit ?? responseLimit,
      origin: origin
    )
    request.stream = stream
    request.firstByteTimeout = options.firstByteTimeout ?? firstByteTimeout
    request.onSend = options.onSend
    return request
  }

  /// Adds to an error which call it is about.
  func report(_ error: APIError, _ call: OutgoingCall, _ request: APIRequest?) -> APIError {
    var error = error
    error.endpoint = error.endpoint ?? call.endpoint
    if let request {
      error.request = error.request ?? request.redactedDescription
      error.sent = error.sent ?? SentRequest(request, isBare: true)
    }
    return error
  }
}

extension APIError {
  /// The error for an answer that says that it is a failure.
  init(_ failure: ServerFailure, _ head: HTTPResponse) {
    // A failure under a 2xx has no status that says what kind it is.
    let code: Code = head.status.kind == .successful ? .invalid : Code(status: head.status)
    self.init(
      code,
      failure.message.map { Sentence(stringLiteral: $0) },
      serverCode: failure.code,
      status: head.status,
      retryAfter: head.headerFields.retryAfter(now: Date())
    )
  }
}

extension APIError {
  /// The error for a success that is not what the contract says.
  init(unreadable response: APIResponse, cause: any Error) {
    self.init(.undecodable, status: response.head.status, cause: cause)
    excerpt = response.excerpt
  }
}

/// A body that says that it is something that no header field can hold.
private struct InvalidMediaType: Error, CustomStringConvertible {
  let text: String

  var description: String { "“\(text.prefix(60))” is no media type." }
}

extension Endpoint.Method {
  /// The method as HTTPTypes has it.
  public var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }
}

extension APIRequest {
  /// The method and the URL with the query's values left out, since they may be what a person typed, or a secret, and without
  /// what stands in the path for a secret.
  fileprivate var redactedDescription: String {
    let (path, query) = (head.path ?? "/").splitTarget
    let redaction = Redaction { _ in "…" }
    let hasSecret = endpoint.path.placeholders.contains(where: redaction.hides)
    let text = "\(head.method.rawValue) \(head.scheme.map { "\($0)://" } ?? "")\(head.authority ?? "")"
    let names = query?.split(separator: "&").map { "\($0.prefix { $0 != "=" })=…" }
    return text + (hasSecret ? redaction.path(path, endpoint) : String(path))
      + (names.map { "?\($0.joined(separator: "&"))" } ?? "")
  }
}
