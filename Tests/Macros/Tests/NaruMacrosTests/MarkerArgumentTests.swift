import Testing

/// The header fields, default values and other arguments of `@API` and the markers.
struct MarkerArgumentTests {
  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a", headers: «fields») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads the header fields from the source. Write `["Name": "constant"]`, or `["Name": "{parameter}"]` with plain string literals.

      @GET("/a", headers: [«"Bad name"»: "b"]) var a: @Sendable () async throws -> Int
      ! “a”: “Bad name” can't be the name of a header field. Use letters, digits and hyphens.

      @GET("/a", headers: ["X-A": «" b"»]) var a: @Sendable () async throws -> Int
      ! “a”: “ b” can't be the value of a header field: it must be ASCII without spaces at its ends, or one parameter in braces.

      @GET("/a", headers: ["X-A": "b", «"x-a"»: "c"]) var a: @Sendable () async throws -> Int
      ! “a”: x-a is declared twice. Names are the same in upper and lower case.

      @GET("/a", headers: [«"Host"»: "b"]) var a: @Sendable () async throws -> Int
      ! “a”: The transport sets Host for each connection. Remove it.

      @GET("/a", headers: ["X-A": «"{versoin}"»]) var a: @Sendable (_ version: String) async throws -> Int
      ! “a” has no parameter for {versoin}. Did you mean {version}?
      > @GET("/a", headers: ["X-A": "{version}"]) var a: @Sendable (_ version: String) async throws -> Int

      @GET("/a", headers: ["Accept": «"text/plain"»]) var a: @Sendable (_ accept: Header<String>) async throws -> Int
      ! “a”: Accept is a constant here and the parameter “accept”. Remove one of them, or write "{accept}".

      @GET("/a", headers: ["X-A": "{b}"]) var a: @Sendable (_ «b»: Query<Int>) async throws -> Int
      ! “a”: The marker has “b” in the header, but its type puts it elsewhere (query). Remove one of them.

      @GET("/a") var a: @Sendable (_ «xGitHubApiVersion»: Header<String>) async throws -> Int
      ! “a”, parameter “xGitHubApiVersion”: The hyphens in the name of this header field are not clear. Write X-GitHub-Api-Version in the marker: `headers: ["X-GitHub-Api-Version": "{xGitHubApiVersion}"]`.

      @GET("/a") var a: @Sendable (_ «eTag»: Header<String>) async throws -> Int
      ! “a”, parameter “eTag”: The hyphens in the name of this header field are not clear. Write ETag in the marker: `headers: ["ETag": "{eTag}"]`.

      @GET("/a") var a: @Sendable (_ «lastEventID»: Header<String>) async throws -> Int
      ! “a”, parameter “lastEventID”: The hyphens in the name of this header field are not clear. Write Last-Event-ID in the marker: `headers: ["Last-Event-ID": "{lastEventID}"]`.

      @GET("/a") var a: @Sendable (_ «planBCode»: Header<String>) async throws -> Int
      ! “a”, parameter “planBCode”: The hyphens in the name of this header field are not clear. Write the name in the marker: `headers: ["…": "{planBCode}"]`.

      @GET("/a", defaults: «values») var a: @Sendable (_ b: Int) async throws -> Int
      ! “a”: The macro reads the default values from the source. Write `["parameter": value]` with plain string literals as names.

      @GET("/a", defaults: [«"pgae"»: 1]) var a: @Sendable (_ page: Int) async throws -> Int
      ! “a”: There is no parameter “pgae”. Remove its default value.

      @GET("/a", defaults: [«"bookId"»: 1]) var a: @Sendable (_ bookID: Int) async throws -> Int
      ! “a”: There is no parameter “bookId”. Did you mean “bookID”?
      > @GET("/a", defaults: ["bookID": 1]) var a: @Sendable (_ bookID: Int) async throws -> Int

      @GET("/a", constraints: [«"pgae"»: .range(1...)]) var a: @Sendable (_ page: Int) async throws -> Int
      ! “a”: There is no parameter “pgae”. Remove its constraints.

      @GET("/a", constraints: ["n": «.length(1...3)», "n": .range(1...3), "n": «Constraint.items(...3)»]) var a: @Sendable (_ n: Int?) async throws -> Int
      ! “a”: `.length` constrains strings, so it would never be checked for “n” of type `Int`. Use `.range`, or remove it.
      ! “a”: `.items` constrains lists, so it would never be checked for “n” of type `Int`. Use `.range`, or remove it.

      @GET("/a", constraints: ["ids": .items(...3), "ids": .range(1...), "ids": «.format(.uuid)»]) var a: @Sendable (_ ids: CommaDelimited<[Int]>) async throws -> Int
      ! “a”: `.format` constrains strings, so it would never be checked for “ids” of type `[Int]`. Use `.items` or `.range`, or remove it.

      @GET("/a", constraints: ["b": «.range(0...1)»]) var a: @Sendable (_ b: Header<Bool>) async throws -> Int
      ! “a”: `.range` constrains numbers, so it would never be checked for “b” of type `Bool`. Remove it.

      @GET("/a", deprecated: «"2026-02-29"», sunset: «day») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads the day from the source. Write a string literal with a day that exists, such as "2027-03-31".
      ! “a”: The macro reads the day from the source. Write a string literal with a day that exists, such as "2027-03-31".

      @GET("/a", deprecated: "2027-03-31", sunset: «"2027-03-30"») var a: @Sendable () async throws -> Int
      ! “a”: An endpoint can't end before it is deprecated (RFC 9745). Write a later day for `sunset`.

      @GET("/a", versioned: «true») var a: @Sendable (_ word: String) async throws -> Int
      ! “a”: The version belongs to the path, and a server looks it up without “word”. Make “word” optional, or put it into the path.

      @GET("/a", retries: «isSafe») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads this argument from the source. Write `true` or `false`.

      @API(serves: «isServed») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! The macro reads this argument from the source. Write `true` or `false`.
      """#
    )
  )
  func aMistakeInAnArgumentIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  private func expansion(_ marker: String, _ type: String, api: String = #"@API("/api")"#) -> String {
    let expansion = Expansion("\(api) struct Books { \(marker) var a: @Sendable \(type) }")
    #expect(expansion.found == [])
    return expansion.text
  }

  @Test func headerFieldsOfTheContractAndTheEndpointAreMerged() {
    let text = expansion(
      #"@GET("/a", headers: ["accept": "text/plain", "ETag": "{tag}"])"#,
      "(_ tag: String) async throws -> String",
      api: ##"@API("/api", headers: ["Accept": "application/vnd.github+json", "X-Client": "naru"])"##
    )
    #expect(text.contains(#"headers: ["X-Client": "naru", "accept": "text/plain"]"#))
    #expect(text.contains(#"Naru.Endpoint.Parameter("ETag", .header, String.self)"#))
    #expect(text.contains(#"call.header("ETag", p0)"#))
    #expect(text.contains(#"let p0: String = try call.header("ETag")"#))
  }

  @Test func aHeaderParameterReplacesAConstantOfTheContract() {
    let text = expansion(
      #"@GET("/a")"#,
      "(_ accept: Header<String>) async throws -> Int",
      api: ##"@API("/api", headers: ["Accept": "application/vnd.github+json"])"##
    )
    #expect(!text.contains("headers: [\"Accept\""))
  }

  @Test func theOtherArgumentsAreInTheTokenAndTheMethod() {
    let text = expansion(
      #"@GET("/a", nilOn: 404, timeout: .seconds(5), retries: false, defaults: ["page": 1])"#,
      "(_ page: Int, _ size: Int?) async throws -> Book?"
    )
    #expect(text.contains(#".get, "/api/a", nilOn: 404, timeout: .seconds(5), retries: false,"#))
    #expect(text.contains("func a(page: Int = 1, size: Int? = nil) async throws -> Book?"))
  }

  @Test func limitsAndFailuresAreInTheTokenAndTheRouteChecks() {
    let text = expansion(
      #"@GET("/a?q={text}", constraints: ["text": .length(1...), "text": .pattern("a"), "size": .range(1...9)], failures: [.gone])"#,
      "(_ text: String, _ page: Int, _ size: Int?) async throws -> Int"
    )
    #expect(
      text.contains(
        #"Naru.Endpoint.Parameter("q", .query, String.self, constraints: [.length(1...), .pattern("a")])"#
      )
    )
    #expect(text.contains(#".query, Int.self, optional: true, constraints: [.range(1...9)])"#))
    #expect(text.contains("try call._check(p0, 0)\n") && text.contains("try call._check(p2, 2)\n"))
    #expect(!text.contains("call._check(p1, 1)"))
    #expect(text.contains("failures: [.gone]"))
  }

  @Test(arguments: ["2028-02-29", "2027-12-31", "0001-01-01"])
  func theDaysOfADeprecationAreInTheToken(day: String) {
    let text = expansion(#"@GET("/a", deprecated: "0001-01-01", sunset: "\#(day)")"#, "() async throws -> Int")
    #expect(text.contains(#"deprecatedSince: "0001-01-01","#) && text.contains(#"sunset: "\#(day)""#))
  }

  @Test(arguments: ["ISBN", "[ISBN]", "Lossy<[Int]>", "Query<Page>", "[String: ISBN]?"])
  func theKindOfATypeThatTheMacroDoesNotKnowIsLeftToTheRuntime(type: String) {
    let constraint = type.contains(":") ? ".items(1...)" : ".length(1...)"
    _ = expansion(#"@GET("/a", constraints: ["n": \#(constraint)])"#, "(_ n: \(type)) async throws -> Int")
  }

  @Test func theRestOfAPathAndListsWithSeparatorsAreRead() {
    let text = expansion(
      #"@GET("/a/{path...}?ids[]={ids}")"#,
      "(_ path: String, _ ids: [Int], _ tags: PipeDelimited<[String]>, _ scopes: SpaceDelimited<[String]>?) async throws -> Int"
    )
    #expect(text.contains(#"call.path("path", rest: p0)"#) && text.contains(#"try call.rest("path")"#))
    #expect(text.contains(#"call.query("ids[]", p1)"#) && text.contains(#"try call.query("ids[]")"#))
    #expect(text.contains(#"call.query("tags", joined: p2, by: "|")"#))
    #expect(text.contains(#"try call.joinedQuery("tags", by: "|")"#))
    #expect(text.contains(#"try call.optionalJoinedQuery("scopes", by: " ")"#))
  }

  @Test func objectsInTheQueryHaveAForm() {
    let text = expansion(
      #"@GET("/a?page[size]={b}")"#,
      "(_ b: DeepObject<B>, _ c: JSONEncoded<C>?, _ d: Body<D>) async throws -> Int"
    )
    #expect(text.contains(#"call.query("page[size]", p0, nested: .deepObject)"#))
    #expect(text.contains(#"try call.query("page[size]", nested: .deepObject)"#))
    #expect(text.contains(#"try call.optionalQuery("c", nested: .json)"#) && text.contains("nesting: .json"))
    #expect(text.contains("call.body(p2)"))
  }

  @Test func aContractForClientsHasNoRoutes() {
    let text = expansion(#"@GET("/a")"#, "() async throws -> Int", api: "@API(serves: false)")
    #expect(text.contains("static var endpoints: [Naru.Endpoint] {\n    [Endpoints.a]\n"))
    #expect(!text.contains("call.reply"))
  }
}
