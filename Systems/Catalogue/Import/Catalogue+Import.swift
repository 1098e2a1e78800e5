public import Foundation
import GRDB

extension Catalogue {
  /// Adds and changes the books of a CSV file, plain or compressed with gzip.
  ///
  /// The header row names the columns, in any order: `isbn13` and `title`, and if present `volume`, `author`,
  /// `publisher`, `pub_date`, `price_krw`, `kdc` and `addon_code`; others are ignored. A book with a known ISBN is
  /// replaced. A row that is not a book is left out and reported; an error leaves the catalogue as it was.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - progress: called every 1,000 rows; an error that it throws ends the import.
  /// - Returns: the counts of rows, and the rows that were left out.
  /// - Throws: ``CatalogueError`` when the file cannot be read as such a table, or a database error.
  public func importCSV(
    from url: URL,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    var reader = try CSVReader(url)
    guard try reader.next() else { throw Self.noHeader(url) }
    let rows = BookRow(columns: try CSVColumns(header: reader.row))
    return try database.write { db in
      var report = ImportReport()
      var state = ImportProgress(bytesRead: 0, totalBytes: reader.totalBytes, rows: 0, indexedBooks: 0)
      let countBefore = try BookTable.count(db)
      let changesBefore = db.totalChangesCount
      let upsert = try BookTable.upsertStatement(db)

      while try reader.next() {
        report.rows += 1
        switch try rows.read(reader.row) {
        case .success(let book): try upsert.execute(arguments: BookTable.arguments(book))
        case .failure(let reason): report.refuse(RefusedRow(line: reader.row.line, reason: reason))
        }
        if report.rows % 1_000 == 0 {
          state.rows = report.rows
          state.bytesRead = reader.bytesRead
          try progress(state)
        }
      }

      let written = db.totalChangesCount - changesBefore
      report.added = try BookTable.count(db) - countBefore
      report.changed = written - report.added
      report.unchanged = report.rows - report.refused - written
      state.rows = report.rows
      state.bytesRead = reader.totalBytes
      try progress(state)
      if written > 0 {
        try SearchIndex.rebuild(db) { count in
          state.indexedBooks = count
          try progress(state)
        }
      }
      return report
    }
  }

  private static func noHeader(_ url: URL) -> CatalogueError {
    CatalogueError(
      .noHeader,
      korean: "\(url.path) 파일이 비어 있습니다. 첫 행에 열 이름을 넣으세요.",
      english: "The file \(url.path) is empty. Name the columns in its first row."
    )
  }
}

extension ImportReport {
  fileprivate mutating func refuse(_ row: RefusedRow) {
    refused += 1
    if refusedRows.count < Self.listLimit { refusedRows.append(row) }
  }
}
