public import Foundation
import HTTPTypes
public import Naru
public import NaruAuth
public import Squirret

/// Signs people in at Squirret's backend, and renews their credentials.
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
  private let url: URL
  private let allowsInsecureHTTP: Bool

  /// The sign-in of the backend at `url`.
  ///
  /// - Parameters:
  ///   - url: where the backend is.
  ///   - transport: what carries the requests.
  ///   - timeout: how long one call may take.
  ///   - allowsInsecureHTTP: whether the address may be `http` that is not of this machine.
  public init(
    _ url: URL,
    transport: some Transport,
    timeout: Duration = .seconds(30),
    allowsInsecureHTTP: Bool = false
  ) {
    self.url = url
    self.allowsInsecureHTTP = allowsInsecureHTTP
    accounts = Accounts.live(
      APIClient(url, transport: transport, timeout: timeout, allowsInsecureHTTP: allowsInsecureHTTP)
    )
  }

  /// Opens the provider's page in a browser, and exchanges the code that comes back.
  ///
  /// - Throws: ``SignInError``, of which ``SignInError/cancelled`` is no fault, and ``APIError``.
  public func callAsFunction(with provider: SignInProvider, in browser: any SignInBrowser) async throws -> Credential {
    let signIn = BrowserSignIn(browser, allowsInsecureHTTP: allowsInsecureHTTP)
    return try await signIn(at: url.appending(path: "oauth2/authorization/\(provider.pathName)")) { grant in
      Credential(try await accounts.token(CodeExchange(code: grant.code, codeVerifier: grant.verifier)))
    }
  }

  /// Gets new tokens for a refresh token.
  public func refresh(_ credential: Credential) async throws -> Credential {
    guard let refreshToken = credential.refreshToken else { throw CredentialRefused() }
    return Credential(try await accounts.refresh(RefreshRequest(refreshToken: refreshToken)))
  }

  /// Whether the backend refused for good: it says `invalid_grant` with the status 400, `account_disabled` with 403.
  public func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? APIError else { return error is CredentialRefused }
    return error.status == .unauthorized || ["invalid_grant", "account_disabled"].contains(error.serverCode)
  }
}

extension Credential {
  /// The tokens as the backend sends them.
  fileprivate init(_ tokens: TokenPair) {
    self.init(
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      lifetime: .seconds(tokens.expiresIn)
    )
  }
}
