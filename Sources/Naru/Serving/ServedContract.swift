import Foundation
public import HTTPTypes
import Logging

/// A contract with a value that answers it: what stands between a web server and the closures.
///
/// `NaruServer` puts one into a Hummingbird router, and ``InMemoryTransport`` calls one directly. To serve contracts with
/// another web server, match each request and let the match respond.
public struct ServedContract: Sendable {
  /// What a contract has for a request.
  public enum Match: Sendable {
    /// An endpoint.
    case found(MatchedCall)
    /// Endpoints on this path, but with other methods only.
    case otherMethods([Endpoint.Method])
    /// Nothing.
    case none
  }

  typealias Answer = @concurrent @Sendable (Caller, IncomingCall) async throws -> APIResponse

  /// The tokens of the contract's endpoints.
  public var endpoints: [Endpoint] { routes.map(\.endpoint) }

  private let routes: [(endpoint: Endpoint, answer: Answer)]
  private let basePath: [String]
  /// What the paths begin with, where they have no beginning in common. `nil` where they have one, or one is open.
  private let firstSegments: Set<Substring>?
  private let format: any ResponseFormat.Type
  private let options: ServingOptions

  /// Serves a contract.
  ///
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: who may call, and the limits.
  ///   - api: the value for a caller; called once for each request that is let in. What it throws becomes the answer.
  public init<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) {
    let routes = API.routes
    self.options = options
    self.routes =
      routes
      .sorted { $0.endpoint.path.isMoreSpecific(than: $1.endpoint.path) }
      .map { route in
        (route.endpoint, { caller, call in try await route.answer(api(caller), call) })
      }
    format = routes.first?.endpoint.format ?? BareJSON.self
    basePath = Self.commonPath(routes.map(\.endpoint.path))
    firstSegments = basePath.isEmpty ? Self.firstSegments(routes.map(\.endpoint.path)) : nil
  }

  /// Looks for the endpoint that a request is for. `HEAD` is answered by what answers `GET`, without the body.
  ///
  /// - Parameters:
  ///   - method: the request's method.
  ///   - path: the path as it came, percent-encoded, without the query.
  public func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let segments = path.pathSegments
    var others: [Endpoint.Method] = []
    for route in routes {
      guard let values = route.endpoint.path.match(segments) else { continue }
      let wanted = route.endpoint.method.http
      if wanted == method || (method == .head && wanted == .get) {
        return .found(
          MatchedCall(endpoint: route.endpoint, pathValues: values, handler: route.answer, options: options)
        )
      }
      others.append(route.endpoint.method)
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }

  /// The 404 of this contract, in its own format. `nil` for a path that does not begin as the contract's paths do.
  public func unknownPath(_ path: Substring) -> APIResponse? {
    let segments = path.pathSegments
    guard segments.starts(with: basePath, by: ==), firstSegments?.contains(segments.first ?? "") ?? true else {
      return nil
    }
    return APIResponse(
      failure: APIError(
        .notFound,
        Sentence(
          korean: "이런 주소는 없습니다: \(path.prefix(200))",
          english: "There is no such address: \(path.prefix(200))"
        )
      ),
      format: format,
      language: options.language
    )
  }

  /// The 405 of this contract, in its own format, with the methods that there are.
  public func methodNotAllowed(_ allowed: [Endpoint.Method]) -> APIResponse {
    var response = APIResponse(
      failure: APIError(.methodNotAllowed),
      format: format,
      language: options.language
    )
    let names = Set(allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] })
    response.head.headerFields[.allow] = names.sorted().joined(separator: ", ")
    return response
  }

  /// The first segments of all paths. `nil` if one is a placeholder, or there is none: then any path may be meant.
  private static func firstSegments(_ paths: [PathTemplate]) -> Set<Substring>? {
    var first: Set<Substring> = []
    for path in paths {
      guard case .literal(let text) = path.segments.first else { return nil }
      first.insert(text[...])
    }
    return first
  }

  /// The literal segments with which all paths begin.
  private static func commonPath(_ paths: [PathTemplate]) -> [String] {
    guard let first = paths.first else { return [] }
    var common: [String] = []
    for (index, segment) in first.segments.dropLast().enumerated() {
      guard case .literal(let text) = segment,
        paths.allSatisfy({ $0.segments.dropLast().dropFirst(index).first == segment })
      else { break }
      common.append(text)
    }
    return common
  }
}

/// A request that was matched to an endpoint, ready to be answered.
public struct MatchedCall: Sendable {
  /// The endpoint.
  public let endpoint: Endpoint
  let pathValues: [(name: String, value: Substring)]
  let handler: ServedContract.Answer
  let options: ServingOptions

  /// Answers the request. Never throws: every error becomes an answer in the contract's format.
  ///
  /// What is unexpected is a 500 that tells nothing of the inside; it is logged under a number, which the answer carries in
  /// its sentence and in `X-Error-ID`.
  ///
  /// - Parameters:
  ///   - head: the request's head.
  ///   - body: the request's body. Read at most once, and only after the caller was let in, as far as the endpoint has a use
  ///     for it.
  @concurrent
  public func respond(to head: HTTPRequest, body: @escaping @Sendable () -> Blob) async -> APIResponse {
    var response: APIResponse
    do {
      let caller = try await caller(head)
      let call = try IncomingCall(
        endpoint: endpoint,
        head: head,
        pathValues: pathValues,
        content: body,
        options: options
      )
      response = try await answer(caller, call)
      if let stream = response.stream { response.stream = logged(stream) }
    } catch {
      response = failure(error)
    }
    if head.method == .head {
      response.body = Data()
      response.stream = nil
    }
    return response
  }

  /// An answer that has begun can't become an error any more: it breaks off, and the reason is in the log.
  private func logged(_ stream: Blob) -> Blob {
    stream.observed { _ in
    } onError: { error in
      options.logger.error(
        "An answer broke off.",
        metadata: ["endpoint": "\(endpoint.id)", "error": "\(error)"]
      )
      return error
    }
  }

  private func answer(_ caller: Caller, _ call: IncomingCall) async throws -> APIResponse {
    guard let limit = options.timeLimit else { return try await handler(caller, call) }
    return try await withTimeLimit(limit) { try await handler(caller, call) }
  }

  private func caller(_ head: HTTPRequest) async throws -> Caller {
    let (scheme, authority) = (head.scheme ?? "http", head.authority ?? "")
    guard endpoint.auth != .none, let field = head.headerFields[.authorization] else {
      guard endpoint.auth != .required else { throw Refusal(invalidToken: false) }
      return Caller(user: nil, scheme: scheme, authority: authority)
    }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", let authenticator = options.authenticator,
      let user = try await authenticator.user(for: Secret(String(parts[1])), calling: endpoint)
    else { throw Refusal(invalidToken: true) }
    return Caller(user: user, scheme: scheme, authority: authority)
  }

  private func failure(_ error: any Error) -> APIResponse {
    switch error {
    case let refusal as Refusal:
      var response = APIResponse(failure: refusal.error, format: endpoint.format, language: options.language)
      response.head.headerFields[.wwwAuthenticate] = refusal.invalidToken ? "Bearer error=\"invalid_token\"" : "Bearer"
      return response
    case let problem as any RequestProblem:
      return APIResponse(
        failure: APIError(.invalid, problem.sentence),
        format: endpoint.format,
        language: options.language
      )
    case let error as APIError where error.request == nil && error.code.status != .internalServerError:
      return APIResponse(failure: error, format: endpoint.format, language: options.language)
    default:
      // An error of a call to another server ends up here too: its status says nothing about this one.
      let id = options.makeErrorID()
      options.logger.error(
        "A handler failed unexpectedly.",
        metadata: [
          "endpoint": "\(endpoint.id)", "id": "\(id)", "error": "\(error)",
        ]
      )
      var response = APIResponse(
        failure: APIError(
          .server,
          Sentence(
            korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요. (오류 번호 \(id))",
            english: "The server has a problem. Try again in a moment. (error number \(id))"
          )
        ),
        format: endpoint.format,
        language: options.language
      )
      response.head.headerFields[.errorID] = id
      return response
    }
  }

  /// A caller who was not let in.
  private struct Refusal: Error {
    let invalidToken: Bool

    var error: APIError {
      guard invalidToken else { return APIError(.unauthorized) }
      return APIError(
        .unauthorized,
        Sentence(
          korean: "로그인 정보가 올바르지 않거나 만료되었습니다. 다시 로그인해 주세요.",
          english: "Your sign-in is not valid or has expired. Please sign in again."
        )
      )
    }
  }
}

extension APIResponse {
  /// A failure as a format writes it.
  package init(failure error: APIError, format: any ResponseFormat.Type, language: Language) {
    let status = error.status ?? error.code.status
    let failure = ServerFailure(code: error.serverCode, message: error.sentence.text(in: language))
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/json; charset=utf-8"
    if let wait = error.retryAfter { head.headerFields[.retryAfter] = String(max(1, wait.components.seconds)) }
    do {
      self.init(head: head, body: try format.encode(failure, status: status))
    } catch {
      // A format that can't write two strings: the status is what is left to say.
      head.headerFields[.contentType] = nil
      self.init(head: head)
    }
  }
}

extension HTTPField.Name {
  static let errorID = known("X-Error-ID")
}
