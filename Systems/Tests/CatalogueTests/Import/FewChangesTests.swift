import Catalogue
import Foundation
import Naru
import Storage
import StorageTesting
import Support
import Testing

/// Imports that change a few books of a larger catalogue, which keeps its other rows.
@Suite struct FewChangesTests {
  /// A row of a file.
  private struct Line {
    var isbn: String
    var title: String
    var author = "지은이"
    var publisher = "출판사"
    var date: String?
    var price = 9_000

    var text: String {
      [isbn, title, author, publisher, date ?? "", String(price)].map(Shelf.quoted).joined(separator: ",")
    }
  }

  /// Imports lines. Returns the report, and whether all books got new tables.
  @discardableResult
  private func add(_ lines: [Line], to shelf: Shelf) throws -> (report: ImportReport, isWhole: Bool) {
    var isWhole = false
    let text = "isbn13,title,author,publisher,pub_date,price_krw\n" + lines.map(\.text).joined(separator: "\n")
    let report = try shelf.importCSV(text) { if $0.indexedBooks > 0 { isWhole = true } }
    return (report, isWhole)
  }

  /// Shipped books, whose fields need no quotes.
  private func shipped(_ count: Int) throws -> [Line] {
    let rows = try String(contentsOf: Catalogue.seedURL, encoding: .utf8).split(separator: "\n").dropFirst()
    return rows.filter { !$0.contains("\"") }.prefix(count).map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Line(
        isbn: fields[0],
        title: fields[1],
        author: fields[3],
        publisher: fields[4],
        date: fields[5].isEmpty ? nil : fields[5]
      )
    }
  }

  @Test func everySearchFindsTheSameAsInACatalogueThatWasImportedAtOnce() async throws {
    var lines = try shipped(1_500)
    let titles = lines.map(\.title)
    let shelf = try Shelf()
    #expect(try add(lines, to: shelf).isWhole)
    var random = SeededRandom(seed: 18)
    for turn in 0..<8 {
      var changes = (0..<5).map { number in
        // Two editions of one title, so that two books come between the same others.
        Line(
          isbn: Shelf.isbn(turn * 10 + number),
          title: titles[turn * 100 + number / 2],
          date: ["2026-11-0\(turn + 1)", "2019", nil][number % 3]
        )
      }
      var places = Set<Int>()
      while places.count < 10 { places.insert(Int.random(in: lines.indices, using: &random)) }
      for (kind, place) in places.sorted().enumerated() {
        switch kind % 5 {
        case 0: lines[place].title = titles.randomElement(using: &random) ?? ""
        case 1: lines[place].date = lines[place].date == nil ? "2001-02-03" : nil
        case 2: lines[place].author = "새 지은이 \(turn)"
        case 3: lines[place].publisher = "새 출판사 \(turn)"
        default: lines[place].price += 100
        }
        changes.append(lines[place])
      }
      let others = lines.indices.filter { !places.contains($0) }.prefix(300).map { lines[$0] }
      lines += changes.prefix(5)
      let (report, isWhole) = try add(changes + others, to: shelf)
      #expect(!isWhole)
      // A title or a date that was drawn may be the book's own.
      #expect(report.added == 5 && (8...10).contains(report.changed))
      #expect(report.unchanged == report.rows - report.added - report.changed)
    }

    let whole = try Shelf()
    #expect(try add(lines, to: whole).isWhole)
    #expect(try shelf.catalogue.count() == lines.count && whole.catalogue.count() == lines.count)
    let parts = (0..<30).map { titles[$0 * 37].prefix(2 + $0 % 3).description }
    for text in ["이", "ㅇ", "ㅎㄱ", "ㅇ이", "ㅎ국ㅇ", "한국", "한국 역사", "새지은이", "새 출판사", "20", "a", "폩"] + parts {
      for field in CatalogueQuery.Field.allCases {
        for sort in CatalogueQuery.Sort.allCases {
          for page in [1, 2, 5] {
            let query = CatalogueQuery(text, field: field, sort: sort, page: page, pageSize: 50)
            let (one, other) = (try await shelf.catalogue.search(query), try await whole.catalogue.search(query))
            #expect(one == other, "\(text), \(field), by \(sort), page \(page)")
          }
        }
      }
    }
  }

  /// Each book comes between the one before and the first of the others, so that the gap is halved.
  @Test func aBookForWhichThereIsNoRoomIsImportedWithAllOthers() async throws {
    let shelf = try Shelf()
    try add((0..<200).map { Line(isbn: Shelf.isbn($0), title: "\(1_000 + $0)쪽", date: "2019-01-01") }, to: shelf)
    let new = (1...12).map { Line(isbn: Shelf.isbn(1_000 - $0), title: "\(9_000 + $0)쪽", date: "2020-01-\(30 - $0)") }
    let areWhole = try new.map { try add([$0], to: shelf).isWhole }
    #expect(areWhole.first == false && areWhole.last == false && areWhole.contains(true))
    for sort in [CatalogueQuery.Sort.accuracy, .publicationDate] {
      #expect(try await Array(shelf.titles("쪽", sort: sort).prefix(13)) == new.map(\.title) + ["1000쪽"])
    }
  }

  @Test func aBookThatChangesAgainAndAgainNeedsNoMoreRoom() async throws {
    let shelf = try Shelf()
    var lines = (0..<200).map { Line(isbn: Shelf.isbn($0), title: "\(1_000 + $0)쪽", date: "2019-01-01") }
    try add(lines, to: shelf)
    for turn in 0..<12 {
      lines[7].author = "지은이 \(turn)"
      #expect(try !add([lines[7]], to: shelf).isWhole)
    }
    for sort in CatalogueQuery.Sort.allCases {
      #expect(try await shelf.titles("쪽", sort: sort) == lines.prefix(50).map(\.title))
    }
    #expect(try await shelf.titles("지은이 11") == [lines[7].title])
  }

  @Test func aTotalThatWasCountedFollows() async throws {
    let shelf = try Shelf()
    var lines = (0..<200).map { Line(isbn: Shelf.isbn($0), title: "제목 \($0)") }
    try add(lines, to: shelf)
    let query = CatalogueQuery("제목")
    #expect(try await shelf.catalogue.search(query).total == 200)
    lines[7].title = "다른 것"
    #expect(try !add([lines[7], Line(isbn: Shelf.isbn(900), title: "제목 900"), lines[8]], to: shelf).isWhole)
    #expect(try await shelf.catalogue.search(query).total == 200)
    #expect(try !add([Line(isbn: Shelf.isbn(901), title: "제목 901")], to: shelf).isWhole)
    #expect(try await shelf.catalogue.search(query).total == 201)
    #expect(try shelf.catalogue.count() == 202)
  }

  @Test func theLastOfTwoLinesOfABookCounts() async throws {
    let shelf = try Shelf()
    let lines = (0..<200).map { Line(isbn: Shelf.isbn($0), title: "제목 \($0)") }
    try add(lines, to: shelf)
    var other = lines[3]
    other.title = "다른 제목"
    let (report, isWhole) = try add([other, lines[3]], to: shelf)
    #expect(report.changed == 2 && !isWhole)
    #expect(try await shelf.titles("다른") == [])
    #expect(try await shelf.titles("제목 3").first == "제목 3")
  }

  @Test func changesThatFailOnTheWayChangeNothing() async throws {
    let database = try TestDatabase.make()
    var migrations = Migrations()
    Catalogue.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let shelf = Shelf(Catalogue(database))
    var lines = (0..<200).map { Line(isbn: Shelf.isbn($0), title: "제목 \($0)") }
    try add(lines, to: shelf)
    let before = try await shelf.titles("제목")
    // The index that is changed last is missing.
    try await database.write { try $0.script("ALTER TABLE catalogue_pairs RENAME TO elsewhere") }
    lines[0].title = "제목 아닌 것"
    #expect(throws: (any Error).self) { try add([lines[0], Line(isbn: Shelf.isbn(900), title: "제목 900")], to: shelf) }
    #expect(try await shelf.titles("제목") == before)
    #expect(try await shelf.catalogue.book(id: Shelf.isbn(900)) == nil)
    try await database.write { try $0.script("ALTER TABLE elsewhere RENAME TO catalogue_pairs") }
    let (report, isWhole) = try add([lines[0], Line(isbn: Shelf.isbn(900), title: "제목 900")], to: shelf)
    #expect(report.added == 1 && report.changed == 1 && !isWhole)
    #expect(try await shelf.titles("ㅈ목아") == ["제목 아닌 것"])
  }

  @Test func theLaterOfTwoImportsWins() throws {
    let shelf = try Shelf()
    try add((0..<200).map { Line(isbn: Shelf.isbn($0), title: "제목 \($0)") }, to: shelf)
    let error = try #require(throws: CatalogueError.self) {
      try shelf.importCSV("isbn13,title\n\(Shelf.isbn(900)),먼저") { _ in
        try add([Line(isbn: Shelf.isbn(901), title: "나중")], to: shelf)
      }
    }
    #expect(error.code == .otherImport)
    #expect(try shelf.catalogue.count() == 201)
  }
}
