import Catalogue
import Foundation
import NaruMessages
import Storage
import StorageTesting
import Testing

@Suite struct ImportTests {
  private let folder = TemporaryFolder()
  private static let row = "\(Shelf.isbn(0)),제목,지은이,2020-01-31,12000"
  private static let header = "isbn13,title,author,pub_date,price_krw\n"

  @Test func fileWithQuotesNewlinesAndReorderedColumnsIsRead() async throws {
    let shelf = try Shelf()
    let csv =
      "\u{FEFF}extra,TITLE, isbn13 ,author\r\n"
      + "x,\"따옴표 \"\"안\"\", 쉼표\",\(Shelf.isbn(0)),\"두\r\n줄\"\r\n\r\n"
      + "y,마지막 줄,\(Shelf.isbn(1)),"
    let report = try shelf.importCSV(csv)
    #expect(report.added == 2 && report.rejected == 0)
    let first = try #require(try await shelf.catalogue.book(id: Shelf.isbn(0)))
    #expect(first.title == "따옴표 \"안\", 쉼표")
    #expect(first.author == "두  줄")
    let last = try #require(try await shelf.catalogue.book(id: Shelf.isbn(1)))
    #expect(last.title == "마지막 줄" && last.author == nil && last.price == nil)
  }

  @Test func everyColumnIsKept() async throws {
    let shelf = try Shelf()
    try shelf.importCSV(
      "isbn13,title,volume,author,publisher,pub_date,price_krw,kdc,addon_code\n"
        + "\(Shelf.isbn(0)),제목,상,지은이,출판사,1999,9000,005.43,03810"
    )
    let isbn = try #require(ISBN(Shelf.isbn(0)))
    #expect(
      try await shelf.catalogue.book(id: isbn.bookID.uppercased())
        == CatalogueBook(
          isbn: isbn,
          title: "제목",
          volume: "상",
          author: "지은이",
          publisher: "출판사",
          publicationDate: "1999",
          price: 9000,
          kdc: "005.43",
          addonCode: "03810"
        )
    )
  }

  @Test(arguments: [
    ("9791100000000,제목,,,", RejectedRow.Reason.isbn("9791100000000")),
    ("\(Shelf.isbn(0)),  ,,,", .emptyTitle),
    ("\(Shelf.isbn(0)),제목,,", .fieldCount(4, expected: 5)),
    ("\(Shelf.isbn(0)),제목,,,만원", .price("만원")),
    ("\(Shelf.isbn(0)),제목,,,-1", .price("-1")),
    ("\(Shelf.isbn(0)),제목,,2021-02-29,", .publicationDate("2021-02-29")),
    ("\(Shelf.isbn(0)),제목,,21-2-2,", .publicationDate("21-2-2")),
    ("\(Shelf.isbn(0)),\"제목\"꼬리,,,", .textAfterQuote),
  ])
  func badRowIsRejectedWithItsLineAndTheRestIsKept(row: String, reason: RejectedRow.Reason) throws {
    let shelf = try Shelf()
    let report = try shelf.importCSV(Self.header + "\(Shelf.isbn(9)),\"두\n줄\",,,\n" + row + "\n")
    #expect(report.rows == 2 && report.added == 1 && report.rejected == 1)
    let refused = try #require(report.rejectedRows.first)
    #expect(refused.line == 4)
    #expect(refused.reason == reason)
    #expect(
      refused.localizedMessage.korean.hasPrefix("4번째 줄: ") && refused.localizedMessage.english.hasPrefix("Line 4: ")
    )
  }

  @Test func reportListsTheFirstThousandRejectedRowsAndCountsAll() throws {
    let report = try Shelf().importCSV(Self.header + String(repeating: "x,y,,,\n", count: 1_500))
    #expect(report.rejected == 1_500 && report.rejectedRows.count == ImportReport.listLimit)
  }

  @Test func secondImportChangesWhatDiffers() async throws {
    let shelf = try Shelf()
    let rows = (0..<3).map { "\(Shelf.isbn($0)),제목 \($0)" }
    try shelf.importCSV("isbn13,title\n" + rows.joined(separator: "\n"))
    let same = try shelf.importCSV("isbn13,title\n" + rows.joined(separator: "\n"))
    #expect(same.unchanged == 3 && same.added == 0 && same.changed == 0)
    let next = try shelf.importCSV("isbn13,title\n\(Shelf.isbn(0)),새 이름\n\(rows[1])\n\(Shelf.isbn(5)),다섯")
    #expect(next.changed == 1 && next.unchanged == 1 && next.added == 1)
    #expect(try await shelf.catalogue.count() == 4)
    #expect(try await shelf.titles("새이름") == ["새 이름"])
    #expect(try await shelf.titles("제목 0") == [])
    #expect(try await shelf.titles("제목") == ["제목 1", "제목 2"])
  }

  @Test(
    arguments: [
      (Data(), "is empty"),
      (Data("title,author\n".utf8), "Line 1: required columns"),
      (Data("isbn13,title,title\n".utf8), "Line 1: the column title appears twice"),
      (Data("\(header)\(row)\n\(Shelf.isbn(1)),\"열린,,,\n\n".utf8), "Line 3: a quote"),
      (Data("\(header)\(row)\n\(Shelf.isbn(1)),".utf8) + Data([0xC0, 0xAF]) + Data(",,,\n".utf8), "Line 3: the row"),
      (Data("\(header)\(row)\n\"".utf8) + Data(repeating: 65, count: 2 << 20), "Line 3: this row is longer than 1 MB"),
    ] as [(Data, String)]
  )
  func brokenFileChangesNothing(data: Data, problem: String) async throws {
    let shelf = try Shelf(titles: ["있던 책"])
    let error = try #require(throws: CatalogueError.self) { try shelf.importFile(data) }
    #expect(error.localizedMessage.english.contains(problem))
    #expect(try await shelf.catalogue.count() == 1)
    #expect(try await shelf.titles("제목") == [])
    #expect(try await shelf.titles("있던") == ["있던 책"])
  }

  /// A gzip of 300 KB can hold commas for gigabytes of empty fields.
  @Test func aRowOfManyEmptyFieldsIsRejectedBeforeItIsRead() async throws {
    let shelf = try Shelf(titles: ["있던 책"])
    let commas = Data(repeating: UInt8(ascii: ","), count: 4 << 20)
    for text in [commas, Data("isbn13,title\n".utf8) + commas] {
      let file = try gzip(text)
      #expect(file.count < 10_000)
      var bytesRead: Int64 = 0
      let error = try #require(throws: CatalogueError.self) {
        try shelf.importFile(file) { bytesRead = $0.bytesRead }
      }
      #expect(error.localizedMessage.korean.contains("1,000"))
      #expect(bytesRead == 0)
    }
    let wide = (["isbn13", "title"] + (3...1_000).map { "c\($0)" }).joined(separator: ",")
    #expect(try shelf.importCSV(wide + "\n").rows == 0)
    #expect(try await shelf.catalogue.count() == 1)
  }

  @Test func missingColumnsAreNamed() throws {
    let error = try #require(throws: CatalogueError.self) { try Shelf().importCSV("author\n") }
    #expect(
      error.localizedMessage.english.contains("isbn13, title")
        && error.localizedMessage.korean.contains("isbn13, title")
    )
    #expect(error.errorDescription == error.localizedMessage.description)
  }

  @Test func compressedFileIsRecognizedByItsContentAndATruncatedOneIsAnError() async throws {
    let seed = try Data(contentsOf: Catalogue.seedURL)
    let compressed = try gzip(seed.prefix(20_000))
    let plain = try Shelf(), packed = try Shelf(), cut = try Shelf()
    // The cut of the text falls into a row, which is refused or not in the same way.
    let expected = try plain.importFile(seed.prefix(20_000))
    var last: ImportProgress?
    let report = try packed.importFile(compressed, name: "books.csv") { last = $0 }
    #expect(report == expected && report.added > 100)
    #expect(last?.bytesRead == Int64(compressed.count) && last?.rows == report.rows)
    for count in [compressed.count - 4, compressed.count / 2, 30] {
      let error = try #require(throws: CatalogueError.self) { try cut.importFile(compressed.prefix(count)) }
      #expect(error.localizedMessage.english.contains("truncated or damaged"))
    }
    #expect(try await cut.catalogue.count() == 0)
  }

  @Test func missingFileIsAnErrorThatNamesIt() throws {
    let url = URL(filePath: "/nowhere/books.csv")
    let error = try #require(throws: CatalogueError.self) { try Shelf().catalogue.importCSV(from: url) }
    #expect(error.localizedMessage.english.contains("/nowhere/books.csv"))
  }

  @Test func errorFromProgressEndsTheImport() async throws {
    struct Stop: Error {}
    let shelf = try Shelf()
    #expect(throws: Stop.self) { try shelf.importFile(Data((Self.header + Self.row).utf8)) { _ in throw Stop() } }
    #expect(try await shelf.catalogue.count() == 0)
  }

  // MARK: Other writes

  /// A database file with a catalogue, and one more connection, as of another process, that does not wait for locks.
  private func withFile(_ test: (Catalogue, Database) throws -> Void) throws {
    let file = folder.url.appending(path: "books.sqlite")
    let database = try Database.file(at: file)
    var migrations = Migrations()
    Catalogue.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let other = try Database.file(at: file, waiting: BusyWait(limit: .zero))
    try other.write { try $0.script("CREATE TABLE note (text TEXT)") }
    try test(Catalogue(database), other)
    try other.close()
    try database.close()
  }

  @Test func othersReadTheOldBooksAtEveryStepOfAnImport() throws {
    try withFile { catalogue, other in
      let shelf = Shelf(catalogue)
      try shelf.importCSV("isbn13,title\n\(Shelf.isbn(0)),제목 0\n\(Shelf.isbn(7_000)),있던 책")
      var rows: [Int] = []
      let new = (0..<2_000).map { "\(Shelf.isbn($0)),새 제목 \($0)" }
      try shelf.importCSV("isbn13,title\n" + new.joined(separator: "\n")) { progress in
        rows.append(progress.rows)
        let titles = try other.read { try $0.values("SELECT title FROM book ORDER BY isbn", as: String.self) }
        #expect(titles == ["제목 0", "있던 책"])
      }
      #expect(rows.starts(with: stride(from: 250, through: 2_000, by: 250)))
      #expect(try other.read { try $0.values("SELECT count(*) FROM book", as: Int.self) } == [2_001])
      _ = try other.write { try $0.run("INSERT INTO note VALUES ('…')") }
    }
  }

  @Test func theLastOfTwoLinesOfABookCounts() async throws {
    let shelf = try Shelf(titles: ["제목"])
    let report = try shelf.importCSV("isbn13,title\n\(Shelf.isbn(0)),다른 제목\n\(Shelf.isbn(0)),제목")
    #expect(report.changed == 2)
    #expect(try await shelf.titles("다른") == [])
    #expect(try await shelf.titles("제목") == ["제목"])
  }

  @Test func theBooksOfAnEarlierVersionAreFound() async throws {
    let database = try TestDatabase.make()
    var first = Migrations()
    first.add("catalogue-1-tables") { db in
      try db.script(
        """
        CREATE TABLE book (
          isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, volume TEXT, author TEXT, publisher TEXT, publication_date TEXT,
          price INTEGER, kdc TEXT, addon_code TEXT, title_key TEXT NOT NULL, author_key TEXT NOT NULL, publisher_key TEXT NOT NULL
        );
        CREATE TABLE catalogue_entry (number INTEGER PRIMARY KEY); CREATE TABLE catalogue_text (number INTEGER PRIMARY KEY);
        CREATE TABLE catalogue_initials (number INTEGER PRIMARY KEY);
        CREATE TABLE catalogue_pairs (number INTEGER PRIMARY KEY);
        CREATE TABLE catalogue_import (token TEXT, version INTEGER NOT NULL);
        """
      )
    }
    try database.migrate(first)
    try await database.write { db throws in
      for number in 0..<600 {
        let isbn = try #require(Int64(Shelf.isbn(number)))
        try db.run(
          """
          INSERT INTO book (isbn, title, author, title_key, author_key, publisher_key)
          VALUES (\(isbn), \("(국어) 제목 \(number)"), '지은이', '', '', '')
          """
        )
      }
    }
    var migrations = Migrations()
    Catalogue.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let shelf = Shelf(Catalogue(database))
    #expect(try await shelf.catalogue.count() == 600)
    #expect(try await shelf.titles("국어제목 77") == ["(국어) 제목 77"])
    #expect(try await shelf.catalogue.search(CatalogueQuery("ㅈㅇㅇ", field: .author)).total == 600)
    for table in ["catalogue_entry", "catalogue_text", "catalogue_initials", "catalogue_pairs", "catalogue_import"] {
      let rows: SQL = "SELECT 1 FROM \(name: table)"
      #expect(throws: (any Error).self) { try database.read { try $0.exists(rows) } }
    }
  }

  @Test(arguments: [1, 3, 5, 7])
  func anImportThatEndsAtAnyStepChangesNothing(step: Int) async throws {
    struct Stop: Error {}
    let shelf = try Shelf(titles: ["있던 책"])
    let rows = (0..<1_600).map { "\(Shelf.isbn($0)),새 책 \($0)" }.joined(separator: "\n")
    var steps = 0
    #expect(throws: Stop.self) {
      try shelf.importCSV("isbn13,title\n" + rows) { _ in
        steps += 1
        if steps == step { throw Stop() }
      }
    }
    #expect(steps == step)
    #expect(try await shelf.titles("책") == ["있던 책"])
    #expect(try shelf.importCSV("isbn13,title\n" + rows).added == 1_599)
    #expect(try await shelf.titles("책 77").first == "새 책 77")
  }

  @Test func shippedBooksAreImportedOnce() async throws {
    let shelf = try Shelf()
    let report = try #require(try shelf.catalogue.seedIfEmpty())
    #expect(report.added == 10_000 && report.rejected == 0)
    #expect(try shelf.catalogue.seedIfEmpty() == nil)
    #expect(
      try await shelf.catalogue.search(CatalogueQuery("978-89-00-05952-6", field: .title)).books.map(\.title) == [
        "아리스토텔레스"
      ]
    )
  }

  private func gzip(_ data: Data) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-c"]
    let input = Pipe(), output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(data)
    try input.fileHandleForWriting.close()
    let result = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return result
  }
}
