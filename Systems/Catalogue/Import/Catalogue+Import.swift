public import Foundation
import Storage

extension Catalogue {
  /// Adds and changes the books of a CSV file, plain or compressed with gzip.
  ///
  /// The header row names the columns, in any order: `isbn13` and `title`, and if present `volume`, `author`,
  /// `publisher`, `pub_date`, `price_krw`, `kdc` and `addon_code`; others are ignored. A book with a known ISBN is
  /// replaced. A row that is not a book is left out and reported; an error leaves the catalogue as it was, and so does the end
  /// of the process. An import is one transaction: others read the old books until it ends, and their writes wait.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - progress: called every 250 rows; an error that it throws ends the import.
  /// - Returns: the counts of rows, and the rows that were left out.
  /// - Throws: ``CatalogueError`` when the file cannot be read as such a table, or a database error.
  public func importCSV(
    from url: URL,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    // The file is read inside, from its beginning, because a transaction may run again.
    try database.write { db in
      var reader = try CSVReader(url)
      guard try reader.next() else { throw Self.noHeader(url) }
      let rows = BookRow(columns: try CSVColumns(header: reader.row))
      var report = ImportReport()
      var state = ImportProgress(bytesRead: 0, totalBytes: reader.totalBytes, rows: 0)
      var books: [CatalogueBook] = []
      var hasMore = true
      while hasMore {
        hasMore = try reader.next()
        if hasMore {
          report.rows += 1
          switch try rows.read(reader.row) {
          case .success(let book): books.append(book)
          case .failure(let reason): report.reject(RejectedRow(line: reader.row.line, reason: reason))
          }
        }
        guard !hasMore || report.rows % BookTable.batch == 0 else { continue }
        let counts = try BookTable.put(books, db)
        report.added += counts.added
        report.changed += counts.changed
        books = []
        state.rows = report.rows
        state.bytesRead = hasMore ? reader.bytesRead : reader.totalBytes
        try progress(state)
      }
      report.unchanged = report.rows - report.rejected - report.added - report.changed
      return report
    }
  }

  /// Adds books, and replaces those with the same ISBNs. Nothing is written if all are there already.
  ///
  /// - Parameter books: the books, at most a few.
  /// - Throws: a database error.
  package func add(_ books: [CatalogueBook]) throws {
    let known = try database.read { try BookTable.fetch($0, books.map(\.isbn)) }
    guard books.contains(where: { known[$0.isbn] != $0 }) else { return }
    try database.write { _ = try BookTable.put(books, $0) }
  }

  private static func noHeader(_ url: URL) -> CatalogueError {
    CatalogueError(
      korean: "\(url.path) 파일이 비어 있습니다. 첫 행에 열 이름을 넣어 주세요.",
      english: "The file \(url.path) is empty. Name the columns in its first row."
    )
  }
}

extension ImportReport {
  fileprivate mutating func reject(_ row: RejectedRow) {
    rejected += 1
    if rejectedRows.count < Self.listLimit { rejectedRows.append(row) }
  }
}
