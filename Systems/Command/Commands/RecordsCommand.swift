import ArgumentParser
import DockDock
import Foundation
import Naru

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: text("읽으며 남긴 메모와 인용을 보고 씁니다.", "Manages notes and quotes from reading."),
    subcommands: [List.self, Add.self, Edit.self, Remove.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("기록을 보여 줍니다. 새것이 먼저입니다.", "Lists the records, newest first.")
    )

    @Option(
      help: ArgumentHelp(
        text("한 책의 기록만 봅니다: 서재의 ID 또는 ISBN-13.", "Only of one book: its ID on the shelf, or its ISBN-13.")
      )
    )
    var book: String?

    @OptionGroup var part: PageOptions

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let shelf = ReadingBooks.live(server.client)
      let entry = try await shelf.entryID(of: book)
      let api = ReadingRecords.live(server.client)
      let records = try await api.list(readingBook: entry, page: part.page, limit: part.limit)
      if server.isJSON { return server.printAnswer() }
      let titles = try await shelf.titles()
      part.show(
        records.elements,
        total: records.total,
        unit: "개",
        empty: text("기록이 없습니다.", "No records yet.")
      ) { records in
        Table(
          [
            .day(text("날짜", "DATE")), .init(text("책", "BOOK"), flexible: true), .init(text("종류", "KIND")),
            .init(text("쪽", "PAGE"), number: true), .init(text("내용", "TEXT"), flexible: true), .id,
          ],
          rows: records.map { record in
            [
              record.createdAt.day, titles[record.readingBookID] ?? "", "\(record.recordType.title)",
              record.pageNumber?.grouped ?? "", record.content, record.id,
            ]
          }
        )
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("기록을 남깁니다.", "Writes a record."))

    @Argument(help: ArgumentHelp(text("서재의 ID 또는 책의 ISBN-13.", "The book's ID on the shelf, or its ISBN-13.")))
    var book: String

    @Argument(help: ArgumentHelp(text("내용.", "The text."), valueName: "text"))
    var words: [String]

    @Option(help: ArgumentHelp(text("쪽.", "The page in the book."), valueName: "n"))
    var page: Int?

    @Option(help: .choice(text("종류", "The kind"), default: RecordType.note))
    var type: RecordType?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let entry = try await ReadingBooks.live(server.client).entryID(of: book)
      let new = NewReadingRecord(
        readingBookID: entry,
        content: words.joinedWords,
        pageNumber: page,
        recordType: type ?? .note
      )
      server.show(try await ReadingRecords.live(server.client).add(record: new))
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("기록을 고칩니다.", "Changes a record."))

    @Argument(help: ArgumentHelp(text("기록의 ID.", "The record's ID.")))
    var record: String

    @Argument(help: ArgumentHelp(text("새 내용.", "The new text."), valueName: "text"))
    var words: [String] = []

    @Option(help: ArgumentHelp(text("쪽.", "The page in the book."), valueName: "n"))
    var page: Int?

    @Option(help: ArgumentHelp(text("종류.", "The kind.")))
    var type: RecordType?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      guard !words.isEmpty || page != nil || type != nil else {
        throw ValidationError(
          text("바꿀 값을 써 주세요: 새 내용, --page, --type.", "Name a value to change: the text, --page or --type.")
        )
      }
    }

    func run() async throws {
      let server = try options.connect()
      let changes = ReadingRecordChanges(
        content: words.isEmpty ? nil : words.joinedWords,
        pageNumber: page,
        recordType: type
      )
      server.show(try await ReadingRecords.live(server.client).update(id: record, changes: changes))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("기록을 지웁니다.", "Removes a record."))

    @Argument(help: ArgumentHelp(text("기록의 ID.", "The record's ID.")))
    var record: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      try await ReadingRecords.live(server.client).remove(id: record)
      try server.printRemoved(record, text("지웠습니다.", "Removed."))
    }
  }
}

extension Connection {
  /// Prints a record after a change.
  fileprivate func show(_ record: ReadingRecord) {
    if isJSON { return printAnswer() }
    printLine("\(record.recordType.title)  \(record.content)")
    printLine("ID  \(record.id)")
  }
}
