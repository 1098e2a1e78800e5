import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import Naru

struct ReviewsCommand: AsyncParsableCommand {
  static let configuration = about(
    "리뷰를 보고 씁니다.",
    "Manages reviews of books.",
    name: "reviews",
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
  )

  struct List: ServerCommand {
    static let configuration = about(
      "내 리뷰, 또는 한 책의 공개 리뷰를 보여 줍니다.",
      "Lists your reviews, or the public ones of a book."
    )

    @Option(help: .text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13."), transform: notBlank)
    var book: String?

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (api, page, limit) = (try await server.reviews, part.page, part.limit)
      let reviews =
        try await book == nil
        ? api.list(page: page, limit: limit) : api.ofBook(book: book ?? "", page: page, limit: limit)
      try await server.show(reviews.elements, DockDockFormat.self) {
        let titles = try await book == nil ? server.titles() : [:]
        part.show(reviews.elements, total: reviews.total, unit: "개", empty: text("리뷰가 없습니다.", "No reviews yet.")) {
          Column(day: "날짜", "DATE", \.createdAt)
          Column("별점", "RATING", \.rating.stars)
          Column("공개", "PUBLIC") { $0.isPublic ? "*" : nil }
          Column("책", "BOOK", flexible: true) { titles[$0.readingBookID] }
          Column("글쓴이", "AUTHOR", flexible: true) { book == nil ? nil : $0.authorName }
          Column("리뷰", "REVIEW", flexible: true, \.reviewText)
          Column(id: \.id)
        }
      }
    }
  }

  struct Add: ServerCommand {
    static let configuration = about("리뷰를 씁니다.", "Writes a review.")

    @Argument(help: .text("서재의 ID 또는 책의 ISBN-13.", "The book's ID on the shelf, or its ISBN-13."), transform: notBlank)
    var book: String

    @Argument(help: .text("내용.", "The text.", valueName: "text"))
    var words: [String] = []

    @Option(help: .text("별점, 1 이상 5 이하.", "The rating, 1 to 5.", valueName: "n"))
    var rating: Int

    @Flag(
      name: [.customLong("public"), .customLong("is-public")],
      help: .text("다른 사용자도 볼 수 있게 공개합니다.", "Publish the review.")
    )
    var isPublic = false

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let entry = try await server.entryID(of: book)
      let new = NewReview(readingBookID: entry, rating: rating, reviewText: words.wordsIfAny, isPublic: isPublic)
      try await server.show(server.change { try await server.reviews.add(review: new) })
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("리뷰를 고칩니다.", "Changes a review.")

    @Argument(help: .text("리뷰의 ID.", "The review's ID."), transform: notBlank)
    var review: String

    @Argument(help: .text("새 내용.", "The new text.", valueName: "text"))
    var words: [String] = []

    @Option(help: .text("별점, 1 이상 5 이하.", "The rating, 1 to 5.", valueName: "n"))
    var rating: Int?

    @Flag(
      name: .customLong("public"),
      inversion: .prefixedNo,
      exclusivity: .exclusive,
      help: .text("다른 사용자도 볼 수 있게 공개하거나, 숨깁니다.", "Publish the review, or hide it.")
    )
    var isPublic: Bool?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      try requireOne(of: [newText: words.wordsIfAny, "--rating": rating, "--public": isPublic, "--no-public": isPublic])
    }

    func run(_ server: ServerConnection) async throws {
      let changes = ReviewChanges(rating: rating, reviewText: words.wordsIfAny, isPublic: isPublic)
      try await server.show(server.change { try await server.reviews.update(id: review, changes: changes) })
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("리뷰를 삭제합니다.", "Removes a review.")

    @Argument(help: .text("리뷰의 ID.", "The review's ID."), transform: notBlank)
    var review: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      try await server.change { try await server.reviews.remove(id: review) }
      try server.showRemoved(review, "삭제했습니다.", "Removed.")
    }
  }
}

extension Int {
  /// A rating of one to five, as stars.
  fileprivate var stars: String {
    let full = Swift.max(0, Swift.min(self, 5))
    return String(repeating: "★", count: full) + String(repeating: "☆", count: 5 - full)
  }
}

extension ServerConnection {
  /// Prints a review after a change.
  fileprivate func show(_ review: Review) async throws {
    try await show(review, DockDockFormat.self, [review.rating.stars, review.reviewText], id: review.id)
  }
}
