import Catalogue
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Naru
import ServedSystem
import Storage
import Support
import Testing

/// The plans of the statements behind lists and summaries.
///
/// SQLite plans without statistics, because nothing collects them. So the plans in an empty database are those of a large one.
/// `scripts/bench scale` looks at the plans of PostgreSQL.
struct QueryPlanTests {
  @TemporaryData private var folder: DataFolder

  /// What a `GET` of each path without placeholders is asked for, and those of lists below a thing.
  private static let targets = [
    "/api/v1/books/search?query=이야기", "/api/v1/books/search?query=이야기&sort=Title", "/api/v1/books/search?query=ㅎㄱ",
    "/api/v1/books/search?query=이야기&sort=PublishTime&start=5", "/api/v1/books/search?query=ㅇ이",
    "/api/v1/books/search?query=ㅎ리ㅍ터", "/api/v1/books/search?query=한국 역사",
    "/api/v1/books/search?query=창비&queryType=Publisher", "/api/v1/books/search?query=없는책제",
    "/api/v1/books?search=9788900033809", "/api/v1/reading-books?limit=20",
    "/api/v1/reading-books?status=reading&limit=20&offset=20",
    "/api/v1/reading-records?limit=20", "/api/v1/reviews?limit=20", "/api/v1/books/9788900033809/reviews?limit=20",
    "/api/v1/onboarding/genres", "/api/v1/onboarding/status", "/api/v1/onboarding/report", "/api/v1/users/me",
    "/api/v1/community/freeboard/posts?page=2&size=20", "/api/v1/community/freeboard/posts",
    "/api/v1/community/freeboard/posts/1/comments?page=2&size=20", "/api/v1/community/freeboard/posts/1/comments/count",
    "/api/v1/user/me", "/api/v1/user/me/posts?page=2&size=20", "/api/v1/user/check-nickname?nickname=물총새",
    "/api/v1/users/blocks", "/pyxis-api/1/biblio-type-popular-charged-books?max=10",
    "/persons?page=1&size=20", "/persons?name=ㅎ", "/persons", "/transactions?date=2026-03-04", "/transactions",
    "/summary?year=2026", "/summary", "/api/auth/me", "/api/auth/sessions", "/api/auth/.well-known/jwks.json",
  ]

  /// Notes the statements of the server's database.
  private struct Observer: ServedSystem {
    static let contracts: [SystemContract<Self>] = []
    @TaskLocal static var database = Locked<(any DatabaseWriter)?>(nil)

    static func addMigrations(to migrations: inout Migrations) {}

    init(_ context: SystemContext) throws {
      try Self.database.withLock { $0 = try context.database.sqlite }
    }

    func removeAll(of person: UUID, _ db: Transaction) {}
  }

  @Test func noListOrSummaryReadsAWholeTable() async throws {
    let database = Locked<(any DatabaseWriter)?>(nil)
    let backend = try await Observer.$database.withValue(database) {
      try await LocalBackend(
        storage: .memory,
        systems: LocalBackend.systems + [Observer.self],
        signIn: .squirret(.local(in: folder)),
        demo: true
      )
    }
    _ = try backend.catalogue.seedIfEmpty()
    let writer = try #require(database.withLock { $0 })
    let paths = Set(Self.targets.map { $0.prefix { $0 != "?" } })
    for endpoint in LocalBackend.endpoints where endpoint.method == .get && endpoint.path.placeholders.isEmpty {
      #expect(paths.contains("\(endpoint.path)"), "a list without a target")
    }
    try await Application(router: backend.router()).test(.router) { client in
      // This counts the history of loans. After `prepare()`, the server would count it at any time, while plans are read.
      _ = try await client.execute(uri: "/pyxis-api/1/biblio-type-popular-charged-books", method: .get)
      try await backend.prepare()
      let token = try await backend.signIn("홍길동").revealed
      for target in Self.targets {
        let statements = Locked<Set<String>>([])
        try await writer.write { db in
          db.trace { event in
            if case .statement(let statement) = event { statements.withLock { _ = $0.insert(statement.sql) } }
          }
        }
        let uri = try #require(target.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        let response = try await client.execute(uri: uri, method: .get, headers: [.authorization: "Bearer \(token)"])
        try await writer.write { $0.trace(options: []) }
        #expect(response.status == .ok, "\(target): \(String(buffer: response.body))")
        for statement in statements.withLock({ $0 }) {
          #expect(try await writer.read { try Self.scans(statement, $0) }.isEmpty, "\(target): \(statement)")
        }
      }
    }
  }

  /// Returns the steps of a statement's plan that read a whole table. One that reads rows in order and stops after a page is none.
  private static func scans(_ sql: String, _ db: GRDB.Database) throws -> [String] {
    // A search reads the letters of every book. The newest books of some classes are read once for each new reader.
    guard sql.hasPrefix("SELECT"), !sql.contains(" GLOB ") else { return [] }
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
    statement.setUncheckedArguments(StatementArguments())
    let steps = try GRDB.Row.fetchAll(statement).map { $0["detail"] as String }
    let made = steps.filter { $0.hasPrefix("CO-ROUTINE") || $0.hasPrefix("MATERIALIZE") }.compactMap {
      $0.split(separator: " ").last
    }
    let stops = sql.contains("LIMIT") && !steps.contains { $0.contains("TEMP B-TREE") }
    return steps.filter { step in
      guard step.hasPrefix("SCAN "), !stops, !step.contains("CONSTANT ROW") else { return false }
      let table = step.split(separator: " ")[1]
      return !table.hasPrefix("(") && !made.contains(table)
    }
  }
}
