public import ArgumentParser
public import DockDock
import Foundation
import Naru

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: text("읽으며 남긴 메모와 인용을 보고 씁니다.", "Manages notes and quotes from reading."),
    subcommands: [List.self, Add.self, Remove.self]
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
      let client = try options.client()
      let shelf = ReadingBooks.live(client)
      let entry = try await shelf.entryID(of: book)
      let records = try await ReadingRecords.live(client).list(readingBook: entry, page: part.page, limit: part.limit)
      let titles = options.json ? [:] : try await shelf.titles()
      try part.show(records, options, unit: "개", empty: text("기록이 없습니다.", "No records yet.")) { records in
        Table(
          [
            .init(text("날짜", "DATE")), .init(text("책", "BOOK"), flexible: true), .init(text("종류", "KIND")),
            .init(text("쪽", "PAGE"), number: true), .init(text("내용", "TEXT"), flexible: true), .init("ID"),
          ],
          rows: records.map { record in
            [
              record.createdAt.day, titles[record.readingBookID] ?? "", "\(record.recordType.title)",
              record.pageNumber.map { "\($0)" } ?? "", record.content, record.id,
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

    @Argument(help: ArgumentHelp(text("내용.", "The text.")))
    var content: String

    @Option(help: ArgumentHelp(text("쪽.", "The page in the book."), valueName: "n"))
    var page: Int?

    @Option(help: ArgumentHelp(text("종류: note(메모), quote(인용), thought(생각).", "The kind: note, quote or thought.")))
    var type = RecordType.note

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let client = try options.client()
      let entry = try await ReadingBooks.live(client).entryID(of: book)
      let new = NewReadingRecord(readingBookID: entry, content: content, pageNumber: page, recordType: type)
      let record = try await ReadingRecords.live(client).add(record: new)
      if options.json { return try printJSON(record) }
      printLine("\(record.recordType.title)  \(record.content)")
      printLine("ID  \(record.id)")
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("기록을 지웁니다.", "Removes a record."))

    @Argument(help: ArgumentHelp(text("기록의 ID.", "The record's ID.")))
    var record: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      try await ReadingRecords.live(options.client()).remove(id: record)
      if !options.json { printLine(text("지웠습니다.", "Removed.")) }
    }
  }
}

extension RecordType: ExpressibleByArgument {}
