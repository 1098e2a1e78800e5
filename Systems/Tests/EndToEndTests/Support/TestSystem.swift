import AsyncHTTPClient
import Catalogue
import Foundation
import GRDB
import Local
import Logging
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import NaruTesting
import ServedSystem
import SquirretBackend
import SystemTesting

/// The five systems on a free port, with a database file and a few books. People sign in with the stand-ins.
struct TestSystem: Sendable {
  let url: URL
  /// A second, read-only connection to the database.
  let database: DatabaseQueue

  /// The fixed time of the server's clock: 09:30:00.5 on 2026-03-04 in Seoul.
  static let now = Date(timeIntervalSince1970: 1_772_584_200.5)

  /// A database with the books and the loan history, which takes a while to create. Every run gets a copy.
  private static let prepared = Task {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let backend = try await LocalBackend(storage: .folder(folder), now: { now })
    let books = folder.url.appending(path: "books.csv")
    try Data(("isbn13,title,author,publisher\n" + Self.books.joined(separator: "\n")).utf8).write(to: books)
    _ = try backend.catalogue.importCSV(from: books)
    try await backend.prepare()
    try backend.close()
    return try Data(contentsOf: databaseFile(in: folder))
  }

  private static func temporaryFolder() -> DataFolder {
    DataFolder(FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)"))
  }

  private static func databaseFile(in folder: DataFolder) -> URL { folder.url.appending(path: "naru.sqlite") }

  /// Runs the systems while a closure uses them.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable (TestSystem) async throws -> Result
  ) async throws -> Result {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    try FileManager.default.createDirectory(
      at: folder.url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try await prepared.value.write(to: databaseFile(in: folder))
    var signIn = try await IdentityConfiguration.local(in: folder)
    // All people of a test have the same IP address.
    signIn.addressLimit = RateLimit(burst: 10_000, perMinute: 10_000)
    var logger = Logger(label: "naru.test")
    logger.logLevel = .error
    let backend = try await LocalBackend(
      storage: .folder(folder),
      signIn: .squirret(signIn),
      // The clock stands still, so the number of writes would never become allowed again.
      settings: Settings(environment: ["NARU_WRITES_PER_MINUTE": "0"]),
      logger: logger,
      now: { now }
    )
    var configuration = Configuration()
    configuration.readonly = true
    let database = try DatabaseQueue(path: databaseFile(in: folder).path, configuration: configuration)
    let result = try await withServer(backend.router()) { url in
      try await body(TestSystem(url: url, database: database))
    }
    try database.close()
    try backend.close()
    return result
  }

  /// The ids of the books.
  static let bookIDs = isbns.compactMap { ISBN($0)?.bookID }
  static let isbns = (0..<12).map { isbn(978_896_626_000 + $0 * 7) }

  private static var books: [String] {
    isbns.enumerated().map { "\($1),클린 코드 \($0),로버트 C. 마틴 \($0),인사이트" }
  }

  /// Returns a number of 12 digits with its check digit.
  private static func isbn(_ number: Int) -> String {
    let sum = "\(number)".compactMap(\.wholeNumberValue).enumerated().reduce(0) {
      $0 + $1.element * ($1.offset % 2 * 2 + 1)
    }
    return "\(number)\((10 - sum % 10) % 10)"
  }
}

extension TestSystem {
  /// A signed-in person.
  struct Member: Sendable {
    let name: String
    let token: Secret
    let refreshToken: Secret
    /// A client that calls the systems as this person.
    let client: APIClient
  }

  /// A client without a token.
  var guest: APIClient { APIClient(url, transport: AsyncHTTPClientTransport()) }

  /// Signs a person in, for the first time or again.
  func signIn(_ name: String) async throws -> Member {
    let (token, refreshToken) = try await TestPerson(name).tokens(url)
    let client = APIClient(
      url,
      transport: AsyncHTTPClientTransport(),
      middleware: [BearerAuthentication { token }]
    )
    return Member(name: name, token: token, refreshToken: refreshToken, client: client)
  }

  private static let http = HTTPClient(eventLoopGroupProvider: .singleton)

  /// Sends a raw request.
  func send(
    _ method: String,
    _ target: String,
    body: Data? = nil,
    type: String = "application/json",
    token: String? = nil
  ) async throws -> RawAnswer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(url.port ?? 0)\(target)")
    request.method = HTTPMethod(rawValue: method)
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    let response = try await Self.http.execute(request, timeout: .seconds(30))
    let text = String(buffer: try await response.body.collect(upTo: 16 << 20))
    return RawAnswer(status: Int(response.status.code), text: text)
  }

  /// Returns a number that changes with every write.
  func version() async throws -> Int {
    try await database.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
  }

  /// Returns all rows that calls can change, by table.
  func rows() async throws -> [String: [String]] {
    try await database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'book%' AND name NOT LIKE 'catalogue%' AND name NOT LIKE 'konkuk%'
            AND name NOT LIKE 'sqlite%'
          """
      )
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (table, try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map(\.description))
        }
      )
    }
  }
}
