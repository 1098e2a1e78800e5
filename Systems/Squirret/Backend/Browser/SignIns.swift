import Crypto
import Foundation
import Logging
import Naru
import Squirret
import Storage
import Support

/// The steps of a sign-in in the browser: to the provider, back, and on to the app.
struct SignIns: Sendable {
  /// The browser of a sign-in.
  struct Browser: Sendable {
    /// The random value of the browser's cookie.
    var id: String
    /// The `User-Agent`.
    var device: String?
  }

  /// The provider's response, from the query or a form.
  struct Answer: Sendable {
    var code: Secret?
    var state: String?
    var error: String?
    var issuer: String?
    var user: String?

    /// Parses the parameters. `nil` if one of them occurs twice, because the response is then ambiguous.
    init?(_ encoded: Substring) {
      guard let items = try? QueryString.items(encoded) else { return nil }
      let values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
      for name in ["code", "state", "error", "iss", "user"] where (values[name]?.count ?? 0) > 1 { return nil }
      code = values["code"].map { Secret($0[0]) }
      state = values["state"]?[0]
      error = values["error"]?[0]
      issuer = values["iss"]?[0]
      user = values["user"]?[0]
    }
  }

  /// The next step of the browser.
  enum Next: Hashable {
    case redirect(String)
    case page(BrowserPage)
  }

  let identity: Identity

  private var sessions: Sessions { identity.sessions }

  /// Sends a browser to a provider. This stores a row that expires. The number of rows of a network address is limited.
  func begin(_ name: String, query: String, baseURL: String, browser: Browser) async throws -> Next {
    let wait = try await identity.takeAddress()
    guard let provider = SignInProvider(pathName: name), let client = identity.clients[provider] else {
      return .page(wait.map(BrowserPage.tooMany) ?? .unknownProvider)
    }
    let request: SignInRequest
    do {
      request = try SignInRequest(query: query, configuration: identity.configuration, redirects: identity.redirects)
    } catch .page(let page) {
      return .page(wait.map(BrowserPage.tooMany) ?? page)
    } catch .app(let request, let error) {
      return back(request, error: wait == nil ? error : Self.tooMany)
    }
    guard wait == nil else { return back(request, error: Self.tooMany) }
    let state = Randomness.text()
    let callback = identity.callback(for: provider, reachedAt: baseURL)
    let address = RequestOrigin.current?.address
    let pending = PendingSignIn(
      stateHash: sha256(state),
      provider: provider,
      redirectURI: request.redirectURI,
      callbackURI: callback,
      codeChallenge: request.codeChallenge,
      appState: request.state,
      browserHash: sha256(browser.id),
      addressHash: sha256(address?.network ?? "unknown"),
      device: browser.device,
      expiresAt: sessions.now().milliseconds + Int64(identity.configuration.lifetimes.signIn) * 1000
    )
    let limit = identity.configuration.pendingLimit * (address?.isLoopback == true ? RequestOrigin.loopbackFactor : 1)
    guard try await insert(pending, limit: limit) else { return back(request, error: Self.tooMany) }
    if request.codeChallenge == nil {
      identity.logger.warning(
        "A sign-in will put tokens into an address; the app should use code_challenge.",
        metadata: ["provider": "\(provider.pathName)"]
      )
    }
    return .redirect(client.authorizationAddress(state: state, callback: callback))
  }

  /// The error for an app if there are too many requests (RFC 6749, section 4.1.2.1). A page would strand the user.
  private static let tooMany = "temporarily_unavailable"

  private func back(_ request: SignInRequest, error: String) -> Next {
    back(request, [("error", error)])
  }

  private func back(_ request: SignInRequest, _ answer: [(name: String, value: String)]) -> Next {
    .redirect(request.address(answer, issuer: identity.publishedIssuer))
  }

  /// Deletes expired rows and stores a pending sign-in. Returns `false` if the address has too many.
  private func insert(_ pending: PendingSignIn, limit: Int) async throws -> Bool {
    try await sessions.database.write { db in
      try ExpiredRows(now: sessions.now().milliseconds).delete(db)
      let count: Int = try db.value(
        "SELECT count(*) FROM identity_pending WHERE address_hash = \(pending.addressHash)"
      )
      guard count < limit else { return false }
      try pending.insert(db)
      return true
    }
  }

  /// Sends a browser that comes back from a provider on to the app.
  func complete(_ name: String, _ answer: Answer?, browserID: String?) async throws -> Next {
    let wait = try await identity.takeAddress()
    guard let provider = SignInProvider(pathName: name), let client = identity.clients[provider] else {
      return .page(wait.map(BrowserPage.tooMany) ?? .unknownProvider)
    }
    guard let answer, answer.code != nil || answer.error != nil else {
      return .page(wait.map(BrowserPage.tooMany) ?? .badRequest)
    }
    guard let state = answer.state, let pending = try await take(state, provider, browserID) else {
      return .page(wait.map(BrowserPage.tooMany) ?? .unknownSignIn)
    }
    let request = SignInRequest(pending)
    guard wait == nil else { return back(request, error: Self.tooMany) }
    do {
      let profile = try await profile(answer, state: state, pending, client)
      return back(request, try await signIn(profile, pending))
    } catch {
      let failure = Self.failure(error)
      if failure == .serverError {
        identity.logger.error("A sign-in failed unexpectedly.", metadata: ["error": "\(type(of: error))"])
      }
      sessions.record(.signInFailed, provider: provider)
      return back(request, error: failure.rawValue)
    }
  }

  /// Removes and returns the pending sign-in of a state, so that it works only once. If the app gets the tokens
  /// themselves, only the browser that began can continue. Otherwise the app proves with its verifier that it began.
  private func take(_ state: String, _ provider: SignInProvider, _ browserID: String?) async throws -> PendingSignIn? {
    @Sendable func find(_ db: Transaction) throws -> PendingSignIn? {
      let pending = try PendingSignIn.find(sha256(state), provider, db)
      return pending?.codeChallenge != nil || browserID.map(sha256) == pending?.browserHash ? pending : nil
    }
    // Read first, so that made-up states, which are not limited here, don't wait for the writing connection.
    guard try await sessions.database.read(find) != nil else { return nil }
    return try await sessions.database.write { db in
      let pending = try find(db)
      try pending?.delete(db)
      return pending
    }
  }

  private func profile(
    _ answer: Answer,
    state: String,
    _ pending: PendingSignIn,
    _ client: ProviderClient
  ) async throws -> ProviderProfile {
    guard pending.expiresAt > sessions.now().milliseconds else { throw ProviderFailure.expired }
    // RFC 9207 prevents mix-up attacks.
    if let issuer = answer.issuer, !client.description.issuers.contains(issuer) { throw ProviderFailure.invalidIssuer }
    if let error = answer.error { throw ProviderFailure(returned: error) }
    guard let code = answer.code else { throw ProviderFailure.providerError }
    return try await client.profile(code: code, state: state, callback: pending.callbackURI, user: answer.user)
  }

  /// Signs the user in and returns the parameters for the app.
  private func signIn(_ profile: ProviderProfile, _ pending: PendingSignIn) async throws -> [(
    name: String, value: String
  )] {
    if let challenge = pending.codeChallenge {
      let (person, code) = try await sessions.write { db in
        let person = try identity.people.person(for: profile, provider: pending.provider, db)
        return (person, try identity.codes.issue(person: person.id, for: pending, challenge: challenge, db))
      }
      await introduce(person)
      return [("code", code.revealed)]
    }
    let (person, started) = try await sessions.write { db in
      let person = try identity.people.person(for: profile, provider: pending.provider, db)
      return (person, try sessions.start(person: person.id, provider: pending.provider, device: pending.device, db))
    }
    await introduce(person)
    let pair = try await sessions.pair(started)
    return [("access_token", pair.accessToken.revealed), ("refresh_token", pair.refreshToken.revealed)]
  }

  private func introduce(_ person: PersonRow) async {
    guard let id = UUID(uuidString: person.id) else { return }
    do {
      try await identity.introduce(Caller.User(id: id, name: person.name), person.email, person.pictureURL)
    } catch {
      identity.logger.error(
        "Introducing a signed-in person to other parts of the server failed.",
        metadata: ["error": "\(type(of: error))"]
      )
    }
  }

  private static func failure(_ error: any Error) -> ProviderFailure {
    switch error {
    case let failure as ProviderFailure: failure
    case let error as APIError where error.serverCode == "account_disabled": .accountDisabled
    default: .serverError
    }
  }
}
