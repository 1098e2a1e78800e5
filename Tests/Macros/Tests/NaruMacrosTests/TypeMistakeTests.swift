import Testing

@Suite("Mistakes in types and parameters")
struct TypeMistakeTests {
  @Test(arguments: [
    Mistake(
      #"@GET("/a") var a: «() async throws -> Int»"#,
      "A contract is shared between tasks, so its closures are `@Sendable`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable () «->» Int"#,
      "An endpoint waits for an answer, and the call can fail, so it is `async throws`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable () «throws» -> Int"#,
      "An endpoint waits for an answer, so it is `async`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable () «throws(APIError)» -> Int"#,
      "An endpoint waits for an answer, so it is `async`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws(APIError) -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable () «async» -> Int"#,
      "A call can fail, so an endpoint is `throws`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: «() «->» Int»"#,
      "A contract is shared between tasks, so its closures are `@Sendable`.",
      "An endpoint waits for an answer, and the call can fail, so it is `async throws`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: «Handler»"#,
      "The macro reads the type of an endpoint as it is written, and “Handler” is not a function type. Write `@Sendable (…) async throws -> …` here, not a name for it."
    ),
    Mistake(
      #"@GET("/a") var a: «(@Sendable () async throws -> Int)?»"#,
      "An endpoint is always there, so its closure can't be optional. Write `@Sendable (…) async throws -> …`."
    ),
    Mistake(
      #"@GET("/a") var «a» = fetch"#,
      "The macro reads the type of an endpoint from the source, and there is none. Write `a: @Sendable (…) async throws -> …`."
    ),
  ])
  func functionType(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    Mistake(
      #"@GET("/a") var a: @Sendable («_»: Int) async throws -> Int"#,
      "A parameter's name is its name on the wire. Write `_ name: Int`.",
      fixed: #"@GET("/a") var a: @Sendable (_ <#name#>: Int) async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable («[Int]») async throws -> Int"#,
      "A parameter's name is its name on the wire. Write `_ name: [Int]`.",
      fixed: #"@GET("/a") var a: @Sendable (_ <#name#>: [Int]) async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: Int, _ «b»: Int) async throws -> Int"#,
      "There is a parameter “b” already. Give each its own name."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ «`self`»: Int) async throws -> Int"#,
      "A method can't have a parameter “self”. Give this another name."
    ),
    Mistake(
      #"@POST("/a") var a: @Sendable (_ b: Book, _ «c»: Book) async throws -> Int"#,
      "“b” is the body already, and there is only one. Put both into one struct, or say with `Query<…>` or `Header<…>` where “c” goes. In a form, every field is a `Form<…>`, and with files, every part is a `Part<…>`."
    ),
    Mistake(
      #"@POST("/a") var a: @Sendable (_ b: Book, _ «c»: Body<Book>?) async throws -> Int"#,
      "“b” is the body already, and there is only one. Put both into one struct, or say with `Query<…>` or `Header<…>` where “c” goes. In a form, every field is a `Form<…>`, and with files, every part is a `Part<…>`."
    ),
    Mistake(
      #"@POST("/a") var a: @Sendable (_ b: Form<Book>, _ «c»: Part<Book>) async throws -> Int"#,
      "“b” is the body already, and there is only one. Put both into one struct, or say with `Query<…>` or `Header<…>` where “c” goes. In a form, every field is a `Form<…>`, and with files, every part is a `Part<…>`."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: «Part<Blob>») async throws -> Int"#,
      "GET has no body. Send this in the query, or use @POST, @PUT or @PATCH."
    ),
    Mistake(
      #"@GET("/a?b={b}") var a: @Sendable (_ «b»: Header<Int>) async throws -> Int"#,
      "The path has “b” in its query, and its type says that it travels elsewhere (header). Remove one of them."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ page: Paged<Int>, _ «cursor»: Paged<Int>) async throws -> Int"#,
      "“page” says already which page is wanted. Put both into one struct: `Paged<Paging>`."
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: «Body<Book>») async throws -> Int"#,
      "GET has no body. Send this in the query, or use @POST, @PUT or @PATCH."
    ),
    Mistake(
      #"@DELETE("/a") var a: @Sendable (_ b: «Body<Book?>») async throws -> Int"#,
      "DELETE has no body. Send this in the query, or use @POST, @PUT or @PATCH."
    ),
  ])
  func parameter(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    ("inout Int", "`inout`"), ("some Codable", "`some`"), ("any Codable", "`any`"),
    ("@autoclosure () -> Int", "`@autoclosure`"), ("() -> Int", "a function"), ("(Int, Int)", "a tuple"),
    ("Query<some Codable>", "`some`"), ("(() -> Int)?", "a function"),
  ])
  func unsupported(type: String, name: String) {
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: «\#(type)») async throws -> Int"#,
      "A parameter of an endpoint goes over the wire as JSON or text, so it can't be \(name). Use a type that is `Codable & Sendable`."
    ).check()
  }

  @Test(arguments: [("some Codable", "`some`"), ("(Int, Int)", "a tuple"), ("() -> Int", "a function")])
  func unsupportedResult(type: String, name: String) {
    Mistake(
      #"@GET("/a") var a: @Sendable () async throws -> «\#(type)»"#,
      "The result of an endpoint goes over the wire as JSON or text, so it can't be \(name). Use a type that is `Codable & Sendable`."
    ).check()
  }

  @Test(arguments: [
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: Int«...») async throws -> Int"#,
      "A parameter of an endpoint can't be variadic. Use an array.",
      fixed: #"@GET("/a") var a: @Sendable (_ b: [Int]) async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: Int«!») async throws -> Int"#,
      "An endpoint says what may be missing. Use `?`.",
      fixed: #"@GET("/a") var a: @Sendable (_ b: Int?) async throws -> Int"#
    ),
    Mistake(
      #"@GET("/a") var a: @Sendable () async throws -> Int«!»"#,
      "An endpoint says what may be missing. Use `?`.",
      fixed: #"@GET("/a") var a: @Sendable () async throws -> Int?"#
    ),
  ])
  func replaceableType(_ mistake: Mistake) {
    mistake.check()
  }
}
