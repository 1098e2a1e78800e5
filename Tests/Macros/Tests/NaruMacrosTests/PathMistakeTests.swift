import Testing

struct PathMistakeTests {
  @Test(
    arguments: Mistake.table(
      #"""
      @GET(«path») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes.

      @GET(«"/a/\(b)"») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes.

      @GET(«"/a\tb"») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes.

      «@GET» var a: @Sendable () async throws -> Int
      ! “a”: The path is missing. Write `@GET("/…")`.

      @GET(«"a"») var a: @Sendable () async throws -> Int
      ! “a”: A path starts with “/”.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @API(«"api"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! A path starts with “/”.
      > @API("/api") struct Books { @GET("/a") var a: @Sendable () async throws -> Int }

      @API(«base») struct Books { @GET("/a") var a: @Sendable (_ id: Path<Int>) async throws -> Int }
      ! The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes.

      @GET(«"/a//b"») var a: @Sendable () async throws -> Int
      ! “a”: “//” has an empty segment. Remove one “/”.

      @API(«"/api?key=1"») struct Books { @GET("/a") var a: @Sendable () async throws -> Int }
      ! “?” starts a query, which a contract's path can't have. Write it after an endpoint's path.

      @GET(«"/a?page"») var a: @Sendable () async throws -> Int
      ! “a”: “page” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant.

      @GET(«"/a?q={q"») var a: @Sendable (_ q: String) async throws -> Int
      ! “a”: “q={q” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant.

      @GET(«"/a?q={a}&q={b}"») var a: @Sendable (_ a: String) async throws -> Int
      ! “a”: “q” is in the query twice. A list is a single item.

      @GET(«"/a?q={b}"») var a: @Sendable () async throws -> Int
      ! “a” has no parameter for {b}. Add `_ b: …` to its type, or remove it from the path.

      @GET(«"/a#b"») var a: @Sendable () async throws -> Int
      ! “a”: “#” starts a fragment, which is never sent. Remove it.

      @GET(«"/a b"») var a: @Sendable () async throws -> Int
      ! “a”: A path has no spaces. Write %20 if you mean one.

      @GET(«"/책"») var a: @Sendable () async throws -> Int
      ! “a”: “책” is not allowed in a path. Percent-encode it.

      @GET(«"/a/{id"») var a: @Sendable (_ id: Int) async throws -> Int
      ! “a”: “{” in “{id” is unbalanced. A placeholder is one name in braces: {id}.

      @GET(«"/a/id}"») var a: @Sendable (_ id: Int) async throws -> Int
      ! “a”: “}” in “id}” is unbalanced. A placeholder is one name in braces: {id}.

      @GET(«"/a/{}"») var a: @Sendable () async throws -> Int
      ! “a”: “{}” has no name. A placeholder has the name of a parameter: {id}.

      @GET(«"/a/{b}-{c}"») var a: @Sendable (_ b: Int, _ c: Int) async throws -> Int
      ! “a”: The placeholders in “{b}-{c}” are ambiguous. Use one parameter for both: `{range}`.

      @GET(«"/a/{id}/{id}"») var a: @Sendable (_ id: Int) async throws -> Int
      ! “a”: {id} is in the path twice. Give each its own name.

      @API("/{id}") struct Books { @GET(«"/a/{id}"») var a: @Sendable (_ id: Int) async throws -> Int }
      ! “a”: {id} is in the path twice. Give each its own name.

      @GET(«"/a/{id}"») var a: @Sendable (_ key: Int) async throws -> Int
      ! “a” has no parameter for {id}. Add `_ id: …` to its type, or remove it from the path.

      @GET(«"/a/{bookId}"») var a: @Sendable (_ bookID: Int) async throws -> Int
      ! “a” has no parameter for {bookId}. Did you mean {bookID}?
      > @GET("/a/{bookID}") var a: @Sendable (_ bookID: Int) async throws -> Int

      @GET(«"/a/{path...}/b"») var a: @Sendable (_ path: String) async throws -> Int
      ! “a”: “{path...}” stands for the rest of the path, so it must be its last segment, and in an endpoint's path.

      @GET("/a/{id}") var a: @Sendable (_ «id»: Query<Int>) async throws -> Int
      ! “a”: “id” fills a placeholder of the path, and is also sent in the query. A parameter is sent once: remove one of the two, or add a parameter for it.

      @GET("/a/{id}?id={id}") var a: @Sendable (_ «id»: Int) async throws -> Int
      ! “a”: “id” fills a placeholder of the path, and is also sent in the query. A parameter is sent once: remove one of the two, or add a parameter for it.

      @GET(«"/a/{path*}"») var a: @Sendable (_ path: String) async throws -> Int
      ! “a”: The placeholder for the rest of a path has dots. Write {path...}.
      > @GET("/a/{path...}") var a: @Sendable (_ path: String) async throws -> Int

      @GET(«"/a/{*path}"») var a: @Sendable (_ path: String) async throws -> Int
      ! “a”: The placeholder for the rest of a path has dots. Write {path...}.
      > @GET("/a/{path...}") var a: @Sendable (_ path: String) async throws -> Int

      @GET(«"/a/{*}"») var a: @Sendable () async throws -> Int
      ! “a”: “{}” has no name. A placeholder has the name of a parameter: {id}.

      @GET("/a") var a: @Sendable (_ «id»: Path<Int>) async throws -> Int
      ! “a”: “id” belongs in the path, but the path has no {id}. Add it.

      @GET("/a/{id}") var a: @Sendable (_ id: «Int?») async throws -> Int
      ! “a”: “id” is part of the path, so it can't be optional. Remove the `?`, or declare a second endpoint.

      @GET("/a", status: «404») var a: @Sendable () async throws -> Int
      ! “a”: The success status must be an integer literal from 200 to 299.

      @GET("/a", status: «created») var a: @Sendable () async throws -> Int
      ! “a”: The success status must be an integer literal from 200 to 299.

      @POST("/a", idempotencyKey: «isNeeded») var a: @Sendable () async throws -> Int
      ! “a”: The macro reads this argument from the source. Write `true` or `false`.
      """#
    )
  )
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
