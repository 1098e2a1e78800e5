import Foundation
import Testing

struct TypeMistakeTests {
  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a") var a: «() async throws -> Int»
      ! “a”: A contract is shared between tasks, so its closures must be `@Sendable`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: @Sendable () «->» Int
      ! “a”: An endpoint waits for a response and can fail, so it must be `async throws`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: @Sendable () «throws» -> Int
      ! “a”: An endpoint waits for a response, so it must be `async`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: @Sendable () «throws(APIError)» -> Int
      ! “a”: An endpoint waits for a response, so it must be `async`.
      > @GET("/a") var a: @Sendable () async throws(APIError) -> Int

      @GET("/a") var a: @Sendable () «async» -> Int
      ! “a”: A call can fail, so an endpoint must be `throws`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: «() «->» Int»
      ! “a”: A contract is shared between tasks, so its closures must be `@Sendable`.
      ! “a”: An endpoint waits for a response and can fail, so it must be `async throws`.
      > @GET("/a") var a: @Sendable () async throws -> Int

      @GET("/a") var a: «Handler»
      ! “a”: The macro reads the type of an endpoint from the source, and “Handler” is not a function type. Write `@Sendable (…) async throws -> …` instead of a type alias.

      @GET("/a") var a: «(@Sendable () async throws -> Int)?»
      ! “a”: An endpoint always exists, so its closure can't be optional. Write `@Sendable (…) async throws -> …`.

      @GET("/a") var «a» = fetch
      ! “a”: The macro reads the type of an endpoint from the source, so it can't be inferred. Write `a: @Sendable (…) async throws -> …`.
      """#
    )
  )
  func aMistakeInAFunctionTypeIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a") var a: @Sendable («_»: Int) async throws -> Int
      ! “a”: A parameter's name is its name on the wire. Write `_ name: Int`.
      > @GET("/a") var a: @Sendable (_ <#name#>: Int) async throws -> Int

      @GET("/a") var a: @Sendable («[Int]») async throws -> Int
      ! “a”: A parameter's name is its name on the wire. Write `_ name: [Int]`.
      > @GET("/a") var a: @Sendable (_ <#name#>: [Int]) async throws -> Int

      @GET("/a") var a: @Sendable (_ b: Int, _ «b»: Int) async throws -> Int
      ! “a”: There already is a parameter “b”. Give each its own name.

      @GET("/a") var a: @Sendable (_ «`self`»: Int) async throws -> Int
      ! “a”: A method can't have a parameter “self”. Give this another name.

      @POST("/a") var a: @Sendable (_ b: Book, _ «c»: Book) async throws -> Int
      ! “a”: “b” already is the body. Put both into one struct, or use `Query<…>` or `Header<…>` for “c”. In a form, every field is a `Form<…>`; with files, every part is a `Part<…>`.

      @POST("/a") var a: @Sendable (_ b: Book, _ «c»: Body<Book>?) async throws -> Int
      ! “a”: “b” already is the body. Put both into one struct, or use `Query<…>` or `Header<…>` for “c”. In a form, every field is a `Form<…>`; with files, every part is a `Part<…>`.

      @POST("/a") var a: @Sendable (_ b: Form<Book>, _ «c»: Part<Book>) async throws -> Int
      ! “a”: “b” already is the body. Put both into one struct, or use `Query<…>` or `Header<…>` for “c”. In a form, every field is a `Form<…>`; with files, every part is a `Part<…>`.

      @HEAD("/a") var a: @Sendable (_ b: «Part<Blob>») async throws -> Void
      ! “a”, parameter “b”: HEAD has no body. Send this in the query, or use @POST, @PUT or @PATCH.

      @GET("/a?b={b}") var a: @Sendable (_ «b»: Header<Int>) async throws -> Int
      ! “a”: The marker has “b” in the query, but its type puts it elsewhere (header). Remove one of them.

      @GET("/a") var a: @Sendable (_ page: Paged<Int>, _ «cursor»: Paged<Int>) async throws -> CountedList<Int>
      ! “a”, parameter “cursor”: “page” already selects the page. Put both into one struct: `Paged<Paging>`.

      @HEAD("/a") var a: @Sendable (_ b: «Body<Book?>») async throws -> Void
      ! “a”, parameter “b”: HEAD has no body. Send this in the query, or use @POST, @PUT or @PATCH.

      @GET("/a?b={c}") var a: @Sendable (_ b: Int, _ «c»: Int) async throws -> Int
      ! “a”: “c” is sent as “b”, like “b”. Give each its own name.

      @GET("/a?b=1") var a: @Sendable (_ «b»: Int) async throws -> Int
      ! “a”: “b” is sent as “b”, which is a constant of the path. Remove one of them.
      """#
    )
  )
  func aMistakeInAParameterIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a") var a: @Sendable () async throws -> «Data»
      ! “a”: `Data` is a base64 text in JSON. Use `Blob` for bytes as they are, or put it into a struct if the server sends base64.
      > @GET("/a") var a: @Sendable () async throws -> Blob

      @POST("/a") var a: @Sendable (_ b: «Data») async throws -> Int
      ! “a”, parameter “b”: `Data` is a base64 text in JSON. Use `Blob` for bytes as they are, or put it into a struct if the server expects base64.
      > @POST("/a") var a: @Sendable (_ b: Blob) async throws -> Int

      @GET("/a") var a: @Sendable () async throws -> [«Data»]?
      ! “a”: `Data` is a base64 text in JSON. Put it into a struct if the server sends base64.

      @POST("/a") var a: @Sendable (_ b: Body<Array<«Data»>>) async throws -> Int
      ! “a”, parameter “b”: `Data` is a base64 text in JSON. Put it into a struct if the server expects base64.

      @POST("/a") var a: @Sendable (_ b: Part<[«Data»]>) async throws -> Int
      ! “a”, parameter “b”: A part of bytes is a file. Use `Blob` instead of `Data`.
      > @POST("/a") var a: @Sendable (_ b: Part<[Blob]>) async throws -> Int

      @POST("/a") var a: @Sendable (_ b: Form<«Data»>) async throws -> Int
      ! “a”, parameter “b”: `Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64.

      @GET("/a/{b}") var a: @Sendable (_ b: «Data») async throws -> Int
      ! “a”, parameter “b”: `Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64.

      @GET("/a") var a: @Sendable (_ b: [«Foundation.Data»?], _ c: Header<«Data»>, _ d: CommaDelimited<[«Data»]>) async throws -> Int
      ! “a”, parameter “b”: `Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64.
      ! “a”, parameter “c”: `Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64.
      ! “a”, parameter “d”: `Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64.

      @HEAD("/a") var a: @Sendable () async throws -> «[Int]»
      ! “a”: The response to HEAD has no body. Use `Void`, or a `ResultWithHeaders` whose body is optional.

      @GET("/a") var a: @Sendable () async throws -> «Result<Int, APIError>»
      ! “a”: A call throws its failure, so its result is the value alone. Write `async throws -> …` instead of a `Result`.

      @GET("/a") var a: @Sendable (_ page: Paged<Int>) async throws -> «[Int]»
      ! `Paged` selects a page, so the result of “a” must be `Paginated`, such as `CountedList<Book>`. Write `Query<…>` if there are no pages.

      @GET("/a", nilOn: «404») var a: @Sendable () async throws -> Int
      ! “a”: This status means that the result is `nil`, so the result's type must be optional. Add a `?` to it, or remove this.

      @GET("/a", nilOn: «500») var a: @Sendable () async throws -> Int?
      ! “a”: The status of an absent value must be 204, 404 or 410.
      """#
    )
  )
  func aResultThatCanNotBeReadIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test func aDefaultValueInTheTypeIsReportedOnce() {
    let mistake = Mistake(
      #"@GET("/a") var a: @Sendable (_ page: Int «=» 1, _ size: Int) async throws -> Int"#,
      "“a”: A function type can't have default values. Write them in the marker, and call the method with labels: `@GET(…, defaults: [\"name\": value])`."
    )
    mistake.check()
    #expect(Expansion(mistake.source).text.components(separatedBy: "= 1").count == 2)
  }

  @Test func aLabelIsNotRepeated() {
    let text = Expansion(
      #"@API struct Books { @GET("/a") var a: @Sendable (id: Int, for b: Int) async throws -> Int }"#
    ).text
    #expect(text.components(separatedBy: "(id: Int, for b: Int) async throws").count == 2)
    #expect(text.contains("let e0: @Sendable (_ id: Int, _ b: Int) async throws -> Int = "))
  }

  @Test(arguments: [
    ("inout Int", "`inout`"), ("some Codable", "`some`"), ("any Codable", "`any`"),
    ("@autoclosure () -> Int", "`@autoclosure`"), ("() -> Int", "a function"), ("(Int, Int)", "a tuple"),
    ("Query<some Codable>", "`some`"), ("(() -> Int)?", "a function"),
  ])
  func anUnsupportedParameterTypeIsReported(type: String, name: String) {
    Mistake(
      #"@GET("/a") var a: @Sendable (_ b: «\#(type)») async throws -> Int"#,
      "“a”, parameter “b”: A parameter of an endpoint is sent as JSON or text, so it can't be \(name). Use a type that is `Codable & Sendable`."
    ).check()
  }

  @Test(arguments: [("some Codable", "`some`"), ("(Int, Int)", "a tuple"), ("() -> Int", "a function")])
  func anUnsupportedResultTypeIsReported(type: String, name: String) {
    Mistake(
      #"@GET("/a") var a: @Sendable () async throws -> «\#(type)»"#,
      "“a”: The result of an endpoint is sent as JSON or text, so it can't be \(name). Use a type that is `Codable & Sendable`."
    ).check()
  }

  @Test(
    arguments: Mistake.table(
      #"""
      @GET("/a") var a: @Sendable (_ b: Int«...») async throws -> Int
      ! “a”, parameter “b”: A parameter of an endpoint can't be variadic. Use an array.
      > @GET("/a") var a: @Sendable (_ b: [Int]) async throws -> Int

      @GET("/a") var a: @Sendable (_ b: Int«!») async throws -> Int
      ! “a”, parameter “b”: An endpoint can't have implicitly unwrapped types. Use `?`.
      > @GET("/a") var a: @Sendable (_ b: Int?) async throws -> Int

      @GET("/a") var a: @Sendable () async throws -> Int«!»
      ! “a”: An endpoint can't have implicitly unwrapped types. Use `?`.
      > @GET("/a") var a: @Sendable () async throws -> Int?
      """#
    )
  )
  func aTypeWithAReplacementHasAFixIt(_ mistake: Mistake) {
    mistake.check()
  }
}
