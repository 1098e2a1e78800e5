import ArgumentParser
import DockDock
import Foundation
import Naru

struct ShelfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf",
    abstract: text("내 서재를 보고 고칩니다.", "Manages your shelf."),
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("서재를 보여 줍니다. 최근에 바뀐 책이 먼저입니다.", "Lists the shelf, last changed first.")
    )

    @Option(help: ArgumentHelp(statusHelp))
    var status: ReadingStatus?

    @OptionGroup var part: PageOptions

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let entries = try await ReadingBooks.live(server.client).list(
        status: status,
        page: part.page,
        limit: part.limit
      )
      if server.isJSON { return server.printAnswer() }
      let empty =
        status == nil
        ? text("서재가 비어 있습니다.", "The shelf is empty.")
        : text("그런 책이 서재에 없습니다.", "No such book on the shelf.")
      part.show(entries.elements, total: entries.total, unit: "권", empty: empty) { entries in
        Table(
          [
            .init(text("상태", "STATUS")), .init(text("쪽", "PAGE"), number: true),
            .init(text("제목", "TITLE"), flexible: true),
            .init("ISBN"), .id,
          ],
          rows: entries.map { entry in
            [
              "\(entry.status.title)", entry.progress, entry.book?.fullTitle ?? "", entry.book?.isbn13 ?? "", entry.id,
            ]
          }
        )
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("책을 서재에 꽂습니다.", "Adds a book to the shelf.")
    )

    @Argument(help: ArgumentHelp(text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13.")))
    var book: String

    @Option(help: .choice(text("상태", "The status"), default: ReadingStatus.wishlist))
    var status: ReadingStatus?

    @Option(help: ArgumentHelp(text("어디까지 읽었는지(쪽).", "The last page that you read."), valueName: "n"))
    var page: Int?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let new = NewReadingBook(bookID: book, status: status ?? .wishlist, currentPage: page)
      let server = try options.connect()
      server.show(try await ReadingBooks.live(server.client).add(book: new))
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("서재의 책을 고칩니다.", "Changes a book on the shelf."),
      aliases: ["set"]
    )

    @Argument(help: ArgumentHelp(entryHelp))
    var entry: String

    @Option(help: ArgumentHelp(statusHelp))
    var status: ReadingStatus?

    @Option(help: ArgumentHelp(text("어디까지 읽었는지(쪽).", "The last page that you read."), valueName: "n"))
    var page: Int?

    @Option(help: ArgumentHelp(text("별점, 0부터 5까지.", "The rating, 0 to 5."), valueName: "n"))
    var rating: Double?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      guard status != nil || page != nil || rating != nil else {
        throw ValidationError(
          text("바꿀 값을 지정해 주세요: --status, --page, --rating.", "Name a value to change: --status, --page or --rating.")
        )
      }
    }

    func run() async throws {
      let server = try options.connect()
      let shelf = ReadingBooks.live(server.client)
      let changes = ReadingBookChanges(status: status, currentPage: page, rating: rating)
      server.show(try await shelf.update(id: shelf.entryID(of: entry), changes: changes))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("책을 서재에서 뺍니다.", "Removes a book from the shelf.")
    )

    @Argument(help: ArgumentHelp(entryHelp))
    var entry: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let shelf = ReadingBooks.live(server.client)
      let id = try await shelf.entryID(of: entry)
      try await shelf.remove(id: id)
      try server.printRemoved(id, text("서재에서 뺐습니다.", "Removed from the shelf."))
    }
  }

  private static let entryHelp = text(
    "서재 목록의 ID, 또는 책의 ISBN-13.",
    "The ID from the list, or the book's ISBN-13."
  )
  private static let statusHelp = text("상태.", "The status.")
}

extension ReadingBook {
  /// The last page that was read, and the number of pages.
  fileprivate var progress: String {
    guard let currentPage else { return "" }
    return book?.pageCount.map { "\(currentPage.grouped)/\($0.grouped)" } ?? currentPage.grouped
  }
}

extension Connection {
  /// Prints an entry after a change.
  fileprivate func show(_ entry: ReadingBook) {
    if isJSON { return printAnswer() }
    printLine(
      ["\(entry.status.title)", entry.progress, entry.book?.fullTitle ?? entry.bookID].filter { !$0.isEmpty }
        .joined(separator: "  ")
    )
    printLine("ID  \(entry.id)")
  }
}
