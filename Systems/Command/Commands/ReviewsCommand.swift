import ArgumentParser
import DockDock
import Foundation
import Naru

struct ReviewsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reviews",
    abstract: text("서평을 보고 씁니다.", "Manages reviews of books."),
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
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
      let server = try options.connect()
      let api = Reviews.live(server.client)
      guard let book else {
        let reviews = try await api.list(page: part.page, limit: part.limit)
        if server.isJSON { return server.printAnswer() }
        let titles = try await ReadingBooks.live(server.client).titles()
        return show(reviews, text("책", "BOOK")) { titles[$0.readingBookID] ?? "" }
      }
      let reviews = try await api.ofBook(book: book, page: part.page, limit: part.limit)
      if server.isJSON { return server.printAnswer() }
      show(reviews, text("글쓴이", "AUTHOR")) { $0.authorName ?? "" }
    }

    /// Prints reviews.
    private func show(_ reviews: CountedList<Review>, _ title: String, about: (Review) -> String) {
      part.show(
        reviews.elements,
        total: reviews.total,
        unit: "개",
        empty: text("서평이 없습니다.", "No reviews yet.")
      ) { reviews in
        Table(
          [
            .day(text("날짜", "DATE")), .init(text("별점", "RATING")), .init(text("공개", "PUBLIC")),
            .init(title, flexible: true), .init(text("서평", "REVIEW"), flexible: true), .id,
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

    @Argument(help: ArgumentHelp(text("내용.", "The text."), valueName: "text"))
    var words: [String] = []

    @Option(help: ArgumentHelp(text("별점, 1부터 5까지.", "The rating, 1 to 5."), valueName: "n"))
    var rating: Int

    @Flag(
      name: [.customLong("public"), .customLong("is-public")],
      help: ArgumentHelp(text("다른 사람도 볼 수 있게 공개합니다.", "Publish the review."))
    )
    var isPublic = false

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let entry = try await ReadingBooks.live(server.client).entryID(of: book)
      let content = words.isEmpty ? nil : words.joinedWords
      let new = NewReview(readingBookID: entry, rating: rating, reviewText: content, isPublic: isPublic)
      server.show(try await Reviews.live(server.client).add(review: new))
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("서평을 고칩니다.", "Changes a review."))

    @Argument(help: ArgumentHelp(text("서평의 ID.", "The review's ID.")))
    var review: String

    @Argument(help: ArgumentHelp(text("새 내용.", "The new text."), valueName: "text"))
    var words: [String] = []

    @Option(help: ArgumentHelp(text("별점, 1부터 5까지.", "The rating, 1 to 5."), valueName: "n"))
    var rating: Int?

    @Flag(
      name: .customLong("public"),
      inversion: .prefixedNo,
      exclusivity: .exclusive,
      help: ArgumentHelp(text("다른 사람도 볼 수 있게 공개하거나, 숨깁니다.", "Publish the review, or hide it."))
    )
    var isPublic: Bool?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      guard !words.isEmpty || rating != nil || isPublic != nil else {
        throw ValidationError(
          text(
            "바꿀 값을 써 주세요: 새 내용, --rating, --public, --no-public.",
            "Name a value to change: the text, --rating, --public or --no-public."
          )
        )
      }
    }

    func run() async throws {
      let server = try options.connect()
      let changes = ReviewChanges(
        rating: rating,
        reviewText: words.isEmpty ? nil : words.joinedWords,
        isPublic: isPublic
      )
      server.show(try await Reviews.live(server.client).update(id: review, changes: changes))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("서평을 지웁니다.", "Removes a review."))

    @Argument(help: ArgumentHelp(text("서평의 ID.", "The review's ID.")))
    var review: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      try await Reviews.live(server.client).remove(id: review)
      try server.printRemoved(review, text("지웠습니다.", "Removed."))
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

extension Connection {
  /// Prints a review after a change.
  fileprivate func show(_ review: Review) {
    if isJSON { return printAnswer() }
    printLine([review.rating.stars, review.reviewText ?? ""].joined(separator: "  "))
    printLine("ID  \(review.id)")
  }
}
