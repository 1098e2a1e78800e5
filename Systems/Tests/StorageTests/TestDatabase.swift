import Foundation
import Storage

/// A database for tests, in memory or in a file.
enum TestDatabase: CaseIterable {
  case memory, file

  /// Runs a test on an empty database, which is deleted afterwards.
  func run<Result>(_ test: (Database) async throws -> Result) async throws -> Result {
    switch self {
    case .memory: return try await test(Database.inMemory())
    case .file:
      return try await Self.inFolder { folder in
        let database = try Database.file(at: folder.appending(path: "test.sqlite"))
        let result = try await test(database)
        try database.close()
        return result
      }
    }
  }

  /// Runs a test with an empty folder, which is deleted afterwards.
  static func inFolder<Result>(_ test: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await test(folder)
  }
}

extension Migrations {
  /// The table `bird`.
  static var birds: Migrations {
    var migrations = Migrations()
    migrations.add("test-1-birds") { db in
      try db.script("CREATE TABLE bird (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, size INTEGER)")
    }
    return migrations
  }
}
