import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import Naru

struct ShelfCommand: AsyncParsableCommand {
  static let configuration = about(
    "내 서재를 보고 고칩니다.",
    "Manages your shelf.",
    name: "shelf",
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
  )

  struct List: ServerCommand {
    static let configuration = about("서재를 보여 줍니다. 최근에 바뀐 책이 먼저입니다.", "Lists the shelf, last changed first.")

    @Option(help: .text("상태.", "The status."))
    var status: ReadingStatus?

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let api = ReadingBooks.live(server.client)
      let entries = try await api.list(status: status, page: part.page, limit: part.limit)
      let empty =
        status == nil
        ? text("서재가 비어 있습니다.", "The shelf is empty.")
        : text("그런 책이 서재에 없습니다.", "No such book on the shelf.")
      if server.isJSON { return server.printResponse() }
      part.show(entries.elements, total: entries.total, unit: "권", empty: empty) {
        Column("상태", "STATUS") { "\($0.status.title)" }
        Column("쪽", "PAGE", number: true, \.progress)
        Column("제목", "TITLE", flexible: true, \.book?.fullTitle)
        Column("ISBN", \.book?.isbn13)
        Column(id: \.id)
      }
    }
  }

  struct Add: ServerCommand {
    static let configuration = about("책을 서재에 꽂습니다.", "Adds a book to the shelf.")

    @Argument(help: .text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13."))
    var book: String

    @Option(help: .choice(text("상태", "The status"), default: ReadingStatus.wishlist))
    var status: ReadingStatus?

    @Option(help: .lastPage)
    var page: Int?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let new = NewReadingBook(bookID: book, status: status ?? .wishlist, currentPage: page)
      try await server.queuedChanges().requireNew(book)
      server.show(try await ReadingBooks.live(server.client).add(book: new))
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("서재의 책을 고칩니다.", "Changes a book on the shelf.", aliases: ["set"])

    @Argument(help: .entry)
    var entry: String

    @Option(help: .text("상태.", "The status."))
    var status: ReadingStatus?

    @Option(help: .lastPage)
    var page: Int?

    @Option(help: .text("별점, 0 이상 5 이하.", "The rating, 0 to 5.", valueName: "n"))
    var rating: Double?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      try requireOne(of: ["--status": status, "--page": page, "--rating": rating])
    }

    func run(_ server: ServerConnection) async throws {
      let shelf = ReadingBooks.live(server.client)
      let changes = ReadingBookChanges(status: status, currentPage: page, rating: rating)
      let id = try await server.entryID(of: entry)
      try await server.queuedChanges().require(page, "current_page", of: id)
      server.show(try await shelf.update(id: id, changes: changes))
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("책을 서재에서 삭제합니다.", "Removes a book from the shelf.")

    @Argument(help: .entry)
    var entry: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let id = try await server.entryID(of: entry)
      try await ReadingBooks.live(server.client).remove(id: id)
      try server.showRemoved(id, "서재에서 뺐습니다.", "Removed from the shelf.")
    }
  }
}

extension ArgumentHelp {
  fileprivate static var entry: ArgumentHelp {
    .text("서재 목록의 ID, 또는 책의 ISBN-13.", "The ID from the list, or the book's ISBN-13.")
  }

  fileprivate static var lastPage: ArgumentHelp {
    .text("마지막으로 읽은 쪽.", "The last page that you read.", valueName: "n")
  }
}

extension ReadingBook {
  /// The last page that was read, and the number of pages.
  fileprivate var progress: String? {
    guard let currentPage else { return nil }
    return book?.pageCount.map { "\(currentPage.grouped)/\($0.grouped)" } ?? currentPage.grouped
  }
}

extension ServerConnection {
  /// Prints an entry after a change.
  fileprivate func show(_ entry: ReadingBook) {
    show(["\(entry.status.title)", entry.progress, entry.book?.fullTitle ?? entry.bookID], id: entry.id)
  }
}

extension ReadingBooks {
  /// Returns the titles of the books on the shelf by the IDs of their entries.
  func titles() async throws -> [ReadingBook.ID: String] {
    var titles: [ReadingBook.ID: String] = [:]
    for try await entry in listPages(limit: 100).elements { titles[entry.id] = entry.book?.fullTitle }
    return titles
  }
}
