import Foundation
import Storage

/// An import beside the tables that are in use: in many short transactions, between which others write, and with one that
/// puts the new tables in their place.
///
/// A file that can't be read and an import that is cancelled or killed leave the catalogue as it was. Tables that they leave
/// behind are removed by the next import.
struct CatalogueImport {
  private static let names = [BookTable.name] + SearchIndex.names
  /// The beginning of the names of new tables.
  private static let new = "import_"
  /// The beginning of the names of tables that were replaced.
  private static let old = "replaced_"

  private let database: Database
  /// Whether to leave time to other processes, which can't queue for a SQLite file: they ask for it again and again.
  private let pauses: Bool
  private let token = UUID().uuidString
  private let version: Int
  private let index = SearchIndex(prefix: new)
  private let countBefore: Int

  static func createTable(_ db: Transaction) throws {
    // `token` belongs to the import in progress. `version` counts the imports that changed something.
    try db.script(
      """
      CREATE TABLE catalogue_import (token TEXT, version INTEGER NOT NULL);
      INSERT INTO catalogue_import (version) VALUES (0);
      """
    )
  }

  /// Begins an import with the books of the catalogue. Another import that is in progress fails.
  init(_ database: Database) throws {
    self.database = database
    let (token, index) = (token, index)
    (version, countBefore) = try database.write { db in
      for name in Self.names { try db.script("DROP TABLE IF EXISTS \(name: Self.new + name)") }
      try BookTable.create(db, named: Self.new + BookTable.name)
      try index.createTables(db)
      try db.run("UPDATE catalogue_import SET token = \(token)")
      return (try db.value("SELECT version FROM catalogue_import"), try BookTable.count(db))
    }
    pauses = database.dialect == .sqlite && database.isShared && countBefore > 0
    var copied = 0
    repeat {
      copied = try write { db in
        try db.run(
          """
          INSERT INTO \(name: Self.new + BookTable.name) SELECT * FROM \(name: BookTable.name)
          WHERE isbn > (SELECT coalesce(max(isbn), 0) FROM \(name: Self.new + BookTable.name)) ORDER BY isbn
          LIMIT \(SearchIndex.batch)
          """
        )
      }
    } while copied > 0
  }

  /// Adds or replaces books.
  ///
  /// - Returns: the number of books that differ from those in the catalogue.
  func put(_ books: [CatalogueBook]) throws -> Int {
    let upserts = books.map { BookTable.upsert($0, into: Self.new + BookTable.name) }
    return try write { db in try upserts.reduce(0) { try $0 + db.run($1) } }
  }

  /// The number of books that were not in the catalogue.
  func addedCount() throws -> Int {
    try database.read { try BookTable.count($0, in: Self.new + BookTable.name) } - countBefore
  }

  /// Makes the search index, and puts the new tables in place of the old ones. Calls `progress` with the number of finished
  /// books.
  func finish(progress: (Int) throws -> Void) throws {
    let index = index
    let entries = try database.read(index.entries)
    for start in stride(from: 0, to: entries.count, by: SearchIndex.batch) {
      try write { try index.insert(entries[start..<min(start + SearchIndex.batch, entries.count)], $0) }
    }
    for (done, table) in IndexText.Table.allCases.enumerated() {
      for numbers in SearchIndex.batches(of: entries.count) {
        let insertions = try database.read { try index.insertions(numbers, into: table, $0) }
        try write { db in for insertion in insertions { try db.run(insertion) } }
        try progress((done * entries.count + Int(numbers.upperBound)) / IndexText.Table.allCases.count)
      }
      var isFirst = true
      while try write({ try index.merge(table, isFirst: isFirst, $0) }) { isFirst = false }
    }
    let version = version
    try write { db in
      guard try db.value("SELECT version FROM catalogue_import") == version else { throw Self.otherImport }
      for name in Self.names {
        try db.script(
          """
          DROP TABLE IF EXISTS \(name: Self.old + name);
          ALTER TABLE \(name: name) RENAME TO \(name: Self.old + name);
          ALTER TABLE \(name: Self.new + name) RENAME TO \(name: name);
          """
        )
      }
      try db.run("UPDATE catalogue_import SET version = version + 1")
    }
    for name in Self.names { try write { try $0.script("DROP TABLE \(name: Self.old + name)") } }
  }

  /// Ends the import without a change.
  func cancel() throws {
    for name in Self.names { try write { try $0.script("DROP TABLE \(name: Self.new + name)") } }
  }

  /// Runs a short transaction.
  private func write<Value>(_ work: (Transaction) throws -> Value) throws -> Value {
    let token = token
    let start = ContinuousClock.now
    let value = try database.write { db in
      guard try db.value("SELECT token FROM catalogue_import", as: String?.self) == token else {
        throw Self.otherImport
      }
      return try work(db)
    }
    if pauses { Thread.sleep(forTimeInterval: min(start.duration(to: .now) / .seconds(1), 0.1)) }
    return value
  }

  private static var otherImport: CatalogueError {
    CatalogueError(
      .otherImport,
      korean: "다른 가져오기가 시작되었거나 먼저 끝났습니다. 그것이 끝난 뒤에 다시 가져오세요.",
      english: "Another import began or was finished first. Import the file again after it has ended."
    )
  }
}
