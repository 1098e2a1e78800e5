public import Foundation
public import Naru

/// A sign-in at a backend's page in a browser, with a one-time code and PKCE (RFC 8252, RFC 7636).
///
/// ```swift
/// let signIn = BrowserSignIn(LoopbackBrowser())
/// try await session.signIn {
///   try await signIn(at: url.appending(path: "oauth2/authorization/kakao")) { grant in
///     let tokens = try await api.token(.init(code: grant.code.revealed, codeVerifier: grant.verifier.revealed))
///     return Credential(accessToken: Secret(tokens.accessToken), …)
///   }
/// }
/// ```
///
/// The query items `redirect_uri`, `state`, `code_challenge` and `code_challenge_method=S256` are added to the page's address. State
/// and verifier are new for each sign-in and stay in memory until its end. Concurrent sign-ins are independent.
public struct BrowserSignIn: Sendable {
  /// The code of a sign-in, with everything that its exchange needs.
  public struct Grant: Sendable {
    /// The code, which can be used once and expires soon.
    public let code: Secret
    /// The proof that this app has requested the code.
    public let verifier: Secret
    /// The address that the browser returned to; some backends require it again.
    public let redirectURI: URL
  }

  private let browser: any SignInBrowser
  private let timeout: Duration
  private let issuer: String?
  private let allowsInsecureHTTP: Bool

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - browser: the browser that the user signs in with.
  ///   - timeout: the maximum time for the user to sign in.
  ///   - issuer: the required issuer of the response (`iss`, RFC 9207), if the backend's metadata declares that it sends it.
  ///     Without one, a response may have no issuer, or one on the page's server.
  ///   - allowsInsecureHTTP: whether `http` is allowed for hosts other than this machine.
  public init(
    _ browser: any SignInBrowser,
    timeout: Duration = .seconds(600),
    issuer: String? = nil,
    allowsInsecureHTTP: Bool = false
  ) {
    self.browser = browser
    self.timeout = timeout
    self.issuer = issuer
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }

  /// Opens the page, waits for the user, and exchanges the code.
  ///
  /// - Parameters:
  ///   - address: the page that starts the sign-in. Its other query items stay.
  ///   - exchange: exchanges the code for a credential.
  /// - Returns: the credential.
  /// - Throws: ``SignInError``; `APIError` if the address is not safe; the errors of `exchange`.
  public func callAsFunction(
    at address: URL,
    exchange: @concurrent @Sendable (Grant) async throws -> Credential
  ) async throws -> Credential {
    let origin = Origin(address)
    if let problem = Origin.problem(with: origin, allowsInsecureHTTP: allowsInsecureHTTP) { throw problem }
    let (pkce, state) = (ProofKey(), randomText())
    let callback = Locked<AuthorizationCallback?>(nil)
    let url: URL
    do {
      url = try await withTimeLimit(timeout) { [browser, issuer] in
        try await browser.callback { redirectURI in
          callback.withLock {
            $0 = AuthorizationCallback(redirectURI: redirectURI, state: state, issuer: issuer, origin: origin)
          }
          return try authorizationAddress(address, redirectURI, state, pkce)
        } where: { url in
          callback.withLock { $0 }?.isCallback(url) ?? false
        }
      }
    } catch let error as APIError where error.code == .timedOut {
      throw SignInError.timedOut
    } catch is CancellationError {
      throw SignInError.cancelled
    }
    guard let callback = callback.withLock({ $0 }) else { throw AuthorizationCallback.stray }
    let code = try callback.code(in: url)
    return try await exchange(Grant(code: code, verifier: pkce.verifier, redirectURI: callback.redirectURI))
  }
}

/// Adds the parameters of a sign-in to the address of its page.
private func authorizationAddress(_ address: URL, _ redirectURI: URL, _ state: String, _ pkce: ProofKey) throws -> URL {
  var components = URLComponents(url: address, resolvingAgainstBaseURL: true)
  let ours = [
    ("redirect_uri", redirectURI.absoluteString), ("state", state), ("code_challenge", pkce.challenge),
    ("code_challenge_method", "S256"),
  ]
  let names = Set(ours.map(\.0))
  let others = (components?.percentEncodedQueryItems ?? []).filter { !names.contains($0.name) }
  // A `+` has to be encoded, because many servers decode it as a space.
  components?.percentEncodedQueryItems =
    others
    + ours.map { name, value in URLQueryItem(name: name, value: QueryString.encode(value)) }
  guard let url = components?.url else { throw APIError(.encodingFailed) }
  return url
}
