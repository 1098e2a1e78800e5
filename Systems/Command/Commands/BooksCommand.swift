import ArgumentParser
import DockDock
import Foundation

struct BooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "books",
    abstract: text("책을 찾습니다.", "Finds books."),
    subcommands: [Search.self, Show.self]
  )

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "제목이나 지은이로 책을 찾습니다. 초성(ㅎㄹㅍㅌ)이나 쓰다 만 글자(해리포ㅌ)로도 찾습니다.",
        "Searches titles and authors, also by initial consonants (ㅎㄹㅍㅌ) and unfinished syllables (해리포ㅌ)."
      )
    )

    @Argument(help: ArgumentHelp(text("검색어.", "The text to search for.")))
    var query: String

    @OptionGroup var part: PageOptions

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let page = try await Books.live(options.client())
        .search(query: query, maxResults: part.limit, start: part.page)
      if options.json { return try printJSON(page) }
      guard !page.books.isEmpty else {
        return printLine(text("“\(query)”에 맞는 책이 없습니다.", "No book matches “\(query)”."))
      }
      Table(
        [
          .init("ISBN"), .init(text("제목", "TITLE"), flexible: true), .init(text("지은이", "AUTHOR"), flexible: true),
          .init(text("출판사", "PUBLISHER"), flexible: true), .init(text("발행", "DATE")),
        ],
        rows: page.books.map { book in
          [
            book.isbn13 ?? book.id, book.fullTitle, book.author ?? "", book.publisher ?? "",
            book.publishedDate ?? "",
          ]
        }
      ).print()
      printLine(text("모두 \(page.totalResults)권", "\(page.totalResults) in total"))
      part.printNext(hasNext: part.page * part.limit < page.totalResults)
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("책 한 권을 보여 줍니다.", "Shows one book.")
    )

    @Argument(help: ArgumentHelp(text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13.")))
    var id: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let book = try await Books.live(options.client()).show(id: id)
      if options.json { return try printJSON(book) }
      let facts: [(String, String?)] = [
        (text("제목", "Title"), book.fullTitle),
        (text("지은이", "Author"), book.author),
        (text("출판사", "Publisher"), book.publisher),
        (text("발행", "Published"), book.publishedDate),
        (text("분류", "Category"), book.categoryName),
        (text("쪽수", "Pages"), book.pageCount.map(String.init)),
        (text("정가", "Price"), book.price.map { "\($0.standard) \($0.currency)" }),
        (
          text("판매가", "Sale price"), book.price.flatMap { $0.sales == $0.standard ? nil : "\($0.sales) \($0.currency)" }
        ),
        (text("재고", "In stock"), book.stockStatus),
        (text("평점", "Rating"), book.rating.map { "\($0)/5" }),
        ("ISBN", book.isbn13),
        ("id", book.id),
        (text("표지", "Cover"), book.coverImage),
        (text("링크", "Link"), book.link),
        (text("소개", "About"), book.description),
      ]
      let width = facts.map(\.0.displayWidth).max() ?? 0
      for case (let name, let fact?) in facts { printLine("\(name.fitted(to: width))  \(fact)") }
    }
  }
}

extension Book {
  /// The title and subtitle.
  var fullTitle: String { subtitle.map { "\(title): \($0)" } ?? title }
}
