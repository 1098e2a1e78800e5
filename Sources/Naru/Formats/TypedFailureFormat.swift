public import Foundation
public import HTTPTypes

/// The body of a failure, as a type of a ``TypedFailureFormat``.
///
/// ```swift
/// struct GitHubFailure: FailureBody {
///   struct Problem: Codable, Sendable, Equatable { var field: String; var code: String }
///
///   var message: String
///   var errors: [Problem]?
///
///   init(_ failure: ServerFailure, status: HTTPResponse.Status) {
///     message = failure.message ?? status.reasonPhrase
///     errors = failure.fields.map { Problem(field: $0.name, code: $0.code ?? "invalid") }
///   }
///
///   var summary: ServerFailure {
///     ServerFailure(message: message, fields: (errors ?? []).map { .init($0.field, $0.code, code: $0.code) })
///   }
/// }
/// ```
public protocol FailureBody: Codable, Sendable, Equatable {
  /// Creates the body of a failure that a server reports without one: an unknown path, invalid parameters, or an ``APIError`` that has
  /// no ``APIError/failure`` of this type.
  ///
  /// - Parameters:
  ///   - failure: the code, the sentence in the server's language, and the invalid fields.
  ///   - status: the status of the response.
  init(_ failure: ServerFailure, status: HTTPResponse.Status)

  /// The code, the sentence and the invalid fields, for code that doesn't know this type.
  var summary: ServerFailure { get }
}

/// Plain JSON; a failure is a type of yours.
///
/// ```swift
/// enum GitHub: TypedFailureFormat {
///   typealias Failure = GitHubFailure
///   static let json = JSONCoding()
/// }
/// ```
///
/// The app finds the body in the error, with the status and the header fields:
///
/// ```swift
/// do {
///   try await issues.add(issue: issue)
/// } catch let error as APIError {
///   for problem in (error.failure as? GitHubFailure)?.errors ?? [] { mark(problem.field) }
///   if let page = error.headers[.location] { open(page) }
/// }
/// ```
///
/// A server's closure responds with one: `throw APIError(.invalidRequest, status: .unprocessableContent, failure: GitHubFailure(…))`.
///
/// A format whose failures have several types implements ``ResponseFormat/decodeFailure(from:head:)``, which sees the status and the
/// header fields, and returns `ServerFailure(body)` with any of them.
public protocol TypedFailureFormat: ResponseFormat {
  /// The type of a failure's body.
  associatedtype Failure: FailureBody
}

extension TypedFailureFormat {
  /// Reads a body. Returns `nil` if it is not a `Failure`.
  public static func decodeFailure(from body: Data) -> ServerFailure? {
    (try? json.decode(Failure.self, from: body)).map { ServerFailure($0) }
  }

  /// Writes the failure's own body, or a body with its code, message and fields.
  public static func encode(_ failure: ServerFailure, status: HTTPResponse.Status) throws -> Data {
    try json.encode(failure.body as? Failure ?? Failure(failure, status: status))
  }
}

/// Returns whether two bodies have the same type and value.
func areEqual(_ left: (any FailureBody)?, _ right: (any FailureBody)?) -> Bool {
  func isEqual<Body: FailureBody>(_ left: Body) -> Bool { left == right as? Body }
  return if let left { isEqual(left) } else { right == nil }
}
