import Foundation
public import HTTPTypes

/// A failed call: the endpoint, the server's response, and the reason.
///
/// A live contract throws only `APIError`. A server's closures throw it too, and the contract's format turns it into a
/// response: `throw APIError(.notFound, "책을 찾을 수 없습니다.")`.
///
/// ```swift
/// do {
///   shelf = try await api.list(status: .reading)
/// } catch let error as APIError where error.code == .unauthorized {
///   showSignIn()
/// } catch {
///   alert(error.localizedDescription)  // the server's own sentence, if it sent one
/// }
/// ```
public struct APIError: Error, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The server's own code, such as `BOOK_NOT_FOUND`. `nil` if it sent none.
  public var serverCode: String?
  /// The server's own sentence, or the handler's. `nil` if there is none; ``localizedMessage`` then falls back to the code's message.
  public var message: LocalizedMessage?
  /// The status of the response. `nil` if there was no response.
  public var status: HTTPResponse.Status?
  /// The invalid fields of the request, if the server names them. A screen can show each sentence beside its field.
  public var fields: [Field]
  /// The body of the response, in the type that the contract's format has for it: `error.failure as? GitHubFailure`. `nil` if the
  /// format has no such type, if the response is not in the format, or if there was none.
  public var failure: (any FailureBody)?
  /// The header fields of the response, such as `Location` or `X-RateLimit-Reset`, without `Set-Cookie`. In an error that a
  /// server's closure throws: more fields for the response.
  public var headers: HTTPFields
  /// The endpoint that was called. `nil` in an error that a server's closure throws.
  public var endpoint: Endpoint?
  /// The request as it was sent: the method and the URL, without header fields and without the query's values.
  public var requestDescription: String?
  /// The beginning of a response that could not be read: a response that doesn't match the contract, or a failure that has no
  /// sentence or is not in the contract's format, such as an error page. `nil` if the response could be read, or if there
  /// was none.
  ///
  /// It is one line of at most 200 characters, with `<redacted>` for everything that looks like a token, a password or a
  /// cookie, and `""` for an empty body. It may still contain personal data, so show it in logs and not on the screen.
  public var excerpt: String?
  /// How long to wait before the next attempt, at most a year. `nil` if the server did not say.
  public var retryAfter: Duration?
  /// The underlying error. `nil` if there is none.
  public var underlyingError: (any Error)?
  /// Whether the response is not the contract's, such as a web page, so that it says nothing about the call.
  package var isForeign = false
  /// The request, for ``curl``. `nil` if none was made.
  var sent: SentRequest?

  /// Creates an error.
  ///
  /// A server's closure throws one as its response. A `status` that it gives is sent as it is, such as a 503; without one, the
  /// status is the kind's, and a kind without a status of its own is an unexpected error: a 500 that is logged.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - message: the message to show. By default, the message of `failure`.
  ///   - serverCode: the code for programs. By default, the code of `failure`.
  ///   - status: the status of the response.
  ///   - retryAfter: how long to wait before the next attempt.
  ///   - underlyingError: the underlying error. It is not sent.
  ///   - fields: the invalid fields of the request. By default, the fields of `failure`.
  ///   - failure: the body of the response. A format of another type writes its message, code and fields.
  ///   - headers: more header fields of the response.
  public init(
    _ code: Code,
    _ message: LocalizedMessage? = nil,
    serverCode: String? = nil,
    status: HTTPResponse.Status? = nil,
    retryAfter: Duration? = nil,
    underlyingError: (any Error)? = nil,
    fields: [Field] = [],
    failure: (any FailureBody)? = nil,
    headers: HTTPFields = [:]
  ) {
    let summary = failure?.summary
    self.code = code
    self.message = message ?? summary?.message.map { LocalizedMessage(stringLiteral: $0) }
    self.serverCode = serverCode ?? summary?.code
    self.status = status
    self.retryAfter = retryAfter
    self.underlyingError = underlyingError
    self.fields = fields
    if let summary, fields.isEmpty { self.fields = summary.fields.map(Field.init) }
    self.failure = failure
    self.headers = headers
  }
}

extension APIError: Equatable {
  /// Compares what an app decides by or shows: the kind, the server's code, the message, the status, the invalid fields, the typed
  /// failure and the wait. The endpoint, the request, the header fields, the excerpt and the cause say how the error came about and
  /// are not compared, so that an error from a server equals an error that a test makes.
  public static func == (left: APIError, right: APIError) -> Bool {
    left.code == right.code && left.serverCode == right.serverCode && left.message == right.message
      && left.status == right.status && left.retryAfter == right.retryAfter && left.fields == right.fields
      && areEqual(left.failure, right.failure)
  }
}

extension APIError: PresentableError {
  /// The message to show to a user, in all its languages: the server's, or the fields', or the code's.
  public var localizedMessage: LocalizedMessage {
    // Some servers send a blank message beside the code.
    if let message, message.korean.contains(where: { !$0.isWhitespace }) { return message }
    guard !fields.isEmpty else { return code.localizedMessage }
    return .joined(fields.map(\.message))
  }

  /// One line for a log: the code, the call, the status, the ``excerpt``, the server's code and sentence, and the cause. For
  /// a response that can't be decoded, the cause is the place in it: `list[3].postId: is missing`. The line never has a
  /// header field, a value of the query, or more of a body than the excerpt.
  public var description: String {
    var parts = ["\(code)"]
    if let endpoint { parts.append(endpoint.id) }
    if let requestDescription { parts.append(requestDescription) }
    if let status { parts.append("status \(status.code)") }
    if let excerpt { parts.append(excerpt.isEmpty ? "an empty response" : "response “\(excerpt)”") }
    if let serverCode { parts.append("code \(Excerpt.text(of: serverCode))") }
    if let message { parts.append("“\(Excerpt.line(of: Excerpt.redacted("\(message)")))”") }
    if let underlyingError {
      parts.append("because: \((underlyingError as? DecodingError)?.plainText ?? "\(underlyingError)")")
    }
    return parts.joined(separator: ", ")
  }
}
