import Naru
import Support

/// An app's request to sign in, from the address that it opened in the browser.
struct SignInRequest: Hashable {
  /// The address to return to, which is in the allow-list.
  var redirectURI: String
  /// The app's own state.
  var state: String?
  /// The PKCE challenge. With it the app gets a one-time code, otherwise the tokens themselves.
  var codeChallenge: String?

  /// The reason why a request is rejected.
  enum Refusal: Error, Hashable {
    /// Shown to the user as a page, because the redirect address can't be trusted.
    case page(BrowserPage)
    /// Reported to the app.
    case app(SignInRequest, error: String)
  }

  /// Parses the query. Unknown parameters are ignored and do not reach the provider.
  init(query: String, configuration: IdentityConfiguration, redirects: RedirectAllowList) throws(Refusal) {
    let items: [String: [String]]
    do {
      items = Dictionary(grouping: try QueryString.items(query[...]), by: \.name).mapValues { $0.map(\.value) }
    } catch {
      throw .page(.badRequest)
    }
    let redirect = items["redirect_uri"] ?? [configuration.defaultRedirect]
    guard redirect.count == 1, redirects.contains(redirect[0]) else { throw .page(.badRedirect) }
    redirectURI = redirect[0]
    // The state comes first, so that every error returns it.
    let states = items["state"] ?? []
    guard states.count < 2, states.allSatisfy(Self.isState) else { throw .app(self, error: "invalid_request") }
    state = states.first
    guard ["code_challenge", "code_challenge_method"].allSatisfy({ (items[$0]?.count ?? 0) < 2 }) else {
      throw .app(self, error: "invalid_request")
    }
    if let challenge = items["code_challenge"]?[0] {
      // Without a method it would be `plain` (RFC 7636, section 4.3), which gives no protection.
      guard PKCE.isChallenge(challenge), items["code_challenge_method"]?[0] == "S256" else {
        throw .app(self, error: "invalid_request")
      }
      codeChallenge = challenge
    } else if !configuration.allowsTokensInQuery || items["code_challenge_method"] != nil {
      throw .app(self, error: "invalid_request")
    }
  }

  init(_ pending: PendingSignIn) {
    redirectURI = pending.redirectURI
    state = pending.appState
    codeChallenge = pending.codeChallenge
  }

  /// Returns whether a string can be stored and returned unchanged: at most 512 bytes without control characters.
  private static func isState(_ text: String) -> Bool {
    text.utf8.count <= 512 && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns the app's address with a response, which always includes the app's `state`.
  func address(_ answer: [(name: String, value: String)], issuer: String?) -> String {
    let items =
      answer + (state.map { [(name: "state", value: $0)] } ?? []) + (issuer.map { [(name: "iss", value: $0)] } ?? [])
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + QueryString.encode(items)
  }
}
