import Foundation
import NaruJSON

/// Whose token is sent, so that what belongs to one user is never sent with the token of another.
package struct TokenUser: Sendable, Hashable {
  /// Contains no id of the user, because it may be stored.
  package let text: String
  /// Whether the user has it after another sign-in too, so that it may be stored.
  package let isLasting: Bool

  /// Creates the user that an app names.
  package init(named user: String) {
    self.init(text: "user \(Digest128.hexadecimal(Data(user.utf8)))", isLasting: true)
  }

  /// Creates the user of a stored ``text``.
  package init(stored text: String) { self.init(text: text, isLasting: true) }

  /// Creates the user of one sign-in or of one token, if nothing tells who the user is.
  package init(unnamed text: String) { self.init(text: text, isLasting: false) }

  private init(text: String, isLasting: Bool) { (self.text, self.isLasting) = (text, isLasting) }

  /// Creates the user in the issuer and the subject of a JSON Web Token (RFC 7519), which all tokens of the user have. `nil` for another
  /// token.
  package init?(of token: Secret) {
    let parts = token.revealed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Base64URL.decode(parts[1]), let claims = JSONTree(json: data),
      // NestJS's documentation and others make it a number.
      let subject = claims["sub"]?.identifier
    else { return nil }
    self.init(named: "\(claims["iss"]?.text ?? "")\n\(subject)")
  }
}

/// The user of a series of requests: the attempts of one call, or the pages of one list. The first token for a server decides.
package final class SameUser: Sendable {
  private let firsts = Locked<[Origin?: (token: Secret, user: TokenUser?)]>([:])

  package init() {}

  /// Makes calls for the user.
  package func of<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await CallOptions(sameUser: self).apply(isolation: isolation, body)
  }

  /// Throws if a token is another user's than the first one. Tokens that tell no user apart count as one user's.
  package func check(_ token: Secret, of user: TokenUser?, for request: APIRequest) throws {
    let first = firsts.withLock { firsts in
      let first = firsts[request.origin] ?? (token, user)
      firsts[request.origin] = first
      return first
    }
    guard first.token != token, first.user ?? TokenUser(of: first.token) != user ?? TokenUser(of: token) else { return }
    throw APIError.userChanged
  }
}

/// A middleware that sends the token of a user. It throws ``APIError/otherUser`` for a request of another ``APIRequest/user``.
package protocol UserMiddleware: Middleware {
  /// The user whose token would be sent now. `nil` if no user is signed in. It calls no server.
  func tokenUser() async throws -> TokenUser?
}

extension APIError {
  /// The error for a request that belongs to another user than the token. Nothing was sent.
  package static var otherUser: APIError {
    APIError(
      .unauthorized,
      LocalizedMessage(
        korean: "다른 사용자의 것이라 보내지 않았습니다. 그 사용자로 다시 로그인하면 보냅니다.",
        english: "This belongs to another user, so it was not sent. Sign in as that user to send it."
      ),
      underlyingError: OtherUser()
    )
  }

  /// The error for a call of a user, if another one has signed in since it began. Nothing was sent for the other one.
  package static var userChanged: APIError {
    APIError(
      .cancelled,
      LocalizedMessage(
        korean: "다른 사용자가 로그인하여 요청을 취소했습니다.",
        english: "Another user has signed in, so the request was cancelled."
      ),
      underlyingError: OtherUser()
    )
  }

  /// Whether it is ``otherUser`` or ``userChanged``.
  package var isOtherUser: Bool { underlyingError is OtherUser }
}

private struct OtherUser: Error, CustomStringConvertible {
  var description: String {
    """
    the token is not that of the user of the request. If it is a new token of the same user, name the user: \
    Credential(user:), BearerAuthentication(user:)
    """
  }
}
