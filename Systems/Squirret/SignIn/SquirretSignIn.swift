public import Foundation
import HTTPTypes
public import Naru
public import NaruAuth
public import Squirret

/// The app's side of Squirret's sign-in: signs users in through a browser and renews their credentials.
///
/// ```swift
/// let signIn = SquirretSignIn(url, transport: URLSessionTransport())
/// let session = Session(store: KeychainTokenStore(account: "squirret"), refresher: signIn)
/// let client = APIClient(url, transport: URLSessionTransport(), middleware: [Retry(), Authentication(session)])
///
/// try await session.signIn { try await signIn(with: .kakao, in: browser) }
/// ```
public struct SquirretSignIn: CredentialRefresher {
  private let accounts: Accounts
  private let discovery: Discovery
  private let url: URL
  private let allowsInsecureHTTP: Bool

  /// Creates a sign-in for a backend. `timeout` is the limit of one call. `allowsInsecureHTTP` allows `http` for hosts other
  /// than this machine.
  public init(
    _ url: URL,
    transport: some Transport,
    timeout: Duration = .seconds(30),
    allowsInsecureHTTP: Bool = false
  ) {
    self.url = url
    self.allowsInsecureHTTP = allowsInsecureHTTP
    let client = APIClient(url, transport: transport, timeout: timeout, allowsInsecureHTTP: allowsInsecureHTTP)
    accounts = .live(client)
    discovery = .live(client)
  }

  /// Opens the provider's page in a browser and exchanges the returned code.
  ///
  /// The backend is asked for its metadata first (RFC 8414), so the browser does not open if the backend can't be
  /// reached. If it promises to name itself in its response, a response that names another issuer is rejected (RFC 9207).
  ///
  /// - Throws: ``SignInError``, which is ``SignInError/cancelled`` if the user cancelled, or ``APIError``.
  public func callAsFunction(with provider: SignInProvider, in browser: any SignInBrowser) async throws -> Credential {
    let signIn = BrowserSignIn(browser, issuer: try await issuer(), allowsInsecureHTTP: allowsInsecureHTTP)
    do {
      return try await signIn(at: url.appending(path: "oauth2/authorization/\(provider.pathName)")) { grant in
        Credential(try await accounts.token(CodeExchange(code: grant.code, codeVerifier: grant.verifier)))
      }
    } catch SignInError.rejected(code: "account_disabled") {
      // Trying again, as the sentence of other codes advises, does not help.
      throw APIError.accountDisabled
    }
  }

  /// Returns the backend's issuer name. `nil` if it has no metadata.
  private func issuer() async throws -> String? {
    do {
      let metadata = try await discovery.metadata()
      return metadata.authorizationResponseIssParameterSupported ? metadata.issuer : nil
    } catch let error as APIError where error.code == .notFound {
      return nil
    }
  }

  /// Exchanges the refresh token of a credential for new tokens.
  public func refresh(_ credential: Credential) async throws -> Credential {
    guard let refreshToken = credential.refreshToken else { throw CredentialRejected() }
    return Credential(try await accounts.refresh(RefreshRequest(refreshToken: refreshToken)))
  }

  /// Whether an error ends the session: `invalid_grant` (400), `account_disabled` (403), any 401, or a missing refresh token.
  public func isRejection(_ error: any Error) -> Bool {
    guard let error = error as? APIError else { return error is CredentialRejected }
    return error.status == .unauthorized || ["invalid_grant", "account_disabled"].contains(error.serverCode)
  }
}

extension Credential {
  fileprivate init(_ tokens: TokenPair) {
    self.init(
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      lifetime: .seconds(tokens.expiresIn)
    )
  }
}
