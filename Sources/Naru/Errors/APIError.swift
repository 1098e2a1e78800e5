import Foundation
public import HTTPTypes

/// A failed call: which one, what the server answered, and why it failed.
///
/// A live contract throws only `APIError`. A server's closures throw it too, and the contract's format turns it into a
/// response: `throw APIError(.notFound, "그런 책이 없습니다.")`.
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
  /// The server's own sentence, or the handler's. `nil` if there is none; ``sentence`` then falls back to the code's text.
  public var message: Sentence?
  /// The status of the response. `nil` if there was no response.
  public var status: HTTPResponse.Status?
  /// The endpoint that was called. `nil` in an error that a server's closure throws.
  public var endpoint: Endpoint?
  /// The request as it was sent: the method and the URL, without header fields and without the query's values.
  public var request: String?
  /// The beginning of a response that could not be read: one that is not what the contract says, or a failure that has no
  /// sentence or is not in the contract's format, such as an error page. `nil` if the response could be read, or if there
  /// was none.
  ///
  /// It is one line of at most 200 characters, with `<redacted>` for everything that looks like a token, a password or a
  /// cookie, and `""` for an empty body. It may still contain personal data, so show it in logs and not on the screen.
  public var excerpt: String?
  /// How long to wait before the next attempt. `nil` if the server did not say.
  public var retryAfter: Duration?
  /// The underlying error. `nil` if there is none.
  public var cause: (any Error)?
  /// The request, for ``curl``. `nil` if none was made.
  var sent: SentRequest?

  /// Creates an error with its kind and, if there is one, the sentence to show.
  public init(
    _ code: Code,
    _ message: Sentence? = nil,
    serverCode: String? = nil,
    status: HTTPResponse.Status? = nil,
    retryAfter: Duration? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.serverCode = serverCode
    self.status = status
    self.retryAfter = retryAfter
    self.cause = cause
  }
}

extension APIError: PresentableError {
  /// The sentence to show to a person, in both languages.
  public var sentence: Sentence {
    // Some servers send a blank message beside the code.
    if let message, message.korean.contains(where: { !$0.isWhitespace }) { message } else { code.sentence }
  }
}

extension APIError: CustomDebugStringConvertible {
  /// One line for a log: the code, the call, the status, the ``excerpt``, the server's code and sentence, and the cause. For
  /// a response that can't be decoded, the cause is the place in it: `list[3].postId: is missing`. The line never has a
  /// header field, a value of the query, or more of a body than the excerpt.
  public var description: String {
    var parts = ["\(code)"]
    if let endpoint { parts.append(endpoint.id) }
    if let request { parts.append(request) }
    if let status { parts.append("status \(status.code)") }
    if let excerpt { parts.append(excerpt.isEmpty ? "an empty response" : "response “\(excerpt)”") }
    if let serverCode { parts.append("code \(serverCode)") }
    if let message { parts.append("“\(message)”") }
    if let cause { parts.append("because: \((cause as? DecodingError)?.plainText ?? "\(cause)")") }
    return parts.joined(separator: ", ")
  }

  /// The same line.
  public var debugDescription: String { description }
}
