import Testing

@Suite("Mistakes in paths and markers")
struct PathMistakeTests {
  @Test(arguments: [
    Mistake(
      #"@GET(«path») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it has to be a plain string literal: no constant, no interpolation, no escapes."
    ),
    Mistake(
      #"@GET(«"/a/\(b)"») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it has to be a plain string literal: no constant, no interpolation, no escapes."
    ),
    Mistake(
      #"@GET(«"/a\tb"») var a: @Sendable () async throws -> Int"#,
      "The macro reads the path from the source, so it has to be a plain string literal: no constant, no interpolation, no escapes."
    ),
    Mistake(
      #"«@GET» var a: @Sendable () async throws -> Int"#,
      #"Where is this endpoint? Write its path: `@GET("/…")`."#
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
      "The macro reads the path from the source, so it has to be a plain string literal: no constant, no interpolation, no escapes."
    ),
    Mistake(
      #"@GET(«"/a//b"») var a: @Sendable () async throws -> Int"#,
      "There is nothing between the two “/” of “//”. Remove one of them."
    ),
    Mistake(
      source: #"@API(«"/api?key=1"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }"#,
      "“?” begins a query, which the path of a contract can't have. Write it behind the path of an endpoint."
    ),
    Mistake(
      #"@GET(«"/a?page"») var a: @Sendable () async throws -> Int"#,
      "“page” is no item of a query. Write `name={parameter}` for a value, or `name=value` for one that is always sent."
    ),
    Mistake(
      #"@GET(«"/a?q={q"») var a: @Sendable (_ q: String) async throws -> Int"#,
      "“q={q” is no item of a query. Write `name={parameter}` for a value, or `name=value` for one that is always sent."
    ),
    Mistake(
      #"@GET(«"/a?q={a}&q={b}"») var a: @Sendable (_ a: String) async throws -> Int"#,
      "“q” is in the query twice. A list is one item: its values follow each other."
    ),
    Mistake(
      #"@GET(«"/a?q={b}"») var a: @Sendable () async throws -> Int"#,
      "“a” has no parameter for {b}. Add `_ b: …` to its type, or remove it from the path."
    ),
    Mistake(
      #"@GET(«"/a#b"») var a: @Sendable () async throws -> Int"#,
      "“#” begins a fragment, which is never sent. Remove it."
    ),
    Mistake(
      #"@GET(«"/a b"») var a: @Sendable () async throws -> Int"#,
      "A path has no spaces. Write %20 if you mean one."
    ),
    Mistake(
      #"@GET(«"/책"») var a: @Sendable () async throws -> Int"#,
      "“책” can't stand in a path. Write it percent-encoded."
    ),
    Mistake(
      #"@GET(«"/a/{id"») var a: @Sendable (_ id: Int) async throws -> Int"#,
      "“{” in “{id” has no partner. A placeholder is one name in braces: {id}."
    ),
    Mistake(
      #"@GET(«"/a/id}"») var a: @Sendable (_ id: Int) async throws -> Int"#,
      "“}” in “id}” has no partner. A placeholder is one name in braces: {id}."
    ),
    Mistake(
      #"@GET(«"/a/{}"») var a: @Sendable () async throws -> Int"#,
      "“{}” has no name. A placeholder has the name of a parameter: {id}."
    ),
    Mistake(
      #"@GET(«"/a/{b}-{c}"») var a: @Sendable (_ b: Int, _ c: Int) async throws -> Int"#,
      "The placeholders in “{b}-{c}” can't be told apart in every request. Put a “/” between them."
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
      #"@GET(«"/a/{id}"») var a: @Sendable (_ id: Query<Int>) async throws -> Int"#,
      "“a” has no parameter for {id}. Add `_ id: …` to its type, or remove it from the path."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ «id»: Path<Int>) async throws -> Int"#,
      "“id” is to go into the path, which has no {id}. Add it to the path."
    ),
    Mistake(
      #"@GET("/a/{id}") var a: @Sendable (_ id: «Int?») async throws -> Int"#,
      "“id” is a part of the path, which is another path without it, so it can't be optional. Remove the `?`, or declare a second endpoint."
    ),
    Mistake(
      #"@GET("/a", status: «404») var a: @Sendable () async throws -> Int"#,
      "The status of a success is a number from 200 to 299, written here as such."
    ),
    Mistake(
      #"@GET("/a", status: «created») var a: @Sendable () async throws -> Int"#,
      "The status of a success is a number from 200 to 299, written here as such."
    ),
    Mistake(
      #"@POST("/a", idempotencyKey: «isNeeded») var a: @Sendable () async throws -> Int"#,
      "The macro reads what is written, so whether calls have a key is `true` or `false` here."
    ),
  ])
  func path(_ mistake: Mistake) {
    mistake.check()
  }

  @Test("Two endpoints on one route")
  func duplicateRoute() {
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
