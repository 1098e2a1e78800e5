import HTTPTypes
public import Naru

/// Renews the credential of a session with one kind of backend. ``Session`` calls it, once at a time.
///
/// ```swift
/// struct Refresher: CredentialRefresher {
///   let api: SignIn  // a contract whose `refresh` has `auth: .none`
///
///   func refresh(_ credential: Credential) async throws -> Credential {
///     guard let refreshToken = credential.refreshToken else { throw CredentialRejected() }
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
  /// Requests a new credential from the server.
  ///
  /// The request is not cancelled with the call that needs it, because the server may have used up the refresh token already. The
  /// timeout of the client limits it.
  ///
  /// - Parameter credential: the current credential.
  /// - Returns: the new credential. If it has no refresh token, the current refresh token stays.
  /// - Throws: ``CredentialRejected`` if the credential is no longer valid; any other error if it may be.
  func refresh(_ credential: Credential) async throws -> Credential

  /// Whether an error of ``refresh(_:)`` means for certain that the credential is no longer valid, which ends the session. Other
  /// errors, for example of the network, must not.
  ///
  /// By default, these errors do: ``CredentialRejected``; an `APIError` with the status 401, or with a code in the format's
  /// `expiredTokenCodes` or `endedSessionCodes`; and one with any status below 500 and a code or a message that OAuth 2, Supabase, Firebase,
  /// Cognito, Entra or GitHub uses for an invalid refresh token, or that says so in words, such as `REFRESH_TOKEN_EXPIRED`. Name the
  /// server's other codes in the format. A web page never does.
  ///
  /// After any other response of the server, calls fail with its error for a while, without another renewal.
  func isRejection(_ error: any Error) -> Bool
}

extension CredentialRefresher {
  /// Whether the error is a rejection, according to its status and code.
  public func isRejection(_ error: any Error) -> Bool {
    if error is CredentialRejected { return true }
    // A proxy's page says nothing about the credential.
    guard let error = error as? APIError, !error.isForeign else { return false }
    if error.status == .unauthorized || error.code == .unauthorized && error.status != nil { return true }
    guard let status = error.status?.code, status < 500, status != 429 else { return false }
    // Firebase and Twitch have no other code than their sentence.
    return [error.serverCode, error.message?.english].contains {
      rejections.contains(($0 ?? "").lowercased().filter(\.isLetter))
    }
  }
}

/// The letters of the codes of RFC 6749 (section 5.2), Supabase, Firebase, Cognito, Entra and GitHub, and of the usual words for them.
private let rejections: Set<String> = [
  "invalidgrant", "invalidrefreshtoken", "refreshtokennotfound", "refreshtokenalreadyused", "sessionnotfound",
  "sessionexpired", "usernotfound", "userbanned", "userdisabled", "tokenexpired", "notauthorizedexception",
  "interactionrequired", "badrefreshtoken", "refreshtokenexpired", "refreshtokeninvalid", "refreshtokenrevoked",
  "expiredrefreshtoken", "refreshtokenmismatch", "notfoundrefreshtoken", "wrongrefreshtoken", "invalidtoken",
  "expiredtoken", "tokennotfound", "tokenrevoked", "jwtexpired", "loginrequired",
]

/// An error that reports a credential as no longer valid, so that the user has to sign in again.
public struct CredentialRejected: Error, Sendable, CustomStringConvertible {
  /// The message for the user; `nil` for the default message.
  public let localizedMessage: LocalizedMessage?

  /// Creates a rejection with the message for the user.
  public init(_ localizedMessage: LocalizedMessage? = nil) {
    self.localizedMessage = localizedMessage
  }

  /// A short description for logs.
  public var description: String { "the server does not accept the credential any more" }
}

struct ClosureRefresher: CredentialRefresher {
  let closure: @concurrent @Sendable (Credential) async throws -> Credential

  func refresh(_ credential: Credential) async throws -> Credential {
    try await closure(credential)
  }
}
