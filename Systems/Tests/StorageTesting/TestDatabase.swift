package import Foundation
package import NaruMessages
package import Storage

/// The databases of tests.
///
/// The environment variable `NARU_TEST_DATABASE` has the address of a PostgreSQL database, in which each test gets a schema of its own;
/// `scripts/test postgresql` sets it. Without it, tests have SQLite in memory.
package enum TestDatabase: CaseIterable, Sendable {
  case memory, file, postgreSQL

  package static var allCases: [TestDatabase] { server == nil ? [.memory, .file] : [.memory, .file, .postgreSQL] }

  /// The address of the PostgreSQL database. `nil`: SQLite.
  private static var server: String? { ProcessInfo.processInfo.environment["NARU_TEST_DATABASE"] }

  /// Whether ``make()`` makes databases of PostgreSQL.
  package static var isPostgreSQL: Bool { server != nil }

  /// Creates an empty database of the engine that the tests run on.
  package static func make() throws -> Database {
    guard let address = try newAddress() else { return try .inMemory() }
    return try .postgreSQL(at: address, connections: 4)
  }

  /// Creates a schema and returns its address. `nil` without a server.
  package static func newAddress() throws -> Secret? {
    guard let server else { return nil }
    let schema = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let database = try Database.postgreSQL(at: Secret(server), connections: 1)
    defer { try? database.close() }
    try database.write { _ = try $0.run("CREATE SCHEMA \(name: schema)") }
    return Secret("\(server)\(server.contains("?") ? "&" : "?")options=-csearch_path%3D\(schema)")
  }

  /// Runs a test on an empty database, which is deleted afterwards.
  package func run<Result>(_ test: (Database) async throws -> Result) async throws -> Result {
    switch self {
    case .memory: return try await test(Database.inMemory())
    case .postgreSQL: return try await test(Self.make())
    case .file:
      return try await Self.inFolder { folder in
        let database = try Database.file(at: folder.appending(path: "test.sqlite"))
        let result = try await test(database)
        try database.close()
        return result
      }
    }
  }

  /// Runs a test with a closure that opens a database of the engine that the tests run on, as each of several processes does.
  package static func shared<Result>(
    waiting busyWait: BusyWait = BusyWait(),
    _ test: (_ open: () throws -> Database) async throws -> Result
  ) async throws -> Result {
    if let address = try newAddress() {
      return try await test { try .postgreSQL(at: address, connections: 4, waiting: busyWait) }
    }
    return try await inFolder { folder in
      try await test { try .file(at: folder.appending(path: "test.sqlite"), waiting: busyWait) }
    }
  }

  /// Runs a test with an empty folder, which is deleted afterwards.
  package static func inFolder<Result>(_ test: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await test(folder)
  }
}
