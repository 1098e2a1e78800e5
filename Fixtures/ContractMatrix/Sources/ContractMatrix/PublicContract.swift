public import Naru

/// A public contract with every kind of endpoint.
@API("/api/v1", auth: .required)
public struct Books: Sendable {
  /// A page of books.
  @GET("/books")
  public var list:
    @Sendable (_ status: Query<Status?>, _ tags: [String], _ paging: Query<Paging>?) async throws -> CountedList<Book>

  /// One book.
  @GET("/books/{id}.json", auth: .none)
  public var show: @Sendable (_ id: Book.ID) async throws -> Book

  /// Adds a book.
  @POST("/books", status: 201, changes: ["list", "PackageBooks.list"])
  public var add: @Sendable (_ book: Book) async throws -> Book

  /// Replaces or removes a book.
  @PUT("/books/{id}", changes: ["list", "show", "find", "repeat"])
  public var replace:
    @Sendable (_ id: Path<Book.ID>, _ idempotencyKey: Header<String?>, _ book: Self.Body<Book>?) async throws -> Void

  /// Changes the title of a book.
  @PATCH("/books/{id}")
  public var rename: @Sendable (_ id: Book.ID, _ title: Query<String>) async throws(APIError) -> Book

  /// Removes all books.
  @DELETE("/books")
  public var clear: @Sendable () async throws -> Void

  /// One book, at its old path.
  @available(*, deprecated, renamed: "show")
  @GET("/book/{id}")
  public var find: @Sendable (_ id: Book.ID) async throws -> Book

  /// An endpoint with keywords and names of the expansion as names.
  @_spi(Admin)
  @GET("/{default}/{client}/{call}")
  public var `repeat`: @Sendable (_ `default`: Int, _ client: Int, _ call: Int, _ in: Int?) async throws -> [Book]
}

/// An enclosing type, whose names only its members see.
public enum Library {
  /// A result that is declared next to the contract.
  public nonisolated struct Shelf: Codable, Sendable {}

  /// A nested contract that isn't declared `Sendable`.
  @API("/library")
  public struct Shelves {
    /// A result that is declared in the contract.
    public nonisolated struct Count: Codable, Sendable {}

    /// All shelves.
    @GET("/")
    public var all: @Sendable (_ since: Int?) async throws -> [Shelf]

    /// The number of shelves.
    @GET("/count")
    public var count: @Sendable () async throws -> Count
  }
}

/// A deprecated contract doesn't warn in its own expansion.
@available(*, deprecated)
@API
public struct OldBooks {
  /// All books.
  @GET("/old")
  public var all: @Sendable (_ page: Int) async throws -> [Book]
}

/// A contract in an SPI.
@_spi(Admin)
@API
public struct AdminBooks {
  /// Removes a book.
  @DELETE("/admin/books/{id}")
  public var remove: @Sendable (_ id: Book.ID) async throws -> Void
}

extension Library {
  /// A contract with the access level of its extension.
  @API("/rooms")
  public struct Rooms {
    /// All rooms.
    @GET("")
    public var all: @Sendable (_ floor: Int?) async throws -> [Shelf]
  }
}
