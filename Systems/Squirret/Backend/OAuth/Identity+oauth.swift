import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Naru
import NaruServer
import ServedSystem
import Squirret
import Storage
import Support

extension Identity {
  /// Adds the endpoints for other programs, in the form of the standards: tokens (RFC 6749), revocation (RFC 7009),
  /// introspection (RFC 7662) and metadata (RFC 8414).
  ///
  /// They are routes and not a contract, because the standards prescribe header fields of their failures.
  func addOAuth<Context: RequestContext>(to router: Router<Context>) {
    add(OAuthPath.token, to: router) { form in try Response(oauth: await tokens(form)) }
    add(OAuthPath.revocation, to: router) { form in
      try await revoke(form)
      return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }
    add(OAuthPath.introspection, to: router) { form in try Response(oauth: await introspect(form)) }
    router.mount(Discovery.self, options: ServingOptions(logger: logger)) { _ in
      Discovery(metadata: { try metadata() })
    }
  }

  private func add<Context: RequestContext>(
    _ path: String,
    to router: Router<Context>,
    answer: @escaping @Sendable (OAuthForm) async throws -> Response
  ) {
    router.post(RouterPath(path)) { request, _ in
      do {
        return try await answer(OAuthForm(request))
      } catch let error as OAuthError {
        return try Response(error)
      } catch {
        logger.error(
          "An OAuth endpoint failed unexpectedly.",
          metadata: ["path": "\(path)", "error": "\(type(of: error))"]
        )
        return try Response(OAuthError.serverError)
      }
    }
    for method in [HTTPRequest.Method.get, .put, .patch, .delete] {
      router.on(RouterPath(path), method: method) { _, _ in
        Response(status: .methodNotAllowed, headers: [.allow: "POST"])
      }
    }
  }

  /// Exchanges a code or a refresh token (RFC 6749, sections 4.1.3 and 6; RFC 7636, section 4.5).
  private func tokens(_ form: OAuthForm) async throws -> OAuthTokens {
    if let seconds = try await addressLimit.take() { throw OAuthError.tooMany(seconds) }
    try checkApp(form)
    do {
      switch try form.require("grant_type") {
      case "authorization_code":
        let (code, verifier) = (try form.require("code"), try form.require("code_verifier"))
        guard form.client != nil else { throw OAuthError.invalidRequest("The parameter client_id is missing.") }
        return OAuthTokens(
          try await codes.exchange(Secret(code), verifier: Secret(verifier), redirectURI: form["redirect_uri"])
        )
      case "refresh_token":
        let token = try form.require("refresh_token")
        guard form["scope"] == nil else { throw OAuthError.invalidScope }
        return OAuthTokens(try await refresh(Secret(token)))
      default: throw OAuthError.unsupportedGrantType
      }
    } catch let error as APIError {
      switch error.code {
      case .rateLimited: throw OAuthError.tooMany(Int(error.retryAfter?.components.seconds ?? 60))
      case .invalid: throw OAuthError.invalidGrant
      default: throw error
      }
    }
  }

  /// Ends the session of a token (RFC 7009). An unknown token is a success, because it is not valid afterwards either.
  private func revoke(_ form: OAuthForm) async throws {
    if let seconds = try await addressLimit.take() { throw OAuthError.tooMany(seconds) }
    try checkApp(form)
    let token = Secret(try form.require("token"))
    // An expired access token ends its session too, like a logout.
    let claims = try await sessions.tokens.claims(of: token, at: sessions.now(), acceptsExpired: true)
    var session = claims?.sid.key
    if session == nil { session = try await sessions.session(of: token) }
    guard let session else { return }
    try await sessions.database.write { db in try sessions.end(session, db) }
  }

  /// Says whether an access token is active (RFC 7662). A refresh token is never active here, because no server but this
  /// one may get it.
  private func introspect(_ form: OAuthForm) async throws -> Introspection {
    guard let client = form.client, let secret = client.secret,
      let expected = configuration.introspectionClients[client.id],
      isEqualInConstantTime(secret.revealed, expected.revealed)
    else {
      // Only failures count, because one server asks on behalf of many people.
      if let seconds = try await addressLimit.take() { throw OAuthError.tooMany(seconds) }
      throw OAuthError.invalidClient
    }
    let token = Secret(try form.require("token"))
    guard let claims = try await sessions.tokens.claims(of: token, at: sessions.now()),
      try await sessions.state(of: claims.sid, person: claims.sub)?.isActive == true
    else { return .inactive }
    return Introspection(claims)
  }

  /// Throws ``OAuthError`` if the request names another client than this server's app, which has no secret.
  private func checkApp(_ form: OAuthForm) throws(OAuthError) {
    guard let client = form.client, client.id != configuration.clientID || client.secret != nil else { return }
    throw .invalidClient
  }

  private func metadata() throws -> ServerMetadata {
    guard let issuer = publishedIssuer else {
      throw APIError.notFound(
        LocalizedMessage(
          korean: "서버의 공개 주소(\(Setting.publicURL.rawValue))가 발급자와 같아야 이 정보를 제공합니다.",
          english:
            "The server describes itself only if its public address (\(Setting.publicURL.rawValue)) is its issuer."
        ),
        serverCode: "not_found"
      )
    }
    return ServerMetadata(
      issuer: issuer,
      authorizationEndpoint: issuer + BrowserPath.authorization,
      tokenEndpoint: issuer + OAuthPath.token,
      jwksURI: issuer + Accounts.Endpoints.keys.path.description,
      revocationEndpoint: issuer + OAuthPath.revocation,
      introspectionEndpoint: issuer + OAuthPath.introspection,
      responseTypesSupported: ["code"],
      responseModesSupported: ["query"],
      grantTypesSupported: ["authorization_code", "refresh_token"],
      codeChallengeMethodsSupported: ["S256"],
      tokenEndpointAuthMethodsSupported: ["none"],
      revocationEndpointAuthMethodsSupported: ["none"],
      introspectionEndpointAuthMethodsSupported: ["client_secret_basic", "client_secret_post"],
      authorizationResponseIssParameterSupported: true
    )
  }
}
