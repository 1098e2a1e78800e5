import DockDock
import Foundation
import Naru
import Rules
import SystemTesting
import Testing

struct ReadingRecordsTests {
  private let test: TestShelf
  private let records: ReadingRecords
  private let shelf: ReadingBooks

  init() async throws {
    test = try TestShelf()
    records = ReadingRecords.live(test.client("hong"))
    shelf = ReadingBooks.live(test.client("hong"))
  }

  private func entry(_ book: String = "9788966260959") async throws -> ReadingBook {
    try await shelf.add(book: NewReadingBook(bookID: book, status: .reading))
  }

  @Test func recordsAreListedNewestFirstPageByPage() async throws {
    let (code, potter) = (try await entry(), try await entry("9788983920683"))
    var written: [ReadingRecord] = []
    for number in 1...5 {
      test.wait(1)
      let book = number == 3 ? potter : code
      let new = NewReadingRecord(
        readingBookID: book.id,
        content: "메모 \(number)",
        pageNumber: number,
        recordType: .quote
      )
      written.append(try await records.add(record: new))
    }
    #expect(written.last?.createdAt == test.now)
    #expect(try await records.list().elements == written.reversed())
    let ofCode = try await records.list(readingBook: code.id)
    #expect(ofCode.elements.map(\.content) == ["메모 5", "메모 4", "메모 2", "메모 1"])
    #expect(ofCode.total == 4)
    let all = try await records.listPages(limit: 2).elements.all()
    #expect(all.map(\.content) == ["메모 5", "메모 4", "메모 3", "메모 2", "메모 1"])
  }

  @Test func aRecordIsANoteByDefaultAndHasTheWireFormat() async throws {
    let entry = try await entry()
    let body = #"{"reading_book_id":"\#(entry.id)","content":"한글"}"#
    let answer = try await test.server.send("POST", "/api/v1/reading-records", body, as: "hong")
    #expect(answer.status == 201)
    let data = try #require(answer["data"] as? [String: NSObject])
    #expect(
      Set(data.keys) == ["id", "reading_book_id", "user_id", "content", "record_type", "created_at", "updated_at"]
    )
    #expect(data["record_type"] as? String == "note")
    #expect(data["content"] as? String == "한글")
  }

  @Test func anUpdateChangesOnlyTheGivenFields() async throws {
    let record = try await records.add(
      record: NewReadingRecord(readingBookID: entry().id, content: "처음", pageNumber: 7, recordType: .thought)
    )
    test.wait(60)
    let changed = try await records.update(id: record.id.uppercased(), changes: .init(content: "나중"))
    #expect(changed.content == "나중")
    #expect(changed.pageNumber == 7)
    #expect(changed.recordType == .thought)
    #expect(changed.createdAt == record.createdAt)
    #expect(changed.updatedAt == test.now)
    try await records.remove(id: record.id)
    #expect(try await records.list().isEmpty)
  }

  @Test func aPageBeyondTheLastOneOfTheBookIsRejected() async throws {
    let entry = try await entry()
    let new = NewReadingRecord(readingBookID: entry.id, content: "x", pageNumber: 100_000)
    let error = try await failure { try await records.add(record: new) }
    #expect(error.serverCode == "VALIDATION_ERROR")
    #expect(error.message?.korean.contains(FieldName("page_number").term.korean) == true)
    #expect(try await records.list().isEmpty)
  }
}
