import Testing

struct PathMistakeTests {
  @Test(arguments: [
    Mistake(
      #"@GET(«path») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes."
    ),
    Mistake(
      #"@GET(«"/a/\(b)"») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes."
    ),
    Mistake(
      #"@GET(«"/a\tb"») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes."
    ),
    Mistake(
      #"«@GET» var a: @Sendable () async throws -> Int"#,
      #"The path is missing. Write `@GET("/…")`."#
    ),
    Mistake(
      #"@GET(«"a"») var a: @Sendable () async throws -> Int"#,
      "A path starts with “/”.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      source: #"@API(«"api"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }"#,
      "A path starts with “/”.",
      fixed: #"@API("/api") struct Books { @GET("/a") var a: @Sendable () async throws -> Int }"#
    ),
    Mistake(
      source: #"@API(«base») struct Books { @GET("/a") var a: @Sendable (_ id: Path<Int>) async throws -> Int }"#,
      "The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes."
    ),
    Mistake(
      #"@GET(«"/a//b"») var a: @Sendable () async throws -> Int"#,
      "“//” has an empty segment. Remove one “/”."
    ),
    Mistake(
      source: #"@API(«"/api?key=1"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }"#,
      "“?” starts a query, which a contract's path can't have. Write it after an endpoint's path."
    ),
    Mistake(
      #"@GET(«"/a?page"») var a: @Sendable () async throws -> Int"#,
      "“page” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant."
    ),
    Mistake(
      #"@GET(«"/a?q={q"») var a: @Sendable (_ q: String) async throws -> Int"#,
      "“q={q” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant."
    ),
    Mistake(
      #"@GET(«"/a?q={a}&q={b}"») var a: @Sendable (_ a: String) async throws -> Int"#,
      "“q” is in the query twice. A list is a single item."
    ),
    Mistake(
      #"@GET(«"/a?q={b}"») var a: @Sendable () async throws -> Int"#,
      "“a” has no parameter for {b}. Add `_ b: …` to its type, or remove it from the path."
    ),
    Mistake(
      #"@GET(«"/a#b"») var a: @Sendable () async throws -> Int"#,
      "“#” starts a fragment, which is never sent. Remove it."
    ),
    Mistake(
      #"@GET(«"/a b"») var a: @Sendable () async throws -> Int"#,
      "A path has no spaces. Write %20 if you mean one."
    ),
    Mistake(
      #"@GET(«"/책"») var a: @Sendable () async throws -> Int"#,
      "“책” is not allowed in a path. Percent-encode it."
    ),
    Mistake(
      #"@GET(«"/a/{id"») var a: @Sendable (_ id: Int) async throws -> Int"#,
      "“{” in “{id” is unbalanced. A placeholder is one name in braces: {id}."
    ),
    Mistake(
      #"@GET(«"/a/id}"») var a: @Sendable (_ id: Int) async throws -> Int"#,
      "“}” in “id}” is unbalanced. A placeholder is one name in braces: {id}."
    ),
    Mistake(
      #"@GET(«"/a/{}"») var a: @Sendable () async throws -> Int"#,
      "“{}” has no name. A placeholder has the name of a parameter: {id}."
    ),
    Mistake(
      #"@GET(«"/a/{b}-{c}"») var a: @Sendable (_ b: Int, _ c: Int) async throws -> Int"#,
      "The placeholders in “{b}-{c}” are ambiguous. Use one parameter for both: `{range}`."
    ),
    Mistake(
      #"@GET(«"/a/{id}/{id}"») var a: @Sendable (_ id: Int) async throws -> Int"#,
      "{id} is in the path twice. Give each its own name."
    ),
    Mistake(
      source: #"@API("/{id}") struct Books { @GET(«"/a/{id}"») var a: @Sendable (_ id: Int) async throws -> Int }"#,
      "{id} is in the path twice. Give each its own name."
    ),
    Mistake(
      #"@GET(«"/a/{id}"») var a: @Sendable (_ key: Int) async throws -> Int"#,
      "“a” has no parameter for {id}. Add `_ id: …` to its type, or remove it from the path."
    ),
    Mistake(
      #"@GET(«"/a/{bookId}"») var a: @Sendable (_ bookID: Int) async throws -> Int"#,
      "“a” has no parameter for {bookId}. Did you mean {bookID}?",
      fixed: #"@GET("/a/{bookID}") var a: @Sendable (_ bookID: Int) async throws -> Int"#
    ),
    Mistake(
      #"@GET(«"/a/{path...}/b"») var a: @Sendable (_ path: String) async throws -> Int"#,
      "“{path...}” stands for the rest of the path, so it must be its last segment, and in an endpoint's path."
    ),
    Mistake(
      #"@GET(«"/a/{id}"») var a: @Sendable (_ id: Query<Int>) async throws -> Int"#,
      "“a” has no parameter for {id}. Add `_ id: …` to its type, or remove it from the path."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ «id»: Path<Int>) async throws -> Int"#,
      "“id” belongs in the path, but the path has no {id}. Add it."
    ),
    Mistake(
      #"@GET("/a/{id}") var a: @Sendable (_ id: «Int?») async throws -> Int"#,
      "“id” is part of the path, so it can't be optional. Remove the `?`, or declare a second endpoint."
    ),
    Mistake(
      #"@GET("/a", status: «404») var a: @Sendable () async throws -> Int"#,
      "The success status must be an integer literal from 200 to 299."
    ),
    Mistake(
      #"@GET("/a", status: «created») var a: @Sendable () async throws -> Int"#,
      "The success status must be an integer literal from 200 to 299."
    ),
    Mistake(
      #"@POST("/a", idempotencyKey: «isNeeded») var a: @Sendable () async throws -> Int"#,
      "The macro reads this argument from the source. Write `true` or `false`."
    ),
  ])
  func aMistakeInAMarkerIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test func twoEndpointsOnOneRouteAreReported() {
    let mistake = Mistake(
      """
      @GET("/a/{id}") var a: @Sendable (_ id: Int) async throws -> Int
        @DELETE("/a/{id}") var c: @Sendable (_ id: Int) async throws -> Int
        @GET(«"/a/{key}"») var b: @Sendable (_ key: Int) async throws -> Int
      """,
      "“b” has the same method and path as “a” (GET /api/a/{key}), so it would never be called. Change one of them."
    )
    mistake.check()
    #expect(Expansion(mistake.source).notes == ["“a” is declared here."])
  }
}
