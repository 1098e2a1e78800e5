public import Foundation
public import HTTPTypes

/// What went wrong in a call: which one, what came back, and why.
///
/// Everything that a live contract throws is an `APIError`. A server's closures throw it too, and the contract's format
/// turns it into an answer: `throw APIError(.notFound, "그런 책이 없습니다.")`.
///
/// ```swift
/// do {
///   shelf = try await api.list(status: .reading)
/// } catch let error as APIError where error.code == .unauthorized {
///   showSignIn()
/// } catch {
///   alert(error.localizedDescription)  // the server's own sentence, where it sent one
/// }
/// ```
public struct APIError: Error, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The server's own code, such as `BOOK_NOT_FOUND`. `nil` where it sent none.
  public var serverCode: String?
  /// The server's own sentence, or the handler's. `nil` where there is none: then ``Code/sentence`` speaks.
  public var message: Sentence?
  /// The status of the answer. `nil` where no answer came.
  public var status: HTTPResponse.Status?
  /// The endpoint that was called. `nil` in an error that a server's closure throws.
  public var endpoint: Endpoint?
  /// The request as it was sent: the method and the URL, without header fields, and with the query's values left out.
  public var request: String?
  /// The beginning of an answer that could not be read: one that is not what the contract says, or a failure without a
  /// sentence or of another form than the format's, such as an error page. One line of at most 200 characters, with `<redacted>` for what looks
  /// like a token, a password or a cookie, and `""` for an answer without a body. It may still hold what concerns a
  /// person, so it is for logs and not for the screen. `nil` where the answer could be read, or none came.
  public var excerpt: String?
  /// How long to wait before the next try, where the server said so.
  public var retryAfter: Duration?
  /// The error below this one. `nil` where there is none.
  public var cause: (any Error)?
  /// The request, for ``curl``. `nil` where none was made.
  var sent: SentRequest?

  /// An error with a kind and, where there is one, the sentence to show.
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

extension APIError: LocalizedError {
  /// The sentence to show to a person, in the language of this process: the server's own where it sent one.
  public var errorDescription: String? { sentence.description }

  /// The sentence to show to a person, in both languages.
  public var sentence: Sentence {
    // A blank message is no message: some servers send "" beside the code.
    if let message, message.korean.contains(where: { !$0.isWhitespace }) { message } else { code.sentence }
  }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line for a log: the code, the call, the status, the ``excerpt``, the server's code and sentence, the cause, which for
  /// an answer that can't be decoded is the place in it: `list[3].postId: is missing`. Never a header field, a value of the
  /// query, or more of a body than the excerpt.
  public var description: String {
    var parts = ["\(code)"]
    if let endpoint { parts.append(endpoint.id) }
    if let request { parts.append(request) }
    if let status { parts.append("status \(status.code)") }
    if let excerpt { parts.append(excerpt.isEmpty ? "an empty answer" : "answer “\(excerpt)”") }
    if let serverCode { parts.append("code \(serverCode)") }
    if let message { parts.append("“\(message)”") }
    if let cause { parts.append("because: \((cause as? DecodingError)?.plainText ?? "\(cause)")") }
    return parts.joined(separator: ", ")
  }

  /// The same line.
  public var debugDescription: String { description }
}
