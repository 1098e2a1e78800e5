import Testing

struct MemberMistakeTests {
  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a") «let» a: @Sendable () async throws -> Int
      ! “a”: An endpoint is a `var`, so that a test can replace it.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") «@POST("/a")» var a: @Sendable () async throws -> Int
      ! “a”: An endpoint has one method and path. Remove this marker, or declare a second property for it.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") «static» var a: @Sendable () async throws -> Int
      ! “a”: An endpoint is an instance property, so that a test can replace it. Remove `static`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: @Sendable () async throws -> Int «{ { 3 } }»
      ! “a”: An endpoint is a stored property; the macro generates its implementation. Remove this block.

      «@GET("/a")» func a() async throws -> Int { 3 }
      ! @GET goes on a stored property. Declare the endpoint as `var name: @Sendable (…) async throws -> …`.

      #if DEBUG
        «@GET("/a")» var a: @Sendable () async throws -> Int
      #endif
      ! An endpoint can't be inside `#if`: client and server might have different contracts. Move it out, or put the whole struct inside `#if`.

      «@available(iOS 18, *)»
        @GET("/a") var a: @Sendable () async throws -> Int
      ! “a”: A stored property can't have limited availability. Remove this, or move the endpoint to a contract with this availability.

      @GET("/a") var a: @Sendable () async throws -> Int
        var «b»: Int
      ! “b” is not an endpoint, so it needs a value here: the initialiser takes only endpoints. Give it a value, or mark it with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE.
      """#
    ) + [
      Mistake(
        #"@GET("/a") var a: @Sendable () async throws -> Int «= { 3 }»"#,
        "“a”: The initialiser replaces this value, so it would never be used. Pass it to the initialiser, or assign it to a value.",
        fixed: #"@GET("/a") var a: @Sendable () async throws -> Int "#
      )
    ]
  )
  func aMistakeInAMemberIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test func aLocalContractIsReported() {
    Mistake(
      source: #"func f() { @API struct «Books» { @GET("/a") var a: @Sendable () async throws -> Int } }"#,
      "A contract can't be declared inside a function, because the compiler can't extend it there. Move it out."
    ).check()
  }

  @Test(
    arguments: Mistake.table(
      in: .source,
      #"""
      @API public struct Books { @GET("/a") «var» a: @Sendable () async throws -> Int }
      ! “a” is less visible than its contract, which can't be created without it. Make it `public`.
      > @API public struct Books { @GET("/a") public var a: @Sendable () async throws -> Int }

      @API package struct Books { @GET("/a") «internal» var a: @Sendable () async throws -> Int }
      ! “a” is less visible than its contract, which can't be created without it. Make it `package`.
      > @API package struct Books { @GET("/a") package var a: @Sendable () async throws -> Int }

      @API struct Books { @GET("/a") «private» var a: @Sendable () async throws -> Int }
      ! “a” is less visible than its contract, which can't be created without it. Make it `internal`.
      > @API struct Books { @GET("/a") internal var a: @Sendable () async throws -> Int }

      @API public struct Books { @GET("/a") public «private(set)» var a: @Sendable () async throws -> Int }
      ! “a” can't be replaced in a test while its setter is less visible. Remove `private(set)`.
      > @API public struct Books { @GET("/a") public var a: @Sendable () async throws -> Int }

      enum Feature { @API «private» struct Books { @GET("/a") var a: @Sendable () async throws -> Int } }
      ! The conformance is generated outside the enclosing type, where a `private` struct is not visible.
      > enum Feature { @API fileprivate struct Books { @GET("/a") var a: @Sendable () async throws -> Int } }

      public extension Feature { @API struct Books { @GET("/a") «var» a: @Sendable () async throws -> Int } }
      ! “a” is less visible than its contract, which can't be created without it. Make it `public`.
      > public extension Feature { @API struct Books { @GET("/a") public var a: @Sendable () async throws -> Int } }
      """#
    )
  )
  func aMistakeInAccessLevelsIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      in: .source,
      #"""
      @API «class» Books {}
      ! A contract is a struct, and this is declared with `class`.
      > @API struct Books {}

      @API «enum» Books {}
      ! A contract is a struct, and this is declared with `enum`.

      @API struct Books«<Book>» {}
      ! A contract can't be generic: its paths and tokens are the same for every type. Remove the type parameters.

      enum Feature<T> { @API struct «Books» {} }
      ! A contract can't be declared inside a generic type: its tokens are static. Move it out of the generic type.

      struct Books { «@PUT("/a")» var a: @Sendable () async throws -> Int }
      ! @PUT declares an endpoint of a contract. Put it on a property of a struct that is marked with @API.
      """#
    ) + [
      Mistake(
        source: "@API struct «Books» {}",
        "“Books” has no endpoints. Mark its closures with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE.",
        warning: true
      )
    ]
  )
  func aMistakeInTheContractIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test func twoEndpointsInOneDeclarationAreReported() {
    let source = "@API struct Books { @GET(\"/a\") var a, b: @Sendable () async throws -> Int }"
    #expect(
      Expansion(source).found.map(\.text).contains(
        "“a”: Each endpoint is a property of its own. Declare them one by one."
      )
    )
  }

  @Test func aMistakeInATupleHasNoNameOfAnEndpoint() {
    let source = "@API struct Books { @GET(\"/a\") @POST(\"/b\") var (a, b) = pair }"
    #expect(
      Expansion(source).found.map(\.text).contains(
        "An endpoint has one method and path. Remove this marker, or declare a second property for it."
      )
    )
  }

  @Test func allMistakesAreReportedAtOnceAndMembersAreStillDeclared() {
    let mistake = Mistake(
      """
      @GET(«"a"») var a: @Sendable (_ id: Int) async throws -> Int
        @GET("/b") var b: «Handler»
        @GET("/c") var c: «(_ id: Int) «->» Int»
        @GET("/d") var d: @Sendable (_ id: «inout Int») async throws -> Int
      """,
      "“a”: A path starts with “/”.",
      "“b”: The macro reads the type of an endpoint from the source, and “Handler” is not a function type. Write `@Sendable (…) async throws -> …` instead of a type alias.",
      "“c”: A contract is shared between tasks, so its closures must be `@Sendable`.",
      "“c”: An endpoint waits for a response and can fail, so it must be `async throws`.",
      "“d”, parameter “id”: A parameter of an endpoint is sent as JSON or text, so it can't be `inout`. Use a type that is `Codable & Sendable`.",
      fixed: """
        @GET("/a") var a: @Sendable (_ id: Int) async throws -> Int
          @GET("/b") var b: Handler
          @GET("/c") var c: @Sendable (_ id: Int) async throws -> Int
          @GET("/d") var d: @Sendable (_ id: inout Int) async throws -> Int
        """
    )
    mistake.check()
    let text = Expansion(mistake.source).text
    for name in ["a", "b", "c", "d"] {
      #expect(text.contains("static let \(name): Naru.Endpoint"))
    }
    #expect(text.contains("func a(id: Int) async throws -> Int"))
    #expect(text.contains("func c(id: Int) async throws -> Int"))
    #expect(text.contains("extension Books: nonisolated Naru.Contract {}"))
    #expect(!text.contains("d: @escaping"), "The compiler would complain about the type again.")
  }
}
