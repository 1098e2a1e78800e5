public import Foundation
public import Storage

/// A searchable catalogue of books in a database.
///
/// Every read and every import is one transaction: searches of a database file work during an import and see the catalogue as it was before.
public struct Catalogue: Sendable {
  let database: Database

  /// Creates a catalogue on a database whose migrations have been run.
  public init(_ database: Database) {
    self.database = database
  }

  /// Adds the migrations of the catalogue's tables; their names begin with `catalogue-`.
  public static func addMigrations(to migrations: inout Migrations) {
    // This step also made the tables of a search index, which the next one removes.
    migrations.add("catalogue-1-tables") { try BookTable.createFirst($0) }
    migrations.add("catalogue-2-search") { db in
      for name in ["entry", "text", "initials", "pairs", "import"] {
        try db.script("DROP TABLE IF EXISTS \(name: "catalogue_\(name)")")
      }
      try BookTable.addSearch(db)
    }
  }

  /// The number of books.
  public func count() async throws -> Int {
    try await database.read { try BookTable.count($0) }
  }
}

// MARK: - The books shipped with the library

extension Catalogue {
  /// The CSV file of 10,000 Korean books shipped with this library; its README names the source and the license.
  ///
  /// - Throws: ``CatalogueError`` if the library was installed without its resources.
  public static var seedURL: URL {
    get throws {
      // `Bundle.module` stops the process with a backtrace if the bundle is not there.
      let folders =
        ["resources", "bundle"].map { Bundle.main.bundleURL.appending(path: "systems_Catalogue.\($0)") }
        + [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")]
      let files = folders.map { $0.appending(path: "books_ko_nlk_10k.csv") }
      guard let url = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
        throw CatalogueError(
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
