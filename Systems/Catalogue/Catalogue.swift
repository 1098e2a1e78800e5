public import Foundation
import Naru
public import Storage

/// A searchable catalogue of books in a database.
///
/// Every read is one transaction: searches of a database file work during an import and see the catalogue as it was before.
/// An import writes in short transactions, so that other writes of the database don't wait for it.
public struct Catalogue: Sendable {
  let database: Database
  let totals = SearchTotals()
  let searches = SharedTasks<CatalogueQuery, CataloguePage>(cancelsWhenUnobserved: false)
  let longestSearch: Duration?

  /// Creates a catalogue on a database whose migrations have been run.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - longestSearch: how long a search is waited for. `nil`, the default: as long as it takes.
  public init(_ database: Database, longestSearch: Duration? = nil) {
    self.database = database
    self.longestSearch = longestSearch
  }

  /// Adds the migrations of the catalogue's tables; their names begin with `catalogue-`.
  public static func addMigrations(to migrations: inout Migrations) {
    migrations.add("catalogue-1-tables") { db in
      try BookTable.create(db)
      try SearchIndex().createTables(db)
      try CatalogueImport.createTable(db)
    }
  }

  /// The table of books.
  package static var tableName: String { BookTable.name }

  /// The tables that are made from the table of books, or that say only whether an import is going on.
  package static var derivedTables: Set<String> { Set(SearchIndex.names + ["catalogue_import"]) }

  /// Makes the search index from the table of books, in the transaction that wrote it.
  package static func makeIndex(_ db: Transaction) throws {
    try SearchIndex().rebuild(db)
  }

  /// The number of books.
  public func count() throws -> Int {
    try database.read { try SearchIndex().count($0) }
  }
}

// MARK: - The books shipped with the library

extension Catalogue {
  /// The CSV file of 10,000 Korean books shipped with this library; its README names the source and the license.
  ///
  /// - Throws: ``CatalogueError`` with the code `noSeed` if the library was installed without its resources.
  public static var seedURL: URL {
    get throws {
      // `Bundle.module` stops the process with a backtrace if the bundle is not there.
      let folders =
        ["resources", "bundle"].map { Bundle.main.bundleURL.appending(path: "systems_Catalogue.\($0)") }
        + [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")]
      let files = folders.map { $0.appending(path: "books_ko_nlk_10k.csv") }
      guard let url = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
        throw CatalogueError(
          .noSeed,
          korean: "기본 도서 목록(books_ko_nlk_10k.csv)이 없습니다. 프로그램을 다시 설치해 주세요.",
          english: "The books shipped with the library (books_ko_nlk_10k.csv) are missing. Install the program again."
        )
      }
      return url
    }
  }

  /// Imports the shipped books if the catalogue is empty; otherwise the result is nil.
  public func seedIfEmpty(progress: (ImportProgress) throws -> Void = { _ in }) throws -> ImportReport? {
    guard try !database.read({ try $0.exists("SELECT 1 FROM book LIMIT 1") }) else { return nil }
    return try importCSV(from: Self.seedURL, progress: progress)
  }
}
