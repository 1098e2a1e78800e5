import DockDock
import Foundation
import HTTPTypes
import Local
import Naru
import Rules
import Testing

struct ReadingRecordsTests {
  private let test: TestBackend
  private let records: ReadingRecords
  private let shelf: ReadingBooks

  init() async throws {
    test = try await TestBackend()
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
    var all: [String] = []
    for try await record in records.listPages(limit: 2).elements { all.append(record.content) }
    #expect(all == ["메모 5", "메모 4", "메모 3", "메모 2", "메모 1"])
  }

  @Test func aRecordIsANoteByDefaultAndHasTheWireFormat() async throws {
    let entry = try await entry()
    var request = APIRequest(
      endpoint: ReadingRecords.Endpoints.add,
      head: HTTPRequest(
        method: .post,
        scheme: "http",
        authority: "h",
        path: "/api/v1/reading-records",
        headerFields: [.authorization: "Bearer hong"]
      )
    )
    request.body = Data(#"{"reading_book_id":"\#(entry.id)","content":"한글"}"#.utf8)
    let response = try await test.backend.inMemory.send(request)
    #expect(response.head.status == .created)
    let answer = try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    let data = try #require(answer["data"] as? [String: Any])
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

  @Test func badInputIsRefusedNamesItsFieldAndChangesNothing() async throws {
    let entry = try await entry()
    for (content, page, field) in [
      ("", 1, "content"), (" \u{200B}\n", 1, "content"), (String(repeating: "가", count: 5001), 1, "content"),
      ("x", -1, "page_number"), ("x", 100_000, "page_number"),
    ] {
      let error = await #expect(throws: APIError.self) {
        try await records.add(record: NewReadingRecord(readingBookID: entry.id, content: content, pageNumber: page))
      }
      #expect(error?.serverCode == "VALIDATION_ERROR")
      #expect(error?.message?.korean.contains(FieldName(field).term.korean) == true)
    }
    let families = String(repeating: "👨‍👩‍👧‍👦", count: 5000)
    _ = try await records.add(record: NewReadingRecord(readingBookID: entry.id, content: families))
    #expect(try await records.list().count == 1, "An emoji of a family is one character.")
  }

  @Test func recordsOfOthersAndOfBooksOffTheShelfAreNotFound() async throws {
    let record = try await records.add(record: NewReadingRecord(readingBookID: entry().id, content: "내 것"))
    let others = ReadingRecords.live(test.client("kim"))
    #expect(try await others.list().isEmpty)
    let update = await #expect(throws: APIError.self) {
      try await others.update(id: record.id, changes: .init(content: "x"))
    }
    #expect(update?.code == .notFound)
    let remove = await #expect(throws: APIError.self) { try await others.remove(id: record.id) }
    #expect(remove?.code == .notFound)
    let add = await #expect(throws: APIError.self) {
      try await others.add(record: NewReadingRecord(readingBookID: record.readingBookID, content: "x"))
    }
    #expect(add?.serverCode == "READING_BOOK_NOT_FOUND")
    let list = await #expect(throws: APIError.self) { try await others.list(readingBook: record.readingBookID) }
    #expect(list?.serverCode == "READING_BOOK_NOT_FOUND")
    let anonymous = await #expect(throws: APIError.self) { try await ReadingRecords.live(test.client()).list() }
    #expect(anonymous?.code == .unauthorized)
  }

  @Test func removingABookRemovesItsRecordsAndItsReview() async throws {
    let entry = try await entry()
    _ = try await records.add(record: NewReadingRecord(readingBookID: entry.id, content: "x"))
    _ = try await Reviews.live(test.client("hong")).add(review: NewReview(readingBookID: entry.id, rating: 5))
    try await shelf.remove(id: entry.id)
    #expect(try await records.list().isEmpty)
    #expect(try await Reviews.live(test.client("hong")).list().isEmpty)
  }
}
