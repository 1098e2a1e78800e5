import ArgumentParser
import DockDock
import Foundation
import Naru

struct ReviewsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reviews",
    abstract: text("서평을 보고 씁니다.", "Manages reviews of books."),
    subcommands: [List.self, Add.self, Remove.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("내 서평, 또는 한 책의 공개 서평을 보여 줍니다.", "Lists your reviews, or the public ones of a book.")
    )

    @Option(help: ArgumentHelp(text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13.")))
    var book: String?

    @OptionGroup var part: PageOptions

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let client = try options.client()
      let api = Reviews.live(client)
      guard let book else {
        let reviews = try await api.list(page: part.page, limit: part.limit)
        let titles = options.json ? [:] : try await ReadingBooks.live(client).titles()
        return try show(reviews, text("책", "BOOK")) { titles[$0.readingBookID] ?? "" }
      }
      let reviews = try await api.ofBook(book: book, page: part.page, limit: part.limit)
      try show(reviews, text("글쓴이", "AUTHOR")) { $0.authorName ?? "" }
    }

    /// Prints reviews.
    ///
    /// - Parameters:
    ///   - reviews: the reviews.
    ///   - title: the title of the column in the middle.
    ///   - about: returns the text of that column.
    /// - Throws: the error of the JSON encoder.
    private func show(_ reviews: Counted<Review>, _ title: String, about: (Review) -> String) throws {
      try part.show(reviews, options, unit: "개", empty: text("서평이 없습니다.", "No reviews yet.")) { reviews in
        Table(
          [
            .init(text("날짜", "DATE")), .init(text("별점", "RATING")), .init(text("공개", "PUBLIC")),
            .init(title, flexible: true), .init(text("서평", "REVIEW"), flexible: true), .init("ID"),
          ],
          rows: reviews.map { review in
            [
              review.createdAt.day, review.rating.stars, review.isPublic ? "*" : "", about(review),
              review.reviewText ?? "", review.id,
            ]
          }
        )
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("서평을 씁니다.", "Writes a review."))

    @Argument(help: ArgumentHelp(text("서재의 ID 또는 책의 ISBN-13.", "The book's ID on the shelf, or its ISBN-13.")))
    var book: String

    @Argument(help: ArgumentHelp(text("내용.", "The text.")))
    var content: String?

    @Option(help: ArgumentHelp(text("별점, 1부터 5까지.", "The rating, 1 to 5."), valueName: "n"))
    var rating: Int

    @Flag(help: ArgumentHelp(text("다른 사람도 볼 수 있게 공개합니다.", "Publish the review.")))
    var isPublic = false

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let client = try options.client()
      let entry = try await ReadingBooks.live(client).entryID(of: book)
      let new = NewReview(readingBookID: entry, rating: rating, reviewText: content, isPublic: isPublic)
      let review = try await Reviews.live(client).add(review: new)
      if options.json { return try printJSON(review) }
      printLine([review.rating.stars, review.reviewText ?? ""].joined(separator: "  "))
      printLine("ID  \(review.id)")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("서평을 지웁니다.", "Removes a review."))

    @Argument(help: ArgumentHelp(text("서평의 ID.", "The review's ID.")))
    var review: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      try await Reviews.live(options.client()).remove(id: review)
      if !options.json { printLine(text("지웠습니다.", "Removed.")) }
    }
  }
}

extension Int {
  /// A rating of one to five, as stars.
  fileprivate var stars: String {
    String(repeating: "★", count: Swift.max(0, Swift.min(self, 5)))
      + String(repeating: "☆", count: Swift.max(0, 5 - Swift.max(0, self)))
  }
}
