import SystemTesting
import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Testing

@MainActor
@Suite("The screen with what one wrote", .timeLimit(.minutes(1)))
struct RecordsModelTests {
  private let test: TestBackend
  private let api: ReadingRecords

  init() async throws {
    test = try await TestBackend()
    api = .live(test.client("hong"))
  }

  private func entry() async throws -> ReadingBook.ID {
    try await ReadingBooks.live(test.client("hong")).add(
      book: NewReadingBook(bookID: "9788937460449", status: .reading)
    ).id
  }

  private func write(_ text: String, on model: RecordsModel) async {
    model.text = text
    await model.send()
    test.wait(1)
  }

  @Test("Records are written, changed and removed")
  func write() async throws {
    let model = RecordsModel(api, of: try await entry())
    await model.reload()
    #expect(model.phase == .loaded && model.records.isEmpty && model.total == 0 && !model.canSend)
    (model.pageText, model.type) = (" 12 ", .quote)
    await write("새는 알에서 나오려고 투쟁한다.", on: model)
    #expect(model.records.map(\.pageNumber) == [12] && model.records[0].recordType == .quote && model.notice == nil)
    #expect(model.text.isEmpty && model.pageText.isEmpty && model.type == .note)
    await write("다시 읽을 것", on: model)
    #expect(model.records.map(\.content) == ["다시 읽을 것", "새는 알에서 나오려고 투쟁한다."] && model.total == 2)
    model.edit(model.records[1])
    #expect(model.pageText == "12" && model.type == .quote && model.editing == model.records[1])
    model.pageText = "13"
    await model.send()
    #expect(model.records.map(\.pageNumber) == [nil, 13] && model.editing == nil && model.text.isEmpty)
    await model.remove(model.records[0].id)
    #expect(model.records.count == 1)
    let shown = model.records
    await model.reload()
    #expect(model.records == shown)
  }

  @Test("Older records come as one scrolls, none twice, though new ones were written")
  func pages() async throws {
    let id = try await entry()
    let model = RecordsModel(api, of: id, pageSize: 3)
    for number in 1...7 { await write("\(number)", on: model) }
    let other = RecordsModel(api, of: id, pageSize: 3)
    await other.reload()
    #expect(other.records.map(\.content) == ["7", "6", "5"] && other.total == 7)
    await write("8", on: model)
    await other.appeared(other.records[0])
    while other.hasMore, !Task.isCancelled { await other.loadMore() }
    #expect(other.records.map(\.content) == ["7", "6", "5", "4", "3", "2", "1"])
    await other.reload()
    #expect(other.records.map(\.content) == ["8", "7", "6", "5", "4", "3", "2", "1"])
  }

  @Test("Offline, refused and empty look different")
  func failures() async throws {
    var failing = api
    failing.list = fails(offline)
    let model = RecordsModel(failing, of: try await entry())
    await model.reload()
    #expect(model.phase == .offline(offline.sentence) && model.total == nil)
    let guest = RecordsModel(.live(test.client()), of: "x")
    await guest.reload()
    #expect(guest.phase.sentence?.korean.contains("로그인") == true && guest.records.isEmpty)
  }

  @Test("What can't be sent stays on the form, with the reason")
  func refused() async throws {
    let model = RecordsModel(api, of: "00000000-0000-0000-0000-000000000000")
    (model.text, model.pageText) = ("어디에도 없는 책", "3")
    await model.send()
    #expect(model.text == "어디에도 없는 책" && model.pageText == "3" && model.notice != nil && !model.isSending)
    for page in ["x", "-1", "1.5", "３", "99999999999999999999"] {
      model.pageText = page
      #expect(model.page == nil && !model.canSend, "\(page)")
    }
    model.pageText = " "
    #expect(model.canSend && model.page == nil)
    model.text = String(repeating: "가", count: 5001)
    #expect(model.remaining == -1 && !model.canSend)
  }

  @Test("A removed record is gone at once, and back in its place if the server refuses; it is not sent twice at once")
  func remove() async throws {
    let gate = Gate()
    let adds = Gate()
    let calls = Locked(0)
    var held = api
    held.remove = { _ in
      await gate.pass()
      throw offline
    }
    held.add = { [api] record in
      calls.withLock { $0 += 1 }
      await adds.pass()
      return try await api.add(record)
    }
    let model = RecordsModel(held, of: try await entry())
    model.text = "하나"
    let task = Task { await model.send() }
    await adds.arrived()
    #expect(model.isSending && !model.canSend)
    await model.send()
    // What is typed meanwhile stays.
    model.text = "둘"
    await adds.open()
    await task.value
    #expect(calls.withLock { $0 } == 1 && model.text == "둘")
    await model.send()
    let before = model.records
    let removal = Task { await model.remove(before[1].id) }
    await gate.arrived()
    #expect(model.records.map(\.content) == ["둘"])
    await gate.open()
    await removal.value
    #expect(model.records == before && model.notice == offline.sentence)
  }
}
