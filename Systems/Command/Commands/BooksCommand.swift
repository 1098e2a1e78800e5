import ArgumentParser
import CommandSupport
import DockDock
import Foundation

struct BooksCommand: AsyncParsableCommand {
  static let configuration = about("책을 찾습니다.", "Finds books.", name: "books", subcommands: [Search.self, Show.self])

  struct Search: ServerCommand {
    static let configuration = about(
      "제목이나 지은이로 책을 찾습니다. 초성(ㅎㄹㅍㅌ)이나 쓰다 만 글자(해리포ㅌ)로도 찾습니다.",
      "Searches titles and authors, also by initial consonants (ㅎㄹㅍㅌ) and unfinished syllables (해리포ㅌ)."
    )

    @Argument(help: .text("검색어.", "The text to search for.", valueName: "text"), transform: notBlank)
    var words: [String]

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let query = words.joinedWords
      let page = try await server.api(Books.self).search(query: query, maxResults: part.limit, start: part.page)
      try await server.show(page, DockDockFormat.self) {
        part.show(
          page.books,
          total: page.totalResults,
          size: page.itemsPerPage,
          unit: "권",
          empty: text(
            "“\(query)”에 맞는 책이 없습니다. 이렇게도 찾을 수 있습니다: \(Books.examples.joined(separator: ", "))",
            "No book matches “\(query)”. You can also search like this: \(Books.examples.joined(separator: ", "))"
          )
        ) {
          Column("ISBN") { $0.isbn13 ?? $0.id }
          Column("제목", "TITLE", flexible: true, \.fullTitle)
          Column("지은이", "AUTHOR", flexible: true, \.author)
          Column("출판사", "PUBLISHER", flexible: true, \.publisher)
          Column("발행", "DATE", \.publishedDate)
        }
      }
    }
  }

  struct Show: ServerCommand {
    static let configuration = about("책 한 권을 보여 줍니다.", "Shows one book.")

    @Argument(help: .text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13."), transform: notBlank)
    var id: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let book = try await server.api(Books.self).show(id: id)
      try await server.show(book, DockDockFormat.self) {
        printFacts([
          (text("제목", "Title"), book.fullTitle),
          (text("지은이", "Author"), book.author),
          (text("출판사", "Publisher"), book.publisher),
          (text("발행", "Published"), book.publishedDate),
          (text("분류", "Category"), book.categoryName),
          (text("쪽수", "Pages"), book.pageCount?.grouped),
          (text("정가", "Price"), book.price.map { $0.amount($0.standard) }),
          (text("판매가", "Sale price"), book.price.flatMap { $0.sales == $0.standard ? nil : $0.amount($0.sales) }),
          (text("재고", "In stock"), book.stockStatus),
          (text("평점", "Rating"), book.rating.map { "\($0)/5" }),
          ("ISBN", book.isbn13),
          ("ID", book.id),
          (text("표지", "Cover"), book.coverImage),
          (text("링크", "Link"), book.link),
          (text("소개", "About"), book.description),
        ])
      }
    }
  }
}

extension Book {
  /// The title and subtitle.
  var fullTitle: String { subtitle.map { "\(title): \($0)" } ?? title }
}

extension Book.Price {
  /// An amount in the currency: `33,000원`, `1,200 USD`.
  fileprivate func amount(_ amount: Int) -> String {
    currency == "KRW" ? text("\(amount.grouped)원", "₩\(amount.grouped)") : "\(amount.grouped) \(currency)"
  }
}
