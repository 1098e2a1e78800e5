import ArgumentParser
import CommandSupport
import DockDock
import DockDockFeatures
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

    @Flag(help: .text("바뀔 때마다 다시 보여 줍니다. Ctrl-C로 끝냅니다.", "Show the list again after each change, until Ctrl-C."))
    var watch = false

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let shelf = try await server.shelf
      let read: @concurrent @Sendable () async throws -> CountedList<ReadingBook> = { [status, part] in
        try await shelf.list(status: status, page: part.page, limit: part.limit)
      }
      guard watch else { return try await show(read(), server) }
      try await server.watch(read) { try await show($0, server) }
    }

    private func show(_ entries: CountedList<ReadingBook>, _ server: ServerConnection) async throws {
      let empty =
        status == nil
        ? text("서재가 비어 있습니다.", "The shelf is empty.")
        : text("그런 책이 서재에 없습니다.", "No such book on the shelf.")
      try await server.show(entries.elements, DockDockFormat.self) {
        part.show(entries.elements, total: entries.total, unit: "권", empty: empty) {
          Column("상태", "STATUS") { "\($0.status.title)" }
          Column("쪽", "PAGE", number: true, \.progress)
          Column("제목", "TITLE", flexible: true, \.book?.fullTitle)
          Column("ISBN", \.book?.isbn13)
          Column(id: \.id)
        }
      }
    }
  }

  struct Add: ServerCommand {
    static let configuration = about("책을 서재에 꽂습니다.", "Adds a book to the shelf.")

    @Argument(help: .text("책의 ID 또는 ISBN-13.", "The book's ID or ISBN-13."), transform: notBlank)
    var book: String

    @Option(help: .choice(text("상태", "The status"), default: ReadingStatus.wishlist))
    var status: ReadingStatus?

    @Option(help: .lastPage)
    var page: Int?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let new = NewReadingBook(bookID: book, status: status ?? .wishlist, currentPage: page)
      try await server.show(server.change { try await server.shelf.add(book: new) })
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("서재의 책을 고칩니다.", "Changes a book on the shelf.", aliases: ["set"])

    @Argument(help: .entry, transform: notBlank)
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
      let changes = ReadingBookChanges(status: status, currentPage: page, rating: rating)
      let id = try await server.entryID(of: entry)
      try await server.show(server.change { try await server.shelf.update(id: id, changes: changes) })
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("책을 서재에서 삭제합니다.", "Removes a book from the shelf.")

    @Argument(help: .entry, transform: notBlank)
    var entry: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let id = try await server.entryID(of: entry)
      try await server.change { try await server.shelf.remove(id: id) }
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
  fileprivate func show(_ entry: ReadingBook) async throws {
    let facts = ["\(entry.status.title)", entry.progress, entry.book?.fullTitle ?? entry.bookID]
    try await show(entry, DockDockFormat.self, facts, id: entry.id)
  }

  /// Returns the ID of an entry of the shelf from an ID or the ISBN of a book.
  func entryID(of text: String) async throws -> ReadingBook.ID {
    let digits = text.filter(\.isNumber)
    guard digits.count == 13, text.allSatisfy({ $0.isNumber || $0 == "-" }) else { return text }
    let found: (entry: ReadingBook?, isFresh: Bool)
    if let offline = try await offlineStore.usable() {
      found = try await offline.entry(of: digits)
    } else {
      found = (try await shelf.listedEntry(of: digits), true)
    }
    if let entry = found.entry { return entry.id }
    throw APIError.notFound(
      found.isFresh
        ? LocalizedMessage("서재에서 이 책을 찾을 수 없습니다.", "The book is not on your shelf.")
        : LocalizedMessage(
          "이 기기에 저장된 서재에 ISBN \(digits) 책이 없습니다. 서버에 연결되면 다시 시도해 주세요.",
          "The shelf that is stored on this machine has no book with the ISBN \(digits). Try again when the server can be reached."
        )
    )
  }

  /// Returns the titles of the books on the shelf by the IDs of their entries, as far as they are known.
  func titles() async throws -> [ReadingBook.ID: String] {
    var titles: [ReadingBook.ID: String] = [:]
    do {
      for try await entry in try await shelf.listPages(limit: 100).elements { titles[entry.id] = entry.book?.fullTitle }
    } catch let error as APIError where error.code == .unreachable {
      // The table has the rest.
    }
    return titles
  }
}
