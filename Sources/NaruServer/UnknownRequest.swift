import HTTPTypes
import Hummingbird
import Naru

// These are thrown and not returned, because the contracts of another `mount` may have the path with this method.

/// The 405 for a path that exists with other methods.
struct OtherMethods: HTTPResponseError {
  /// Encodes the body in the closest contract's format, or in the default format if no contract matches.
  private let rejection: @Sendable (HTTPRequest) -> APIResponse
  private let methods: Set<String>
  var status: HTTPResponse.Status { .methodNotAllowed }

  /// The 405 of a contract.
  init(_ methods: [Endpoint.Method], of contract: ServedContract) {
    self.init(Set(methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] })) { head in
      contract.methodNotAllowed([], to: head)
    }
  }

  /// The 405 of plain routes.
  init(_ methods: Set<String>, in language: Language) {
    self.init(methods) { head in
      APIResponse(failure: APIError(.methodNotAllowed), format: BareJSON.self, to: head, otherwise: language)
    }
  }

  private init(_ methods: Set<String>, rejection: @escaping @Sendable (HTTPRequest) -> APIResponse) {
    self.methods = methods
    self.rejection = rejection
  }

  /// The same with the methods of another one.
  func adding(_ other: OtherMethods) -> OtherMethods {
    OtherMethods(methods.union(other.methods), rejection: rejection)
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var answer = rejection(request.head)
    answer.head.headerFields[.allow] = methods.sorted().joined(separator: ", ")
    return Response(answer)
  }
}

/// The 404 for a path that does not exist.
struct UnknownPath: HTTPResponseError {
  let answer: APIResponse
  /// Whether it is in the format of contracts whose paths begin like this one.
  let isOwn: Bool
  var status: HTTPResponse.Status { answer.head.status }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(answer)
  }
}

extension HTTPResponseError {
  /// Whether the router has no route for the path, as opposed to a handler that returned 404.
  var isUnknownPath: Bool {
    switch self {
    case let error as HTTPError: error.status == .notFound && error.body == nil
    default: self is UnknownPath
    }
  }
}
