import HTTPTypes
public import Naru

/// How one kind of backend gives a new access token. ``Session`` decides when, and sees to it that there is one at a time.
///
/// ```swift
/// struct Refresher: CredentialRefresher {
///   let api: SignIn  // a contract whose `refresh` has `auth: .none`
///
///   func refresh(_ credential: Credential) async throws -> Credential {
///     guard let refreshToken = credential.refreshToken else { throw CredentialRefused() }
///     let tokens = try await api.refresh(RefreshRequest(refreshToken: refreshToken.revealed))
///     return Credential(
///       accessToken: Secret(tokens.accessToken),
///       refreshToken: Secret(tokens.refreshToken),
///       lifetime: .seconds(tokens.expiresIn)
///     )
///   }
/// }
/// ```
public protocol CredentialRefresher: Sendable {
  /// Asks the server for a new credential. It is not cancelled when the call that wanted it is: the server may have used up
  /// the refresh token already. So give the call a timeout; a client's own is one.
  ///
  /// - Parameter credential: the one that is to be replaced.
  /// - Returns: the new one. Without a refresh token, that of `credential` stays.
  /// - Throws: ``CredentialRefused`` where the credential is worth nothing any more; anything else where it may be.
  func refresh(_ credential: Credential) async throws -> Credential

  /// Whether an error that ``refresh(_:)`` threw says for certain that the credential is worth nothing any more. Then the
  /// session ends. All other errors leave it as it is: a network that is down must not sign anybody out.
  ///
  /// Without an implementation: ``CredentialRefused``, an ``APIError`` with the status 401, and one with the status 400 or 403
  /// whose server code is one that OAuth 2 or Supabase's server has for a refresh token that is not valid.
  func isRefusal(_ error: any Error) -> Bool
}

extension CredentialRefresher {
  /// Whether the server refused, as far as status and code say.
  public func isRefusal(_ error: any Error) -> Bool {
    if error is CredentialRefused { return true }
    guard let error = error as? APIError else { return false }
    switch error.status?.code {
    case 401: return true
    case 400, 403: return refusals.contains(error.serverCode?.lowercased() ?? "")
    default: return false
    }
  }
}

/// RFC 6749, section 5.2, and the codes of Supabase's server that say that a session is gone.
private let refusals: Set<String> = [
  "invalid_grant", "invalid_refresh_token", "refresh_token_not_found", "refresh_token_already_used",
  "session_not_found",
  "session_expired", "user_not_found", "user_banned",
]

/// Says that a credential is worth nothing any more, and the person has to sign in again.
public struct CredentialRefused: Error, Sendable, CustomStringConvertible {
  /// What to tell the person. `nil`: the usual sentence.
  public let sentence: Sentence?

  /// A refusal, with a sentence of its own if there is one.
  public init(_ sentence: Sentence? = nil) {
    self.sentence = sentence
  }

  /// That it was refused.
  public var description: String { "the server accepts the credential no more" }
}

/// A refresher that is a closure.
struct ClosureRefresher: CredentialRefresher {
  let closure: @Sendable (Credential) async throws -> Credential

  func refresh(_ credential: Credential) async throws -> Credential {
    try await closure(credential)
  }
}
