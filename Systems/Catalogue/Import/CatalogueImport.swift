import Foundation
import Storage

/// An import beside the tables that are in use, in many short transactions, between which others write.
///
/// The first changes are put into a table of their own. If there are no more in the file, one short transaction makes them, and all other
/// books keep their rows. Otherwise all books get new tables, which one transaction puts in place of the old ones.
///
/// A file that can't be read and an import that is cancelled or killed leave the catalogue as it was. Tables that they leave
/// behind are removed by the next import.
struct CatalogueImport {
  private static let names = [BookTable.name] + SearchIndex.names
  /// The beginning of the names of new tables.
  private static let new = "import_"
  /// The beginning of the names of tables that were replaced.
  private static let old = "replaced_"
  /// The new table of books: only those that were changed, or all.
  private static let newBooks = new + BookTable.name

  /// The number of rows that one transaction removes from a table that will be dropped.
  private static let removedAtOnce = 1000

  private let database: Database
  /// Whether to leave time to other processes, which can't queue for a SQLite file: they ask for it again and again.
  private let pauses: Bool
  private let token = UUID().uuidString
  private let version: Int
  /// The maximum number of changes that are made one by one. All fit into one short transaction, and are much faster than new tables.
  private let fewChanges: Int
  private var changes = 0
  /// Whether all books are in the new table.
  private var isWhole = false

  static func createTable(_ db: Transaction) throws {
    // `token` belongs to the import in progress. `version` counts the imports that changed something.
    try db.script(
      """
      CREATE TABLE catalogue_import (token TEXT, version INTEGER NOT NULL);
      INSERT INTO catalogue_import (version) VALUES (0);
      """
    )
  }

  /// Begins an import. Another import that is in progress fails.
  init(_ database: Database) throws {
    self.database = database
    let token = token
    version = try database.write { db in
      try db.run("UPDATE catalogue_import SET token = \(token)")
      return try db.value("SELECT version FROM catalogue_import")
    }
    // Not in the transaction above: counting reads every row, and other writes would wait.
    let count = try database.read(SearchIndex().count)
    pauses = database.dialect == .sqlite && database.isShared && count > 0
    fewChanges = min(SearchIndex.batch, count / 100)
    try drop(Self.new)
    try drop(Self.old)
    try write { try BookTable.create($0, named: Self.newBooks) }
  }

  /// Adds or replaces books.
  mutating func put(_ books: [CatalogueBook]) throws -> (added: Int, changed: Int) {
    let counts = try write { db in
      let isbns = books.map(\.isbn)
      var latest = try BookTable.fetch(db, isbns).merging(try BookTable.fetch(db, isbns, from: Self.newBooks)) { $1 }
      var counts = (added: 0, changed: 0)
      var changed: [CatalogueBook] = []
      for book in books {
        let before = latest.updateValue(book, forKey: book.isbn)
        guard before != book else { continue }
        if before == nil { counts.added += 1 } else { counts.changed += 1 }
        changed.append(book)
      }
      try BookTable.upsert(changed, into: Self.newBooks, db)
      return counts
    }
    changes += counts.added + counts.changed
    if changes > fewChanges { try putUnchanged() }
    return counts
  }

  /// Adds the books of the catalogue that the file does not change, if they are not there yet.
  private mutating func putUnchanged() throws {
    guard !isWhole else { return }
    var last: Int64? = 0
    while let start = last {
      last = try write { db in
        let end: Int64? = try db.value(
          """
          SELECT max(isbn) FROM (
            SELECT isbn FROM \(name: BookTable.name) WHERE isbn > \(start) ORDER BY isbn LIMIT \(SearchIndex.batch)
          ) AS batch
          """
        )
        guard let end else { return nil }
        try db.run(
          """
          INSERT INTO \(name: Self.newBooks) SELECT * FROM \(name: BookTable.name)
          WHERE isbn > \(start) AND isbn <= \(end) ORDER BY isbn ON CONFLICT DO NOTHING
          """
        )
        return end
      }
    }
    isWhole = true
  }

  /// Changes the catalogue. Calls `progress` with the number of finished books if all of them get new tables.
  mutating func finish(progress: (Int) throws -> Void) throws {
    if !isWhole, try change() { return }
    try putUnchanged()
    try replace(progress)
  }

  /// Makes the changes in the tables in use. Returns false if there is no room for a book between two others.
  private func change() throws -> Bool {
    guard let changes = try read({ try SearchIndex().changes(forBooksIn: Self.newBooks, $0) }) else { return false }
    try commit { db in
      for change in changes { try db.run(change) }
      try db.run(
        "DELETE FROM \(name: BookTable.name) WHERE isbn IN (SELECT isbn FROM \(name: Self.newBooks))"
      )
      try db.run("INSERT INTO \(name: BookTable.name) SELECT * FROM \(name: Self.newBooks)")
      try db.script("DROP TABLE \(name: Self.newBooks)")
    }
    return true
  }

  /// Makes a new search index, and puts the new tables in place of the old ones.
  private func replace(_ progress: (Int) throws -> Void) throws {
    let index = SearchIndex(prefix: Self.new)
    try write(index.createTables)
    try index.fill(with: read(index.entries), dialect: database.dialect, read: read, write: write, progress: progress)
    try commit { db in
      for name in Self.names {
        try db.script(
          """
          ALTER TABLE \(name: name) RENAME TO \(name: Self.old + name);
          ALTER TABLE \(name: Self.new + name) RENAME TO \(name: name);
          """
        )
      }
    }
    try drop(Self.old)
  }

  /// Ends the import without a change.
  func cancel() throws { try drop(Self.new) }

  /// Drops the tables whose names begin like this, if they are there. The rows of large ones are removed before, some at a time, because
  /// SQLite reads every page of a table that it drops.
  private func drop(_ prefix: String) throws {
    for name in Self.names {
      let isIndex = IndexText.Table(rawValue: name) != nil
      while try write({ db in
        if try removeSome(of: prefix + name, isIndex: isIndex, db) { return true }
        try db.script("DROP TABLE IF EXISTS \(name: prefix + name)")
        return false
      }) {}
    }
  }

  /// Removes some rows of a table that will be dropped. Returns false if that is not needed, or not any more.
  private func removeSome(of name: String, isIndex: Bool, _ db: Transaction) throws -> Bool {
    guard db.dialect == .sqlite, let (table, condition) = isIndex ? db.index.mostRows(of: name) : (name, "TRUE"),
      try db.exists("SELECT 1 FROM sqlite_master WHERE name = \(table)")
    else { return false }
    return try db.run(
      """
      DELETE FROM \(name: table)
      WHERE rowid IN (SELECT rowid FROM \(name: table) WHERE \(condition) LIMIT \(Self.removedAtOnce))
      """
    ) > 0
  }

  /// Runs the transaction that changes the catalogue.
  private func commit(_ work: (Transaction) throws -> Void) throws {
    let version = version
    try write { db in
      guard try db.value("SELECT version FROM catalogue_import") == version else { throw Self.otherImport }
      try work(db)
      try db.run("UPDATE catalogue_import SET version = version + 1")
    }
  }

  /// Reads, in a transaction.
  private func read<Value>(_ work: (Transaction) throws -> Value) throws -> Value {
    try database.read { db in
      try checkIsCurrent(db)
      return try work(db)
    }
  }

  /// Runs a short transaction.
  private func write<Value>(_ work: (Transaction) throws -> Value) throws -> Value {
    let start = ContinuousClock.now
    let value = try database.write { db in
      try checkIsCurrent(db)
      return try db.withoutErasing { try work(db) }
    }
    if pauses { Thread.sleep(forTimeInterval: min(start.duration(to: .now) / .seconds(1), 0.1)) }
    return value
  }

  private func checkIsCurrent(_ db: Transaction) throws {
    guard try db.value("SELECT token FROM catalogue_import", as: String?.self) == token else { throw Self.otherImport }
  }

  private static var otherImport: CatalogueError {
    CatalogueError(
      .otherImport,
      korean: "다른 가져오기 작업이 시작되었거나 먼저 끝났습니다. 그 작업이 끝난 뒤 다시 시도해 주세요.",
      english: "Another import began or was finished first. Import the file again after it has ended."
    )
  }
}
