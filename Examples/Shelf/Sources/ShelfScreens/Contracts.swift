import Naru

enum AccountsFormat: ErrorMessageFormat {
  static let json = JSONCoding(dates: .iso8601)
}

enum BooksFormat: EnvelopeFormat {
  static let json = JSONCoding(dates: .iso8601)
}

/// The part of the backend that exchanges a sign-in for tokens.
@API("/api/auth", format: AccountsFormat.self, serves: false)
struct Accounts: Sendable {
  @POST("/token")
  var token: @Sendable (_ exchange: CodeExchange) async throws -> Tokens

  @POST("/refresh")
  var refresh: @Sendable (_ request: RefreshRequest) async throws -> Tokens

  @GET("/me", auth: .required)
  var me: @Sendable () async throws -> Account
}

@Payload(init: true)
struct CodeExchange: Sendable {
  var code: Secret
  var codeVerifier: Secret
}

@Payload(init: true)
struct RefreshRequest: Sendable {
  var refreshToken: Secret
}

@Payload(init: true)
struct Tokens: Sendable {
  var accessToken: Secret
  var refreshToken: Secret
  var expiresIn: Int
}

@Payload(init: true)
struct Account: Sendable {
  var id: String
}

/// The catalogue of books.
@API("/api/v1/books", format: BooksFormat.self, serves: false)
struct Books: Sendable {
  @GET("/search")
  var search: @Sendable (_ query: String, _ maxResults: Int, _ start: Int) async throws -> BookPage
}

/// The user's books.
@API("/api/v1/reading-books", format: BooksFormat.self, auth: .required, serves: false)
struct Shelf: Sendable {
  @GET("/")
  var list: @Sendable (_ limit: Int) async throws -> [ShelfEntry]

  @POST("/", status: 201, changes: ["list"], idempotencyKey: true)
  var add: @Sendable (_ book: NewShelfEntry) async throws -> Void

  @DELETE("/{id}", changes: ["list"])
  var remove: @Sendable (_ id: String) async throws -> Void
}

@Payload(init: true)
struct Book: Sendable, Hashable, Identifiable {
  var id: String
  var title: String
  var author: String?
}

@Payload(init: true)
struct BookPage: Sendable {
  var books: [Book]
  var totalResults: Int
}

@Payload(keys: .snakeCase, init: true)
struct NewShelfEntry: Sendable {
  var bookID: String
  var status = "wishlist"
}

@Payload(keys: .snakeCase, init: true)
struct ShelfEntry: Sendable, Hashable, Identifiable {
  var id: String
  var bookID: String
  var book: Book?
}
