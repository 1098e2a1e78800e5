import Catalogue
import Foundation
import Naru
import Testing

@Suite struct ImportTests {
  private static let row = "\(Shelf.isbn(0)),제목,지은이,2020-01-31,12000"
  private static let header = "isbn13,title,author,pub_date,price_krw\n"

  @Test func fileWithQuotesNewlinesAndReorderedColumnsIsRead() async throws {
    let shelf = try Shelf()
    let csv =
      "\u{FEFF}extra,TITLE, isbn13 ,author\r\n"
      + "x,\"따옴표 \"\"안\"\", 쉼표\",\(Shelf.isbn(0)),\"두\r\n줄\"\r\n\r\n"
      + "y,마지막 줄,\(Shelf.isbn(1)),"
    let report = try shelf.importCSV(csv)
    #expect(report.added == 2 && report.refused == 0)
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
    ("9791100000000,제목,,,", RefusedRow.Reason.isbn("9791100000000")),
    ("\(Shelf.isbn(0)),  ,,,", .emptyTitle),
    ("\(Shelf.isbn(0)),제목,,", .fieldCount(4, expected: 5)),
    ("\(Shelf.isbn(0)),제목,,,만원", .price("만원")),
    ("\(Shelf.isbn(0)),제목,,,-1", .price("-1")),
    ("\(Shelf.isbn(0)),제목,,2021-02-29,", .publicationDate("2021-02-29")),
    ("\(Shelf.isbn(0)),제목,,21-2-2,", .publicationDate("21-2-2")),
    ("\(Shelf.isbn(0)),\"제목\"꼬리,,,", .textAfterQuote),
  ])
  func badRowIsRefusedWithItsLineAndTheRestIsKept(row: String, reason: RefusedRow.Reason) throws {
    let shelf = try Shelf()
    let report = try shelf.importCSV(Self.header + "\(Shelf.isbn(9)),\"두\n줄\",,,\n" + row + "\n")
    #expect(report.rows == 2 && report.added == 1 && report.refused == 1)
    let refused = try #require(report.refusedRows.first)
    #expect(refused.line == 4)
    #expect(refused.reason == reason)
    #expect(refused.sentence.korean.hasPrefix("4번째 줄: ") && refused.sentence.english.hasPrefix("Line 4: "))
  }

  @Test func reportListsTheFirstThousandRefusedRowsAndCountsAll() throws {
    let report = try Shelf().importCSV(Self.header + String(repeating: "x,y,,,\n", count: 1_500))
    #expect(report.refused == 1_500 && report.refusedRows.count == ImportReport.listLimit)
  }

  @Test func secondImportChangesWhatDiffers() async throws {
    let shelf = try Shelf()
    let rows = (0..<3).map { "\(Shelf.isbn($0)),제목 \($0)" }
    try shelf.importCSV("isbn13,title\n" + rows.joined(separator: "\n"))
    let same = try shelf.importCSV("isbn13,title\n" + rows.joined(separator: "\n"))
    #expect(same.unchanged == 3 && same.added == 0 && same.changed == 0)
    let next = try shelf.importCSV("isbn13,title\n\(Shelf.isbn(0)),새 이름\n\(rows[1])\n\(Shelf.isbn(5)),다섯")
    #expect(next.changed == 1 && next.unchanged == 1 && next.added == 1)
    #expect(try shelf.catalogue.count() == 4)
    #expect(try await shelf.titles("새이름") == ["새 이름"])
    #expect(try await shelf.titles("제목 0") == [])
    #expect(try await shelf.titles("제목") == ["제목 1", "제목 2"])
  }

  @Test(
    arguments: [
      (Data(), CatalogueError.Code.noHeader, nil),
      (Data("title,author\n".utf8), .missingColumns, 1),
      (Data("isbn13,title,title\n".utf8), .duplicateColumn, 1),
      (Data("\(header)\(row)\n\(Shelf.isbn(1)),\"열린,,,\n\n".utf8), .unclosedQuote, 3),
      (Data("\(header)\(row)\n\(Shelf.isbn(1)),".utf8) + Data([0xC0, 0xAF]) + Data(",,,\n".utf8), .invalidUTF8, 3),
      (Data("\(header)\(row)\n\"".utf8) + Data(repeating: 65, count: 2 << 20), .rowTooLong, 3),
    ] as [(Data, CatalogueError.Code, Int?)]
  )
  func brokenFileChangesNothing(data: Data, code: CatalogueError.Code, line: Int?) async throws {
    let shelf = try Shelf(titles: ["있던 책"])
    let error = try #require(throws: CatalogueError.self) { try shelf.importFile(data) }
    #expect(error.code == code && error.line == line)
    #expect(try shelf.catalogue.count() == 1)
    #expect(try await shelf.titles("제목") == [])
    #expect(try await shelf.titles("있던") == ["있던 책"])
  }

  @Test func missingColumnsAreNamed() throws {
    let error = try #require(throws: CatalogueError.self) { try Shelf().importCSV("author\n") }
    #expect(error.sentence.english.contains("isbn13, title") && error.sentence.korean.contains("isbn13, title"))
    #expect(error.errorDescription == error.sentence.description)
  }

  @Test func compressedFileIsRecognizedByItsContentAndATruncatedOneIsAnError() throws {
    let seed = try Data(contentsOf: Catalogue.seedURL)
    let compressed = try gzip(seed.prefix(20_000))
    let plain = try Shelf(), packed = try Shelf(), cut = try Shelf()
    // The cut of the text falls into a row, which is refused or not in the same way.
    let expected = try plain.importFile(seed.prefix(20_000))
    var last: ImportProgress?
    let report = try packed.importFile(compressed, name: "books.csv") { last = $0 }
    #expect(report == expected && report.added > 100)
    #expect(last?.bytesRead == Int64(compressed.count) && last?.rows == report.rows)
    #expect(last?.indexedBooks == report.added)
    for count in [compressed.count - 4, compressed.count / 2, 30] {
      let error = try #require(throws: CatalogueError.self) { try cut.importFile(compressed.prefix(count)) }
      #expect(error.code == .damagedFile)
    }
    #expect(try cut.catalogue.count() == 0)
  }

  @Test func missingFileIsAnErrorThatNamesIt() throws {
    let url = URL(filePath: "/nowhere/books.csv")
    let error = try #require(throws: CatalogueError.self) { try Shelf().catalogue.importCSV(from: url) }
    #expect(error.code == .unreadableFile && error.sentence.english.contains("/nowhere/books.csv"))
  }

  @Test func errorFromProgressEndsTheImport() throws {
    struct Stop: Error {}
    let shelf = try Shelf()
    #expect(throws: Stop.self) { try shelf.importFile(Data((Self.header + Self.row).utf8)) { _ in throw Stop() } }
    #expect(try shelf.catalogue.count() == 0)
  }

  @Test func shippedBooksAreImportedOnce() async throws {
    let shelf = try Shelf()
    let report = try #require(try shelf.catalogue.seedIfEmpty())
    #expect(report.added == 10_000 && report.refused == 0)
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
