import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import Naru

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = about(
    "읽으며 남긴 메모와 인용을 보고 씁니다.",
    "Manages notes and quotes from reading.",
    name: "records",
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
  )

  struct List: ServerCommand {
    static let configuration = about("기록을 보여 줍니다. 새것이 먼저입니다.", "Lists the records, newest first.")

    @Option(
      help: .text("한 책의 기록만 봅니다: 서재의 ID 또는 ISBN-13.", "Only of one book: its ID on the shelf, or its ISBN-13."),
      transform: notBlank
    )
    var book: String?

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      var entry: ReadingBook.ID?
      if let book { entry = try await server.entryID(of: book) }
      let records = try await server.records.list(readingBook: entry, page: part.page, limit: part.limit)
      try await server.show(records.elements, DockDockFormat.self) {
        let titles = try await server.titles()
        part.show(records.elements, total: records.total, unit: "개", empty: text("기록이 없습니다.", "No records yet.")) {
          Column(day: "날짜", "DATE", \.createdAt)
          Column("책", "BOOK", flexible: true) { titles[$0.readingBookID] }
          Column("종류", "KIND") { "\($0.recordType.title)" }
          Column(number: "쪽", "PAGE", \.pageNumber)
          Column("내용", "TEXT", flexible: true, \.content)
          Column(id: \.id)
        }
      }
    }
  }

  struct Add: ServerCommand {
    static let configuration = about("기록을 남깁니다.", "Writes a record.")

    @Argument(help: .text("서재의 ID 또는 책의 ISBN-13.", "The book's ID on the shelf, or its ISBN-13."), transform: notBlank)
    var book: String

    @Argument(help: .text("내용.", "The text.", valueName: "text"))
    var words: [String]

    @Option(help: .text("쪽.", "The page in the book.", valueName: "n"))
    var page: Int?

    @Option(help: .choice(text("종류", "The kind"), default: RecordType.note))
    var type: RecordType?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let entry = try await server.entryID(of: book)
      let new = NewReadingRecord(
        readingBookID: entry,
        content: words.joinedWords,
        pageNumber: page,
        recordType: type ?? .note
      )
      try await server.show(server.change { try await server.records.add(record: new) })
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("기록을 고칩니다.", "Changes a record.")

    @Argument(help: .text("기록의 ID.", "The record's ID."), transform: notBlank)
    var record: String

    @Argument(help: .text("새 내용.", "The new text.", valueName: "text"))
    var words: [String] = []

    @Option(help: .text("쪽.", "The page in the book.", valueName: "n"))
    var page: Int?

    @Option(help: .text("종류.", "The kind."))
    var type: RecordType?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      try requireOne(of: [newText: words.wordsIfAny, "--page": page, "--type": type])
    }

    func run(_ server: ServerConnection) async throws {
      let changes = ReadingRecordChanges(content: words.wordsIfAny, pageNumber: page, recordType: type)
      try await server.show(server.change { try await server.records.update(id: record, changes: changes) })
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("기록을 삭제합니다.", "Removes a record.")

    @Argument(help: .text("기록의 ID.", "The record's ID."), transform: notBlank)
    var record: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      try await server.change { try await server.records.remove(id: record) }
      try server.showRemoved(record, "삭제했습니다.", "Removed.")
    }
  }
}

extension ServerConnection {
  /// Prints a record after a change.
  fileprivate func show(_ record: ReadingRecord) async throws {
    try await show(record, DockDockFormat.self, ["\(record.recordType.title)", record.content], id: record.id)
  }
}
