import Testing

struct ExpansionTests {
  @Test func aPublicContractExpands() {
    expectExpansion(
      """
      @API("/api/v1", format: LibraryFormat.self, auth: .required)
      public struct Books: Sendable {
        /// The caller's shelf,
        /// "newest" first.
        ///
        /// - Parameter status: only these
        @GET("/books")
        public var list: @Sendable (_ status: Query<Status>?, _ page: Int?) async throws -> CountedList<Book>

        @PUT("/books/{id}", auth: .none, status: 201)
        public var put: @Sendable (_ id: Book.ID, _ key: Header<String>, _ book: Book) async throws(APIError) -> Void

        @DELETE("/books")
        public var clear: @Sendable () async throws -> ()
      }
      """,
      #"""
      public struct Books: Sendable {
        /// The caller's shelf,
        /// "newest" first.
        ///
        /// - Parameter status: only these
        public var list: @Sendable (_ status: Query<Status>?, _ page: Int?) async throws -> CountedList<Book>
        public var put: @Sendable (_ id: Book.ID, _ key: Header<String>, _ book: Book) async throws(APIError) -> Void
        public var clear: @Sendable () async throws -> ()

        /// Creates a contract from a closure for each endpoint.
        public nonisolated init(
          list: @escaping @Sendable (_ status: Query<Status>?, _ page: Int?) async throws -> CountedList<Book>,
          put: @escaping @Sendable (_ id: Book.ID, _ key: Header<String>, _ book: Book) async throws(APIError) -> Void,
          clear: @escaping @Sendable () async throws -> ()
        ) {
          self.list = list
          self.put = put
          self.clear = clear
        }

        /// The tokens of the endpoints.
        public nonisolated enum Endpoints: Sendable {
          /// `GET /api/v1/books`
          public static let list: Naru.Endpoint = Naru.Endpoint(
            "Books", "list", .get, "/api/v1/books", format: LibraryFormat.self, auth: .required,
            parameters: [
              Naru.Endpoint.Parameter("status", .query, Status.self, optional: true, summary: "only these"),
              Naru.Endpoint.Parameter("page", .query, Int.self, optional: true)
            ],
            result: CountedList<Book>.self,
            summary: "The caller's shelf, \"newest\" first."
          )
          /// `PUT /api/v1/books/{id}`
          public static let put: Naru.Endpoint = Naru.Endpoint(
            "Books", "put", .put, "/api/v1/books/{id}", format: LibraryFormat.self, auth: .none, status: 201,
            parameters: [
              Naru.Endpoint.Parameter("id", .path, Book.ID.self),
              Naru.Endpoint.Parameter("key", .header, String.self),
              Naru.Endpoint.Parameter("book", .body, Book.self)
            ]
          )
          /// `DELETE /api/v1/books`
          public static let clear: Naru.Endpoint = Naru.Endpoint(
            "Books", "clear", .delete, "/api/v1/books", format: LibraryFormat.self, auth: .required
          )
        }

        /// The caller's shelf,
        /// "newest" first.
        ///
        /// - Parameter status: only these
        public nonisolated func list(status: Query<Status>? = nil, page: Int? = nil) async throws -> CountedList<Book> {
          try await self.list(status, page)
        }

        public nonisolated func put(id: Book.ID, key: Header<String>, book: Book) async throws(APIError) -> Void {
          try await self.put(id, key, book)
        }

        /// Creates a contract whose closures call the server of `client`.
        public nonisolated static func live(_ client: Naru.APIClient) -> Self {
          let e0: @Sendable (_ status: Query<Status>?, _ page: Int?) async throws -> CountedList<Book> = { (p0, p1) async throws -> CountedList<Book> in
            var call = Naru.OutgoingCall(Endpoints.list)
            call.query("status", p0)
            call.query("page", p1)
            return try await client.send(call)
          }
          let e1: @Sendable (_ id: Book.ID, _ key: Header<String>, _ book: Book) async throws(APIError) -> Void = { (p0, p1, p2) async throws(APIError) -> Void in
            var call = Naru.OutgoingCall(Endpoints.put)
            call.path("id", p0)
            call.header("key", p1)
            call.body(p2)
            return try await client.send(call)
          }
          let e2: @Sendable () async throws -> () = { () async throws -> () in
            let call = Naru.OutgoingCall(Endpoints.clear)
            return try await client.send(call)
          }
          return Self(
            list: e0,
            put: e1,
            clear: e2
          )
        }

        /// A contract whose closures report a test failure that names the endpoint, and throw.
        public nonisolated static var unimplemented: Self {
          let e0: @Sendable (_ status: Query<Status>?, _ page: Int?) async throws -> CountedList<Book> = { (_, _) async throws -> CountedList<Book> in
            throw Naru.unimplementedCall(Endpoints.list)
          }
          let e1: @Sendable (_ id: Book.ID, _ key: Header<String>, _ book: Book) async throws(APIError) -> Void = { (_, _, _) async throws(APIError) -> Void in
            throw Naru.unimplementedCall(Endpoints.put)
          }
          let e2: @Sendable () async throws -> () = { () async throws -> () in
            throw Naru.unimplementedCall(Endpoints.clear)
          }
          return Self(
            list: e0,
            put: e1,
            clear: e2
          )
        }

        /// The endpoints with the code that serves each one from a value of the contract.
        public nonisolated static var routes: [Naru.Route<Self>] {
          let r0 = Naru.Route<Self>(Endpoints.list) { (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
            let p0: Query<Status>? = try call.optionalQuery("status")
            let p1: Int? = try call.optionalQuery("page")
            let value: CountedList<Book> = try await api.list(p0, p1)
            return try call.reply(value)
          }
          let r1 = Naru.Route<Self>(Endpoints.put) { (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
            let p0: Book.ID = try call.path("id")
            let p1: Header<String> = try call.header("key")
            let p2: Book = try await call.body()
            try await api.put(p0, p1, p2)
            return try call.reply(())
          }
          let r2 = Naru.Route<Self>(Endpoints.clear) { (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
            try await api.clear()
            return try call.reply(())
          }
          return [r0, r1, r2]
        }
      }

      extension Books: nonisolated Naru.Contract {}
      """#
    )
  }

  @Test func aContractWithADeprecatedEndpointExpands() {
    expectExpansion(
      """
      @available(macOS 15, *)
      @API
      struct Books {
        @available(*, deprecated, message: "Use `show`.")
        @GET("/books/{id}")
        var find: @Sendable (_ id: Int) async throws -> Book

        @_spi(Admin) @POST("/")
        var `default`: @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book
      }
      """,
      #"""
      @available(macOS 15, *)
      struct Books {
        @available(*, deprecated, message: "Use `show`.")
        var find: @Sendable (_ id: Int) async throws -> Book

        @_spi(Admin)
        var `default`: @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book

        /// Creates a contract from a closure for each endpoint.
        nonisolated init(
          find: @escaping @Sendable (_ id: Int) async throws -> Book,
          `default`: @escaping @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book
        ) {
          self = Self.deprecatedAccess.make(
            find: find,
            default: `default`
          )
        }

        /// The tokens of the endpoints.
        nonisolated enum Endpoints: Sendable {
          /// `GET /books/{id}`
          static let find: Naru.Endpoint = Naru.Endpoint(
            "Books", "find", .get, "/books/{id}",
            parameters: [
              Naru.Endpoint.Parameter("id", .path, Int.self)
            ],
            result: Book.self,
            deprecated: true
          )
          /// `POST /`
          @_spi(Admin) static let `default`: Naru.Endpoint = Naru.Endpoint(
            "Books", "default", .post, "/",
            parameters: [
              Naru.Endpoint.Parameter("in", .query, Int.self, optional: true),
              Naru.Endpoint.Parameter("repeat", .body, Book.self, optional: true)
            ],
            result: Book.self
          )
        }

        @available(*, deprecated, message: "Use `show`.")
        nonisolated func find(id: Int) async throws -> Book {
          try await self.find(id)
        }

        @_spi(Admin)
        nonisolated func `default`(`in`: Query<Int>? = nil, `repeat`: Optional<Body<Book>> = nil) async throws -> Book {
          try await self.`default`(`in`, `repeat`)
        }

        /// Creates a contract whose closures call the server of `client`.
        nonisolated static func live(_ client: Naru.APIClient) -> Self {
          let e0: @Sendable (_ id: Int) async throws -> Book = { (p0) async throws -> Book in
            var call = Naru.OutgoingCall(Endpoints.find)
            call.path("id", p0)
            return try await client.send(call)
          }
          let e1: @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book = { (p0, p1) async throws -> Book in
            var call = Naru.OutgoingCall(Endpoints.`default`)
            call.query("in", p0)
            call.body(p1)
            return try await client.send(call)
          }
          return Self(
            find: e0,
            default: e1
          )
        }

        /// A contract whose closures report a test failure that names the endpoint, and throw.
        nonisolated static var unimplemented: Self {
          let e0: @Sendable (_ id: Int) async throws -> Book = { (_) async throws -> Book in
            throw Naru.unimplementedCall(Endpoints.find)
          }
          let e1: @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book = { (_, _) async throws -> Book in
            throw Naru.unimplementedCall(Endpoints.`default`)
          }
          return Self(
            find: e0,
            default: e1
          )
        }

        /// The endpoints with the code that serves each one from a value of the contract.
        nonisolated static var routes: [Naru.Route<Self>] {
          let r0 = Naru.Route<Self>(Endpoints.find) { (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
            let p0: Int = try call.path("id")
            let value: Book = try await deprecatedAccess.find(api)(p0)
            return try call.reply(value)
          }
          let r1 = Naru.Route<Self>(Endpoints.`default`) { (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
            let p0: Query<Int>? = try call.optionalQuery("in")
            let p1: Optional<Body<Book>> = try await call.optionalBody()
            let value: Book = try await api.`default`(p0, p1)
            return try call.reply(value)
          }
          return [r0, r1]
        }

        private nonisolated protocol DeprecatedAccess: Swift.Sendable {
          func make(find: @escaping @Sendable (_ id: Int) async throws -> Book, `default`: @escaping @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book) -> Books
          func find(_ api: Books) -> @Sendable (_ id: Int) async throws -> Book
        }

        private nonisolated struct DeprecatedAccessor: DeprecatedAccess {
          @available(*, deprecated)
          func make(find: @escaping @Sendable (_ id: Int) async throws -> Book, `default`: @escaping @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book) -> Books {
            Books(deprecated: (), find: find, default: `default`)
          }
          @available(*, deprecated)
          func find(_ api: Books) -> @Sendable (_ id: Int) async throws -> Book { api.find }
        }

        private nonisolated static var deprecatedAccess: any DeprecatedAccess { DeprecatedAccessor() }

        @available(*, deprecated)
        private nonisolated init(deprecated: Swift.Void, find: @escaping @Sendable (_ id: Int) async throws -> Book, `default`: @escaping @Sendable (_ in: Query<Int>?, _ `repeat`: Optional<Body<Book>>) async throws -> Book) {
          self.find = find
          self.`default` = `default`
        }
      }

      @available(macOS 15, *)
      extension Books: nonisolated Naru.Contract {}
      """#
    )
  }

  @Test func unmarkedMembersAreIgnored() {
    let text = Expansion(
      """
      @API
      struct Books {
        @GET("/a") var a: @Sendable () async throws -> Int
        static var shared: Int
        let version = 3
        var cache: [Int]?
        var computed: Int { 3 }
        var observed = 3 { didSet {} }
        func helper() {}
        struct Book: Codable {}
      }
      """
    )
    #expect(text.found == [])
    #expect(text.text.contains("nonisolated init(a: @escaping @Sendable () async throws -> Int) {"))
  }

  @Test(
    arguments: [("", false), (", idempotencyKey: true", true), (", idempotencyKey: false", false)]
  )
  func theTokenDeclaresTheIdempotencyKey(argument: String, isDeclared: Bool) {
    let source = #"@API struct Books { @POST("/a", status: 201\#(argument)) var a: @Sendable () async throws -> Int }"#
    let text = Expansion(source)
    #expect(text.found == [])
    #expect(text.text.contains(#".post, "/a", status: 201, idempotencyKey: true"#) == isDeclared)
    #expect(text.text.contains("idempotencyKey:") == isDeclared)
  }

  @Test func theVersionOfAGetIsThatOfTheWritesOfItsPath() {
    let text = Expansion(
      """
      @API("/notes")
      struct Notes {
        @GET("/{id}", versioned: true) var show: @Sendable (_ id: Int, _ word: String?) async throws -> Int
        @PUT("/{name}") var replace: @Sendable (_ name: Int) async throws -> Int
        @DELETE("/{id}") var remove: @Sendable (_ id: Int) async throws -> Void
        @POST("/{id}") var act: @Sendable (_ id: Int) async throws -> Void
        @PUT("/{id}/title") var rename: @Sendable (_ id: Int) async throws -> Void
      }
      """
    )
    #expect(text.found == [])
    let versioned = text.text.split(separator: "\n").filter { $0.contains("versioned: true") }
    let names = versioned.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(names == ["show", "replace", "remove"])
  }

  @Test func aDeclaredConformanceIsNotRepeated() {
    let source = #"@API struct Books: Contract { @GET("/a") var a: @Sendable () async throws -> Int }"#
    #expect(Expansion(source, conformances: []).text.contains("extension") == false)
    #expect(Expansion(source).text.contains("extension Books: nonisolated Naru.Contract {}"))
  }

  @Test(
    arguments: [
      ("", "/books", "/books"), ("/", "/books", "/books"), ("/api", "/books", "/api/books"),
      ("/api/", "/books", "/api/books"), ("/api", "", "/api"), ("/api", "/", "/api"), ("", "", "/"), ("/", "/", "/"),
      ("/api/v1", "/books/", "/api/v1/books/"), ("/a%20b", "/c", "/a%20b/c"),
    ]
  )
  func thePathsOfContractAndEndpointAreJoined(base: String, path: String, joined: String) {
    let expansion = Expansion(
      "@API(\"\(base)\") struct Books { @GET(\"\(path)\") var a: @Sendable () async throws -> Int }"
    )
    #expect(expansion.found == [])
    #expect(expansion.text.contains("\"Books\", \"a\", .get, \"\(joined)\",\n"))
  }

  @Test(
    arguments: [
      ("GET", "Int", ".query, Int.self"), ("DELETE", "Int?", ".query, Int.self, optional: true"),
      ("POST", "Book", ".body, Book.self"), ("PUT", "Book?", ".body, Book.self, optional: true"),
      ("PATCH", "Optional<Book>", ".body, Book.self, optional: true"), ("POST", "Query<Int>", ".query, Int.self"),
      ("POST", "Query<Int?>", ".query, Int.self, optional: true"),
      ("POST", "Query<Int>?", ".query, Int.self, optional: true"),
      ("POST", "Optional<Query<Int>>", ".query, Int.self, optional: true"),
      ("POST", "Self.Query<Int>", ".query, Int.self"), ("GET", "Header<String>", ".header, String.self"),
      ("GET", "Header<Swift.Optional<String>>", ".header, String.self, optional: true"),
      ("POST", "Body<[Book?]>", ".body, [Book?].self"), ("GET", "[Int?]", ".query, [Int?].self"),
      ("GET", "Box<Int?>", ".query, Box<Int?>.self"), ("GET", "Naru.Query", ".query, Naru.Query.self"),
      // In `Endpoints`, where the token is, `Self` would be another type.
      ("GET", "Self.Colour", ".query, Books.Colour.self"),
    ]
  )
  func aParametersPlaceFollowsItsMethodAndType(method: String, type: String, parameter: String) {
    let expansion = Expansion(
      "@API struct Books { @\(method)(\"/a\") var a: @Sendable (_ p: \(type)) async throws -> Int }"
    )
    #expect(expansion.found == [])
    #expect(expansion.text.contains("Naru.Endpoint.Parameter(\"p\", \(parameter))\n"))
  }

  @Test(arguments: ["GET", "POST", "DELETE"])
  func theParameterOfAPlaceholderIsInThePath(method: String) {
    for type in ["Int", "Path<Int>", "Self.Path<Int>"] {
      let expansion = Expansion(
        "@API(\"/{shelf}\") struct Books { @\(method)(\"/{id}.svg\") "
          + "var a: @Sendable (_ id: \(type), _ shelf: String) async throws -> Int }"
      )
      #expect(expansion.found == [])
      #expect(expansion.text.contains("Naru.Endpoint.Parameter(\"id\", .path, Int.self),"))
      #expect(expansion.text.contains("Naru.Endpoint.Parameter(\"shelf\", .path, String.self)\n"))
    }
  }

  @Test(
    arguments: [
      ("/// One.", "One."), ("/// One\n  /// two.\n  ///\n  /// Three.", "One two."),
      ("/** One\n   * two. */", "One two."), ("/// A \\\"b\\\" \\\\c", #"A \\\"b\\\" \\\\c"#),
      ("/// 새 책 “순서”", "새 책 “순서”"),
    ]
  )
  func theSummaryIsTheFirstParagraph(comment: String, summary: String) {
    let expansion = Expansion(
      "@API struct Books {\n  \(comment)\n  @GET(\"/a\") var a: @Sendable () async throws -> Int\n}"
    )
    #expect(expansion.text.contains("summary: \"\(summary)\""))
    // The other paragraphs are the discussion.
    #expect(expansion.text.contains("discussion: \"Three.\"") == comment.contains("Three."))
  }

  @Test(
    arguments: [
      ("public", "public "), ("package", "package "), ("internal", ""), ("", ""), ("fileprivate", ""), ("private", ""),
    ]
  )
  func generatedMembersAreAsVisibleAsTheStruct(modifier: String, generated: String) {
    let property = ["public", "package"].contains(modifier) ? modifier : ""
    let expansion = Expansion(
      "@API \(modifier) struct Books { @GET(\"/a\") \(property) var a: @Sendable (_ id: Int) async throws -> Int }"
    )
    #expect(expansion.found == [])
    for declaration in [
      "init(a:", "enum Endpoints", "func a(id:", "static func live", "static var unimplemented", "static var routes",
    ] {
      #expect(expansion.text.contains("\n  \(generated)nonisolated \(declaration)"), "\(declaration)")
    }
    #expect(expansion.text.contains("\n    \(generated)static let a: Naru.Endpoint"))
  }
}
