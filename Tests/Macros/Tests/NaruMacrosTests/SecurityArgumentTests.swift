import Testing

/// The arguments `auth`, `security`, `scopes` and `host`.
struct SecurityArgumentTests {
  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a", security: «[.basic]») var a: @Sendable () async throws -> Int
      ! “a”: Calls of this endpoint are not authenticated, so no server would check this. Write `auth: .required`.
      > @GET("/a", auth: .required, security: [.basic]) var a: @Sendable () async throws -> Int

      @GET("/a", auth: .none, scopes: «["a"]») var a: @Sendable () async throws -> Int
      ! “a”: Calls of this endpoint are not authenticated, so no server would check this. Write `auth: .required`.

      @GET("/a", auth: .optional, scopes: «["a"]») var a: @Sendable () async throws -> Int
      ! “a”: A caller who is not signed in has no scopes. Write `auth: .required`, or check the scopes in the handler.

      @GET("/a", auth: .required, scopes: ["a:b", «"a b"», «"ä"», «""»]) var a: @Sendable () async throws -> Int
      ! “a”: “a b” has a space, which separates scopes. Write each as a string of its own.
      ! “a”: “ä” can't be a scope: use ASCII letters, digits and characters such as “:”.
      ! “a”: “” can't be a scope: use ASCII letters, digits and characters such as “:”.

      @GET("/a", auth: .required, security: «[]») var a: @Sendable () async throws -> Int
      ! “a”: Without a scheme, no one can be authenticated. Name one, such as `.bearer`, or write `auth: .none` instead.

      @GET("/a", auth: .required, security: [«.all(.bearer, .basic)»]) var a: @Sendable () async throws -> Int
      ! “a”: A request has only one `Authorization`, so `.bearer` and `.basic` can't be sent together. List both to accept either.

      @GET("/a", auth: .required, security: [.all(.basic, .apiKey(header: «"X Key"»)), .apiKey(cookie: «"a=b"»)]) var a: @Sendable () async throws -> Int
      ! “a”: “X Key” can't be the name of a key. Use letters, digits and hyphens.
      ! “a”: “a=b” can't be the name of a key. Use letters, digits and hyphens.

      @GET("/a", auth: .required, security: [.apiKey(query: "key")]) var a: @Sendable (_ «key»: String) async throws -> Int
      ! “a”: “key” is the API key of `security`, which the client adds to each call. Remove the parameter, and give the client the key: `APIClient(…, credentials: […])`.

      @GET("/a", auth: .required, security: [.all(.bearer, .apiKey(header: "api-key"))]) var a: @Sendable (_ «apiKey»: Header<String>) async throws -> Int
      ! “a”: “apiKey” is the API key of `security`, which the client adds to each call. Remove the parameter, and give the client the key: `APIClient(…, credentials: […])`.

      @API("/a", security: «[.basic]») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! Calls of this contract are not authenticated, so no server would check this. Write `auth: .required`.

      @API("/a", host: «"https://a.example.com/v1"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! “https://a.example.com/v1” is not the address of a server. Write one such as "https://uploads.example.com"; a path belongs in the path of `@API`.

      @API("/a", host: «host») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! The macro reads the server from the source. Write a plain string literal such as "https://uploads.example.com".

      @GET("/a", redirects: «follows») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads this argument from the source. Write `true` or `false`.
      """#
    )
  )
  func eachMistakeIsReportedOnce(mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    // The contract's schemes are for the endpoints that are authenticated.
    #"@API("/a", security: [.basic]) struct B { @GET("/a", auth: .required) var a: @Sendable () async throws -> Int }"#,
    #"@API("/a", auth: .required, security: [.basic], scopes: ["a"]) struct B { @GET("/a", auth: .none) var a: @Sendable (_ key: Int) async throws -> Int; @GET("/b") var b: @Sendable () async throws -> Int }"#,
    // What is not a literal is not read.
    #"@API("/a", auth: level, security: schemes, scopes: [Scope.read]) struct B { @GET("/a") var a: @Sendable () async throws -> Int }"#,
    // A key in another place than the parameter.
    #"@API("/a", auth: .required, security: [.apiKey(header: "key")]) struct B { @GET("/a") var a: @Sendable (_ key: Int) async throws -> Int }"#,
  ])
  func whatIsRightIsNotReported(source: String) {
    Mistake(source: source).check()
  }

  @Test
  func theTokenHasTheArgumentsOfTheEndpointOrTheContract() {
    let expansion = Expansion(
      """
      @API("/a", host: "https://a.example.com", auth: .required, security: [.basic], scopes: ["a"])
      struct B {
        @GET("/a", redirects: true) var a: @Sendable () async throws -> Int
        @GET("/b", security: [.bearer], scopes: []) var b: @Sendable () async throws -> Int
        @GET("/c", auth: .none) var c: @Sendable () async throws -> Int
      }
      """
    )
    let text = expansion.text
    #expect(
      text.contains(
        #".get, "/a/a", host: "https://a.example.com", auth: .required, security: [.basic], scopes: ["a"], redirects: true"#
      )
    )
    #expect(text.contains(#"auth: .required, security: [.bearer], scopes: []"#))
    #expect(text.contains(#""/a/c", host: "https://a.example.com", auth: .none,"#))
  }

  @Test
  func theBodyIsReadAfterAllOtherParameters() throws {
    let text = Expansion(
      #"@API("/a") struct B { @POST("/{id}") var a: @Sendable (_ body: Body<Int>, _ id: Int, _ q: Query<Int>) async throws -> Int }"#
    )
    .text
    let body = try #require(text.firstRange(of: "try await call.body()"))
    let query = try #require(text.firstRange(of: #"try call.query("q")"#))
    #expect(query.upperBound <= body.lowerBound)
    #expect(text.contains("api.a(p0, p1, p2)"))
  }
}
