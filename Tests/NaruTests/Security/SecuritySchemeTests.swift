import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// API keys, HTTP Basic, several schemes and scopes: called, served and redacted.
struct SecuritySchemeTests {
  struct Answer: Codable, Sendable, Equatable { var text: String }

  @API("/vault", auth: .required, security: [.apiKey(query: "ttbkey")])
  struct Vault: Sendable {
    @GET("/query?page={page}")
    var query: @Sendable (_ page: Int?) async throws -> Answer

    @GET("/header", security: [.apiKey(header: "X-App-Id")])
    var header: @Sendable () async throws -> Answer

    @GET("/cookie", security: [.apiKey(cookie: "sid")])
    var cookie: @Sendable () async throws -> Answer

    @GET("/basic", security: [.basic])
    var basic: @Sendable () async throws -> Answer

    @GET("/either", security: [.bearer, .apiKey(header: "X-App-Id")])
    var either: @Sendable () async throws -> Answer

    @GET("/both", security: [.all(.bearer, .apiKey(header: "X-App-Id"))])
    var both: @Sendable () async throws -> Answer

    @GET("/maybe", auth: .optional)
    var maybe: @Sendable () async throws -> Answer

    @GET("/open", auth: .none)
    var open: @Sendable () async throws -> Answer

    @DELETE("/scoped", security: [.bearer, .basic], scopes: ["vault:read", "vault:write"])
    var scoped: @Sendable () async throws -> Answer
  }

  struct Member: ScopedIdentity {
    var name: String
    var scopes: Set<String> = []
  }

  /// Knows one credential of each kind.
  struct Members: CredentialAuthenticator {
    func identity(with credentials: [SecurityScheme: Secret], calling endpoint: Endpoint) async throws -> Member? {
      var names: [String] = []
      for (scheme, secret) in credentials {
        switch scheme {
        case .basic:
          guard let (user, password) = secret.basic, password == Secret("p:w") else { return nil }
          names.append("basic \(user)")
        case .bearer:
          guard secret.revealed.hasPrefix("token") else { return nil }
          names.append("bearer")
        default:
          guard secret == Secret("k e&y") || secret == Secret("key") else { return nil }
          names.append("key")
        }
      }
      let scopes = credentials[.bearer] == Secret("token-rw") ? ["vault:read", "vault:write"] : ["vault:read"]
      return Member(name: names.sorted().joined(separator: "+"), scopes: Set(scopes))
    }
  }

  private static let server = InMemoryTransport().mounting(
    Vault.self,
    options: ServingOptions(authenticator: Members())
  ) { caller in
    let answer = Answer(text: caller.identity(as: Member.self)?.name ?? "nobody")
    return Vault(
      query: { _ in answer },
      header: { answer },
      cookie: { answer },
      basic: { answer },
      either: { answer },
      both: { answer },
      maybe: { answer },
      open: { answer },
      scoped: { answer }
    )
  }

  private func vault(
    _ credentials: [SecurityScheme: Secret] = [:],
    token: String? = nil,
    seen: @escaping @Sendable (APIRequest) -> Void = { _ in }
  ) -> Vault {
    let middleware = token.map { token in [BearerAuthentication { Secret(token) }] } ?? []
    return .live(over: Self.server.watched(seen), middleware: middleware, credentials: credentials)
  }

  private static let keys: [SecurityScheme: Secret] = [
    .apiKey(query: "ttbkey"): Secret("k e&y"), .apiKey(header: "x-app-id"): Secret("key"),
    .apiKey(cookie: "sid"): Secret("key"), .basic: .basic(user: "나루", password: Secret("p:w")),
  ]

  @Test
  func eachCredentialIsSentToItsPlaceAndToNoOther() async throws {
    let sent = Locked<[HTTPRequest]>([])
    let vault = vault(Self.keys) { request in sent.withLock { $0.append(request.head) } }
    #expect(try await vault.query(2).text == "key")
    #expect(try await vault.query(nil).text == "key")
    #expect(try await vault.header().text == "key")
    #expect(try await vault.cookie().text == "key")
    #expect(try await vault.basic().text == "basic 나루")
    #expect(try await vault.maybe().text == "key")
    #expect(try await vault.open().text == "nobody")
    let heads = sent.withLock { $0 }
    #expect(heads.map(\.path).prefix(2) == ["/vault/query?page=2&ttbkey=k%20e%26y", "/vault/query?ttbkey=k%20e%26y"])
    #expect(heads[2].headerFields[try #require(HTTPField.Name("X-App-Id"))] == "key")
    #expect(heads[3].headerFields[.cookie] == "sid=key")
    for (index, head) in heads.enumerated() {
      let places = [
        head.path?.contains("ttbkey") == true, head.headerFields[.cookie] != nil,
        head.headerFields[.authorization] != nil, head.headerFields.contains { $0.name.canonicalName == "x-app-id" },
      ]
      #expect(places.count { $0 } == (index == 6 ? 0 : 1), "\(index)")
    }
  }

  @Test
  func oneOfTheSchemesIsEnoughAndAllOfThemAreNeededTogether() async throws {
    #expect(try await vault(token: "token").either().text == "bearer")
    #expect(try await vault(Self.keys).either().text == "key")
    // What the middleware has added is enough.
    #expect(try await vault(Self.keys, token: "token").either().text == "bearer")
    #expect(try await vault(Self.keys, token: "token").both().text == "bearer+key")
    await expectUnauthorized { try await vault(token: "token").both() }
    await expectUnauthorized { try await vault(Self.keys).both() }
  }

  /// A request for an endpoint, as another client could send it.
  private func ask(_ path: String, _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get) async throws -> (
    status: Int, text: String, challenges: [String]
  ) {
    let response = try await Self.server.send(method, "/vault/\(path)", fields)
    return (response.head.status.code, response.text, response.head.headerFields[values: .wwwAuthenticate])
  }

  @Test
  func onlyACredentialInTheDeclaredPlaceCounts() async throws {
    let key = try #require(HTTPField.Name("X-App-Id"))
    #expect(try await ask("query?ttbkey=key").status == 200)
    #expect(try await ask("query", [key: "key"]).status == 401)
    #expect(try await ask("query", [.authorization: "Bearer token"]).status == 401)
    #expect(try await ask("header?X-App-Id=key").status == 401)
    #expect(try await ask("header", [.authorization: "Bearer token"]).status == 401)
    #expect(try await ask("basic", [.authorization: "Bearer token"]).status == 401)
    #expect(try await ask("cookie", [.cookie: "other=1; sid=key"]).status == 200)
    #expect(try await ask("cookie", [.cookie: "xsid=key"]).status == 401)
    #expect(try await ask("query?ttbkey=key&ttbkey=key").status == 401)
  }

  @Test
  func anInvalidCredentialIsRejectedAlsoWhereNoneIsNeeded() async throws {
    #expect(try await ask("maybe").text.contains("nobody"))
    #expect(try await ask("maybe?ttbkey=wrong").status == 401)
    #expect(try await ask("maybe?ttbkey=").status == 401)
    // The first scheme of which a request has all credentials is the one that counts.
    let key = try #require(HTTPField.Name("X-App-Id"))
    #expect(try await ask("either", [.authorization: "Bearer wrong", key: "key"]).status == 401)
  }

  @Test
  func a401SaysHowToAuthenticate() async throws {
    #expect(try await ask("basic").challenges == [#"Basic realm="api", charset="UTF-8""#])
    #expect(try await ask("either").challenges == ["Bearer", #"ApiKey in="header", name="X-App-Id""#])
    #expect(try await ask("query").challenges == [#"ApiKey in="query", name="ttbkey""#])
    #expect(
      try await ask("either", [.authorization: "Bearer x"]).challenges
        == [#"Bearer error="invalid_token""#, #"ApiKey in="header", name="X-App-Id""#]
    )
  }

  @Test
  func aMissingScopeIsA403ThatNamesIt() async throws {
    let refused = try await ask("scoped", [.authorization: "Bearer token"], method: .delete)
    #expect(refused.status == 403)
    #expect(refused.text.contains("vault:write") && !refused.text.contains("vault:read"), "\(refused.text)")
    #expect(refused.challenges == [#"Bearer error="insufficient_scope", scope="vault:read vault:write""#])
    #expect(try await ask("scoped", [.authorization: "Bearer token-rw"], method: .delete).status == 200)
    #expect(try await ask("scoped", method: .delete).status == 401)
    #expect(Vault.Endpoints.scoped.declares(.forbidden, nil) == Vault.Endpoints.scoped.declares(.unauthorized, nil))
  }

  @Test
  func thePersonOfABearerTokenHasTheScopesOfTheToken() async throws {
    let people = ClosureAuthenticator { token in
      Caller.User(id: UUID(), scopes: token.revealed == "rw" ? ["vault:read", "vault:write"] : [])
    }
    var served = Vault.unimplemented
    served.scoped = { Answer(text: "yes") }
    served.header = { Answer(text: "never") }
    let transport = served.inMemory(ServingOptions(authenticator: people))
    func call(_ token: String) -> Vault {
      .live(over: transport, credentials: [.bearer: Secret(token), .apiKey(header: "X-App-Id"): Secret(token)])
    }
    #expect(try await call("rw").scoped().text == "yes")
    await #expect { try await call("r").scoped() } throws: { ($0 as? APIError)?.code == .forbidden }
    // It knows nothing of keys, so it accepts none.
    await expectUnauthorized { try await call("rw").header() }
  }

  @Test
  func theTokenSaysWhatAnEndpointAsksFor() {
    let endpoints = Vault.Endpoints.self
    #expect(endpoints.query.security == [.apiKey(query: "ttbkey")])
    #expect(endpoints.open.security.isEmpty && !endpoints.open.accepts(.bearer))
    #expect(endpoints.both.security.first?.schemes == [.bearer, .apiKey(header: "x-app-id")])
    #expect(endpoints.both.accepts(.bearer) && endpoints.both.accepts(.apiKey(header: "X-App-Id")))
    #expect(!endpoints.query.accepts(.bearer))
    #expect(endpoints.scoped.scopes == ["vault:read", "vault:write"] && endpoints.query.scopes.isEmpty)
    #expect("\(endpoints.both.security)" == #"[bearer and apiKey(header: "X-App-Id")]"#)
    let usual = Endpoint("A", "a", .get, "/a", auth: .required)
    #expect(usual.security == [.bearer] && usual.accepts(.bearer) && usual.scopes.isEmpty)
  }

  @Test
  func aCredentialIsSentToNoOtherServer() async throws {
    let elsewhere = ChangedRequest { request in
      request.head.authority = "elsewhere.invalid"
      request.head.scheme = "https"
    }
    let paths = Locked<[String?]>([])
    let transport = ClosureTransport.status(200, #"{"text":"a"}"#)
      .watched { request in paths.withLock { $0.append(request.head.path) } }
    _ = try await Vault.live(over: transport, middleware: [elsewhere], credentials: Self.keys).query(1)
    #expect(paths.withLock { $0 } == ["/vault/query?page=1"])
  }

  @Test(arguments: ["", "a\r\nb"])
  func aCredentialThatCannotBeSentIsAnErrorWithoutIt(key: String) async {
    let vault = vault([.apiKey(header: "X-App-Id"): Secret(key)]) { _ in Issue.record("Something was sent.") }
    await #expect { try await vault.header() } throws: { error in
      let error = error as? APIError
      return error?.code == .encodingFailed && error?.description.contains("X-App-Id") == true
    }
  }

  @Test
  func noErrorLogOrCommandHasAKey() async throws {
    let secret = "s3cr3t-ünique"
    let credentials: [SecurityScheme: Secret] = [
      .apiKey(query: "ttbkey"): Secret(secret), .apiKey(cookie: "sid"): Secret("s3cr3t"),
      .apiKey(header: "X-App-Id"): Secret("s3cr3t"),
      .basic: .basic(user: "naru", password: Secret("s3cr3t")),
    ]
    let encoded = try #require(credentials[.basic]).revealed
    for transport in [ClosureTransport.status(500, "broken"), .status(200, "broken"), .status(302)] {
      let client = APIClient(InMemoryTransport.url, transport: transport, credentials: credentials)
      let vault = Vault.live(client)
      for call in [{ try await vault.query(1) }, vault.header, vault.cookie, vault.basic] {
        let error = await #expect(throws: APIError.self) { try await call() }
        var dumped = ""
        dump(error, to: &dumped)
        dump(client, to: &dumped)
        let text = "\(error.map { "\($0)" } ?? "") \(error?.requestDescription ?? "") \(error?.curl ?? "") \(dumped)"
        #expect(!text.contains("s3cr3t") && !text.contains(encoded), "\(text)")
      }
      let error = await #expect(throws: APIError.self) { try await vault.query(1) }
      #expect(error?.curl?.contains(#"&ttbkey='"$TTBKEY""#) == true, "\(error?.curl ?? "")")
      let field = await #expect(throws: APIError.self) { try await vault.header() }
      #expect(field?.curl?.contains(#"X-App-Id: '"$X_APP_ID""#) == true, "\(field?.curl ?? "")")
    }
  }
}

private func expectUnauthorized(
  _ call: () async throws -> SecuritySchemeTests.Answer,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  await #expect(sourceLocation: sourceLocation) {
    _ = try await call()
  } throws: { error in
    (error as? APIError)?.code == .unauthorized
  }
}
