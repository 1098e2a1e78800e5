import Naru

/// What an app asks for when it opens the browser: where to come back to, and with what.
struct SignInRequest: Hashable {
  /// Where to come back to; it is in the allow-list.
  var redirectURI: String
  /// The app's own name for this sign-in.
  var state: String?
  /// With it, the app gets a one-time code; without, the tokens themselves.
  var codeChallenge: String?

  /// Why a request can't be served.
  enum Problem: Error, Hashable {
    /// The app can't be told, since it is not known to be one: the person gets a page.
    case page(BrowserPage)
    /// The app is told.
    case app(SignInRequest, error: String)
  }

  /// Reads the query. Parameters that are not known are left out, so nothing of them reaches a provider.
  init(query: String, configuration: IdentityConfiguration, redirects: RedirectAllowList) throws(Problem) {
    let items: [String: [String]]
    do {
      items = Dictionary(grouping: try QueryString.items(query[...]), by: \.name).mapValues { $0.map(\.value) }
    } catch {
      throw .page(.badRequest)
    }
    let redirect = items["redirect_uri"] ?? [configuration.defaultRedirect]
    guard redirect.count == 1, redirects.contains(redirect[0]) else { throw .page(.badRedirect) }
    redirectURI = redirect[0]
    let known = ["state", "code_challenge", "code_challenge_method"]
    guard known.allSatisfy({ (items[$0]?.count ?? 0) < 2 }), (items["state"]?[0].utf8.count ?? 0) <= 512 else {
      throw .app(self, error: "invalid_request")
    }
    state = items["state"]?[0]
    if let challenge = items["code_challenge"]?[0] {
      // Without a method it would be `plain` (RFC 7636, section 4.3), which protects nobody.
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

  /// Where the browser goes with an answer. The app's `state` is in every answer.
  func address(_ answer: [(name: String, value: String)]) -> String {
    let items = answer + (state.map { [(name: "state", value: $0)] } ?? [])
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + QueryString.encode(items)
  }
}
