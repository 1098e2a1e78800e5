import Foundation
import Logging
import Naru
import Squirret
import Support

/// The OAuth 2 client for one provider. All providers share this code.
struct ProviderClient: Sendable {
  let description: ProviderDescription
  let clientID: String
  let secret: ClientSecret
  /// The secret that authenticates the provider's notices.
  let noticeKey: Secret?
  let channel: BackChannel
  let keys: ProviderKeys?
  let key: MasterKey
  let now: @Sendable () -> Date
  let logger: Logger

  var provider: SignInProvider { description.provider }

  /// Returns the address of the provider's sign-in page.
  func authorizationAddress(state: String, callback: String) -> String {
    var items = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", callback), ("state", state),
    ]
    if !description.scopes.isEmpty {
      items.append(("scope", description.scopes.joined(separator: description.scopeSeparator)))
    }
    if let nonce = nonce(state) { items.append(("nonce", nonce)) }
    if description.usesPKCE {
      items.append(("code_challenge", PKCE.challenge(for: verifier(state))))
      items.append(("code_challenge_method", "S256"))
    }
    items += description.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let separator = description.authorization.contains("?") ? "&" : "?"
    return description.authorization + separator + QueryString.encode(items.map { (name: $0.0, value: $0.1) })
  }

  /// Exchanges a code and returns the profile of the user who signed in.
  func profile(
    code: Secret,
    state: String,
    callback: String,
    user: String?
  ) async throws(ProviderFailure) -> ProviderProfile {
    var form = [
      ("grant_type", "authorization_code"), ("code", code.revealed),
      description.repeatsState ? ("state", state) : ("redirect_uri", callback),
    ]
    if description.usesPKCE { form.append(("code_verifier", verifier(state))) }
    let tokens = try await tokens(form)
    let idToken = try await idToken(tokens, state: state)
    var profile =
      switch description.dialect {
      case .kakao: try await read(KakaoProfile.self, tokens, idToken)
      case .naver: try await read(NaverProfile.self, tokens, idToken)
      case .openID, .apple: try ProviderProfile(idToken)
      }
    if description.dialect == .apple { profile.name = AppleUser(user)?.name }
    // A provider may have several issuer names. Always storing the first keeps a user from getting two accounts.
    profile.issuer = description.issuer
    profile.refreshToken = tokens.refresh_token.map { Secret($0) }
    return profile
  }

  /// Revokes the user's consent at the provider.
  func revoke(_ refreshToken: Secret) async throws(ProviderFailure) {
    switch description.revocation {
    case .token(let address):
      let form = try await authenticated([("token", refreshToken.revealed), ("token_type_hint", "refresh_token")])
      let answer = try await channel.post(address, form: form)
      guard answer.status == 200 else { throw .providerError }
    case .unlink(let address):
      let tokens = try await tokens([("grant_type", "refresh_token"), ("refresh_token", refreshToken.revealed)])
      let answer = try await channel.post(address, form: [], token: Secret(tokens.access_token))
      guard answer.status == 200 else { throw .providerError }
    case nil:
      return
    }
  }

  private func tokens(_ form: [(String, String)]) async throws(ProviderFailure) -> TokenAnswer {
    let answer = try await channel.post(description.token, form: try await authenticated(form))
    // Naver reports failures with status 200.
    if let failure = answer.json(TokenFailure.self) {
      logger.warning(
        "A provider rejected a token request.",
        metadata: ["provider": "\(provider.pathName)", "status": "\(answer.status)", "error": "\(failure.code)"]
      )
      throw .providerError
    }
    guard answer.status == 200, let tokens = answer.json(TokenAnswer.self), !tokens.access_token.isEmpty else {
      throw .providerError
    }
    return tokens
  }

  private func authenticated(_ form: [(String, String)]) async throws(ProviderFailure) -> [(
    name: String, value: String
  )] {
    let secret: Secret
    do {
      secret = try await self.secret.text(clientID: clientID, now: now())
    } catch {
      throw .serverError
    }
    return (form + [("client_id", clientID), ("client_secret", secret.revealed)]).map { (name: $0.0, value: $0.1) }
  }

  /// Validates the ID token, even if it is not needed.
  private func idToken(_ tokens: TokenAnswer, state: String) async throws(ProviderFailure) -> IDToken? {
    guard let text = tokens.id_token, let keys else {
      guard description.userInfo != nil, nonce(state) == nil else { throw .invalidIDToken }
      return nil
    }
    return try await IDTokenCheck(
      issuers: description.issuers,
      clientID: clientID,
      algorithms: description.algorithms,
      nonce: nonce(state),
      nonceMayBeUnsupported: description.dialect == .apple,
      accessToken: Secret(tokens.access_token),
      now: now()
    ).token(Secret(text), keys: keys)
  }

  private func read<Profile: ProfileAnswer>(
    _ type: Profile.Type,
    _ tokens: TokenAnswer,
    _ idToken: IDToken?
  ) async throws(ProviderFailure) -> ProviderProfile {
    let answer = try await channel.get(description.userInfo ?? "", token: Secret(tokens.access_token))
    if let failure = answer.json(Profile.Failure.self), failure.isTemporary { throw .providerUnavailable }
    guard answer.status == 200, let profile = answer.json(Profile.self)?.profile, !profile.subject.isEmpty,
      profile.subject.utf8.count <= 255, idToken == nil || idToken?.subject == profile.subject
    else { throw .invalidUserInfo }
    return profile
  }

  private func nonce(_ state: String) -> String? {
    let isWanted = description.usesNonce || description.scopes.contains("openid")
    return isWanted ? key.text("nonce:\(provider.rawValue)", for: state) : nil
  }

  private func verifier(_ state: String) -> String { key.text("pkce:\(provider.rawValue)", for: state) }
}

/// The response to a token request. `expires_in` is ignored; it is a number or a string, depending on the provider.
private struct TokenAnswer: Decodable {
  var access_token: String  // swift-format-ignore: AlwaysUseLowerCamelCase
  var refresh_token: String?  // swift-format-ignore: AlwaysUseLowerCamelCase
  var id_token: String?  // swift-format-ignore: AlwaysUseLowerCamelCase
}

/// The response to a failed token request.
private struct TokenFailure: Decodable {
  var error: String
  var error_code: String?  // swift-format-ignore: AlwaysUseLowerCamelCase

  /// The provider's error code for the log, or `unreadable` if it has another form.
  var code: String {
    let code = error_code ?? error
    let isCode = code.utf8.count <= 40 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isCode ? code : "unreadable"
  }
}
