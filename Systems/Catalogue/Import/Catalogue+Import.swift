public import Foundation
import Storage

extension Catalogue {
  /// Adds and changes the books of a CSV file, plain or compressed with gzip.
  ///
  /// The header row names the columns, in any order: `isbn13` and `title`, and if present `volume`, `author`,
  /// `publisher`, `pub_date`, `price_krw`, `kdc` and `addon_code`; others are ignored. A book with a known ISBN is
  /// replaced. A row that is not a book is left out and reported; an error leaves the catalogue as it was, and so does the end
  /// of the process. Other writes of the database don't wait for the import: its transactions are short. Of two imports at a
  /// time, the earlier one fails. Up to 250 changes in a catalogue of at least a hundred times as many books take a moment, and
  /// more of them as long as an import of all books.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - progress: called every 250 rows and books; an error that it throws ends the import.
  /// - Returns: the counts of rows, and the rows that were left out.
  /// - Throws: ``CatalogueError`` when the file cannot be read as such a table, or a database error.
  public func importCSV(
    from url: URL,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    var reader = try CSVReader(url)
    guard try reader.next() else { throw Self.noHeader(url) }
    let rows = BookRow(columns: try CSVColumns(header: reader.row))
    var new = try CatalogueImport(database)
    do {
      return try run(&new, &reader, rows, progress)
    } catch {
      // The error that ended the import is reported. The next import removes the rows that can't be removed now.
      try? new.cancel()
      throw error
    }
  }

  /// Adds books, and replaces those with the same ISBNs. Nothing is written if all are there already.
  ///
  /// - Parameter books: the books, at most a few.
  /// - Throws: ``CatalogueError`` if another import is in progress, or a database error.
  package func add(_ books: [CatalogueBook]) throws {
    let known = try database.read { try BookTable.fetch($0, books.map(\.isbn)) }
    guard books.contains(where: { known[$0.isbn] != $0 }) else { return }
    var new = try CatalogueImport(database)
    do {
      _ = try new.put(books)
      try new.finish { _ in }
    } catch {
      try? new.cancel()
      throw error
    }
  }

  private func run(
    _ new: inout CatalogueImport,
    _ reader: inout CSVReader,
    _ rows: BookRow,
    _ progress: (ImportProgress) throws -> Void
  ) throws -> ImportReport {
    var report = ImportReport()
    var state = ImportProgress(bytesRead: 0, totalBytes: reader.totalBytes, rows: 0, indexedBooks: 0)
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
      guard !hasMore || report.rows % SearchIndex.batch == 0 else { continue }
      let counts = try new.put(books)
      report.added += counts.added
      report.changed += counts.changed
      books = []
      state.rows = report.rows
      state.bytesRead = hasMore ? reader.bytesRead : reader.totalBytes
      try progress(state)
    }
    report.unchanged = report.rows - report.rejected - report.added - report.changed
    guard report.added + report.changed > 0 else {
      try new.cancel()
      return report
    }
    try new.finish { count in
      state.indexedBooks = count
      try progress(state)
    }
    return report
  }

  private static func noHeader(_ url: URL) -> CatalogueError {
    CatalogueError(
      .noHeader,
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
