import AsyncHTTPClient
import Catalogue
import Foundation
import Hummingbird
import HummingbirdCore
import Local
import LocalTesting
import Logging
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import NaruServer
import NaruTesting
import ServedSystem
import SquirretBackend
import SquirretStandIns
import Storage
import StorageTesting
import SystemTesting
import Testing

/// The five systems on a free port, with a few books. People sign in with the stand-ins.
///
/// With SQLite, it is one server on a database file. With PostgreSQL, two servers share a database, and nginx gives each request to one of
/// them at random.
struct TestSystem: Sendable {
  let url: URL
  /// Other connections to the database.
  let database: Database

  /// The fixed time of the server's clock: 09:30:00.5 on 2026-03-04 in Seoul.
  static let now = Date(timeIntervalSince1970: 1_772_584_200.5)

  /// A database with the books and the loan history, which takes a while to create. Every run gets a copy.
  private static let prepared = Task {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let backend = try await LocalBackend(storage: .folder(folder), now: { now })
    try await fill(backend)
    try backend.close()
    return try Data(contentsOf: databaseFile(in: folder))
  }

  /// Adds the books and the loan history.
  private static func fill(_ backend: LocalBackend) async throws {
    try backend.catalogue.importText("isbn13,title,author,publisher\n" + Self.books.joined(separator: "\n"))
    try await backend.prepare()
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
    let address = try TestDatabase.newAddress()
    if address == nil { try await prepared.value.write(to: databaseFile(in: folder)) }
    let standIns = StandIns(now: { now })
    var signIn = try await IdentityConfiguration.local(in: folder)
    signIn.providers = standIns.registrations()
    // All people of a test have the same IP address.
    signIn.addressLimit = RateLimit(burst: 10_000, perMinute: 10_000)
    signIn.trustedProxies = ["127.0.0.1"]
    var logger = Logger(label: "naru.test")
    logger.logLevel = .error
    var backends: [LocalBackend] = []
    for _ in 0..<(address == nil || Nginx.program == nil ? 1 : 2) {
      backends.append(
        try await LocalBackend(
          storage: address.map(StorageChoice.postgreSQL) ?? .folder(folder),
          signIn: .squirret(signIn),
          // The clock stands still, so the number of writes would never become allowed again.
          settings: Settings(environment: ["NARU_WRITES_PER_MINUTE": "0"]),
          transport: standIns,
          logger: logger,
          now: { now }
        )
      )
    }
    if address != nil { try await fill(backends[0]) }
    let database =
      try address.map { try Database.postgreSQL(at: $0, connections: 2) } ?? Database.file(at: databaseFile(in: folder))
    let router: @Sendable (LocalBackend) throws -> Router<LocalRequestContext> = { backend in
      let identity = try #require(backend.identity)
      return backend.replacing(backend.contracts) { standIns.addRoutes(to: $0, for: identity) }.router()
    }
    let result = try await withServers(backends, router) { url in
      try await body(TestSystem(url: url, database: database))
    }
    try database.close()
    for backend in backends { try backend.close() }
    return result
  }

  /// Serves at one address: that of the only server, or of a proxy in front of all.
  private static func withServers<Result: Sendable>(
    _ backends: [LocalBackend],
    _ router: @escaping @Sendable (LocalBackend) throws -> Router<LocalRequestContext>,
    _ body: @escaping @Sendable (URL) async throws -> Result
  ) async throws -> Result {
    let limited = HTTPServerBuilder.limited()
    return try await withServer(try router(backends[0]), server: limited) { one in
      guard backends.count > 1 else { return try await body(one.url) }
      return try await withServer(try router(backends[1]), server: limited) { two in
        try await Nginx.run(before: [one, two].compactMap(\.url.port)) { try await body($0) }
      }
    }
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
    token: String? = nil,
    key: String? = nil
  ) async throws -> RawAnswer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(url.port ?? 0)\(target)")
    request.method = HTTPMethod(rawValue: method)
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let key { request.headers.add(name: "Idempotency-Key", value: key) }
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    let response = try await Self.http.execute(request, timeout: .seconds(30))
    let text = String(buffer: try await response.body.collect(upTo: 16 << 20))
    let isReplayed = response.headers.first(name: "Idempotency-Replayed") == "true"
    return RawAnswer(status: Int(response.status.code), text: text, isReplayed: isReplayed)
  }

  /// Returns a number that changes with every write.
  func version() async throws -> Int {
    try await database.read { db in
      try db.value(
        TestDatabase.isPostgreSQL ? "SELECT txid_snapshot_xmax(txid_current_snapshot())" : "PRAGMA data_version"
      )
    }
  }

  /// Returns all rows that calls can change, by table.
  func rows() async throws -> [String: [String]] {
    try await database.read { db in
      let tables = try db.tables().map(\.name).filter { name in
        !["book", "catalogue", "import", "konkuk_made_up", "rate_bucket"].contains { name.hasPrefix($0) }
      }
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (table, try db.all("SELECT * FROM \(name: table)") { "\($0.values)" }.sorted())
        }
      )
    }
  }
}
