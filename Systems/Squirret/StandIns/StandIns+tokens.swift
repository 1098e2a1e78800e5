import Crypto
import Foundation
import HTTPTypes
import JWTKit
import Naru
import Squirret
import SquirretBackend
import Support

// The token endpoints of the stand-ins.

extension StandIns {
  func token(_ provider: SignInProvider, _ fields: [String: String]) async throws -> APIResponse {
    guard await isClient(provider, fields) else { return refusal(provider, "invalid_client", "KOE101", .unauthorized) }
    switch fields["grant_type"] {
    case "authorization_code": return try exchange(provider, fields)
    case "refresh_token": return refresh(provider, fields)
    default: return refusal(provider, "unsupported_grant_type", "KOE009", .badRequest)
    }
  }

  func revoke(_ provider: SignInProvider, _ fields: [String: String]) async throws -> APIResponse {
    guard await isClient(provider, fields) else { return refusal(provider, "invalid_client", "KOE101", .unauthorized) }
    // Revoking an unknown token succeeds.
    state.withLock { state in
      guard let grant = state.refreshTokens.remove(fields["token"] ?? "") else { return }
      state.forget(grant)
    }
    return APIResponse(head: HTTPResponse(status: .ok))
  }

  func unlink(_ bearer: String?) -> APIResponse {
    let grant = state.withLock { state in
      let grant = state.accessTokens.remove(bearer ?? "")
      if let grant { state.forget(grant) }
      return grant
    }
    guard let grant else {
      return .json(["msg": "this access token does not exist", "code": -401], status: .unauthorized)
    }
    return .json(["id": Int64(grant.person.subject(at: .kakao)) ?? 0])
  }

  private func exchange(_ provider: SignInProvider, _ fields: [String: String]) throws -> APIResponse {
    let grant = state.withLock { $0.grants.remove(fields["code"] ?? "") }
    guard let grant, grant.provider == provider, grant.expiresAt > now(), grant.fault != .tokenRefused else {
      return refusal(provider, "invalid_grant", "KOE320", .badRequest)
    }
    switch grant.fault {
    case .serverDown: return .json(["error": "temporarily_unavailable"], status: .serviceUnavailable)
    case .notJSON:
      return APIResponse(head: HTTPResponse(status: .ok), body: Data("<html>점검 중입니다</html>".utf8))
    default: break
    }
    if provider == .naver {
      // Naver requires the state instead of the redirect address.
      guard fields["state"] == grant.state else { return refusal(provider, "invalid_request", "", .badRequest) }
    } else {
      guard fields["redirect_uri"] == grant.redirectURI else {
        return refusal(provider, "invalid_grant", "KOE303", .badRequest)
      }
    }
    if let challenge = grant.codeChallenge {
      guard PKCE.challenge(for: fields["code_verifier"] ?? "") == challenge else {
        return refusal(provider, "invalid_grant", "KOE320", .badRequest)
      }
    }
    return try answer(grant)
  }

  private func answer(_ grant: Grant) throws -> APIResponse {
    // The tokens contain characters that must be encoded in forms, like Naver's.
    let (access, refresh) = (Randomness.text() + "+/=", Randomness.text() + "+/=")
    state.withLock { state in
      state.accessTokens.insert(grant, for: access)
      state.refreshTokens.insert(grant, for: refresh)
    }
    var answer: [String: Any] = ["access_token": access, "token_type": "bearer", "refresh_token": refresh]
    switch grant.provider {
    case .kakao:
      answer["expires_in"] = 21599
      answer["refresh_token_expires_in"] = 5_184_000
      answer["scope"] = "account_email profile_image profile_nickname"
      // Only a client that requested `openid` sent a nonce.
      if grant.nonce != nil { answer["id_token"] = try idToken(grant, accessToken: access) }
    case .naver:
      answer["expires_in"] = "3600"
    case .google:
      answer["expires_in"] = 3599
      answer["refresh_token"] = nil
      answer["id_token"] = try idToken(grant, accessToken: access)
    case .apple:
      answer["expires_in"] = 3600
      answer["id_token"] = try idToken(grant, accessToken: access)
    }
    return .json(answer)
  }

  /// Refreshes an access token. As at the providers, there is usually no new refresh token.
  private func refresh(_ provider: SignInProvider, _ fields: [String: String]) -> APIResponse {
    let grant = state.withLock { $0.refreshTokens[fields["refresh_token"] ?? ""] }
    guard let grant, grant.provider == provider else {
      return refusal(provider, "invalid_grant", "KOE322", .badRequest)
    }
    let access = Randomness.text()
    state.withLock { $0.accessTokens.insert(grant, for: access) }
    return .json(["access_token": access, "token_type": "bearer", "expires_in": 21599])
  }

  private func idToken(_ grant: Grant, accessToken: String) throws -> String {
    let time = Int(now().timeIntervalSince1970)
    let isExpired = grant.fault == .expiredToken
    var claims: [String: Any] = [
      "aud": Self.clientID, "sub": grant.person.subject(at: grant.provider), "iat": isExpired ? time - 7200 : time,
      "exp": isExpired ? time - 3600 : time + 3600, "email": grant.person.email(at: grant.provider),
    ]
    claims["nonce"] = grant.fault == .wrongNonce ? "wrong" : grant.nonce
    switch grant.provider {
    case .kakao, .naver:
      claims["iss"] = "https://kauth.kakao.com"
      claims["nickname"] = grant.person.name
    case .apple:
      claims["iss"] = "https://appleid.apple.com"
      claims["email_verified"] = "true"
      claims["is_private_email"] = "false"
      claims["nonce_supported"] = true
    case .google:
      // Google uses two spellings.
      claims["iss"] = grant.person.name.count % 2 == 0 ? "accounts.google.com" : "https://accounts.google.com"
      claims["azp"] = Self.clientID
      claims["email_verified"] = true
      claims["name"] = grant.person.name
      claims["at_hash"] = Base64URL.encode(sha256(accessToken).prefix(16))
    }
    if grant.fault == .brokenProfile { claims["sub"] = "" }
    return try key().sign(claims)
  }

  private func isClient(_ provider: SignInProvider, _ fields: [String: String]) async -> Bool {
    guard fields["client_id"] == Self.clientID, let secret = fields["client_secret"] else { return false }
    guard provider == .apple else { return secret == Self.secret }
    guard let text = TokenText(secret), text.header.alg == "ES256", text.header.kid == Self.appleKeyID,
      let key = try? ES256PublicKey(backing: appleKey.publicKey),
      let claims = try? await JWTKeyCollection().add(ecdsa: key).verify(secret, as: AppleClientClaims.self)
    else { return false }
    let time = Int(now().timeIntervalSince1970)
    return claims.iss == Self.appleTeam && claims.sub == Self.clientID && claims.aud == "https://appleid.apple.com"
      && claims.iat <= time && claims.exp > time && claims.exp - claims.iat <= 15_777_000
  }

  private func refusal(
    _ provider: SignInProvider,
    _ error: String,
    _ code: String,
    _ status: HTTPResponse.Status
  ) -> APIResponse {
    switch provider {
    case .kakao: .json(["error": error, "error_description": "refused", "error_code": code], status: status)
    // Naver reports failures with status 200.
    case .naver: .json(["error": error, "error_description": "refused"])
    case .google: .json(["error": error, "error_description": "refused"], status: status)
    case .apple: .json(["error": error], status: status)
    }
  }

  private struct AppleClientClaims: TokenClaims {
    var iss: String
    var iat: Int
    var exp: Int
    var aud: String
    var sub: String
  }
}

extension StandIns.State {
  /// Revokes a user's consent. Apple then sends the name again at the next sign-in.
  mutating func forget(_ grant: StandIns.Grant) {
    revocations = revocations.suffix(999) + ["\(grant.provider.rawValue) \(grant.person.name)"]
    introduced.remove(grant.person.name)
  }
}
