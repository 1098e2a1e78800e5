import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RecordsModelTests {
  private let test: TestShelf
  private let api: ReadingRecords

  init() async throws {
    test = try TestShelf()
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

  @Test func recordsAreWrittenChangedAndRemoved() async throws {
    let model = RecordsModel(api, of: try await entry())
    await model.records.reload()
    #expect(model.records.phase == .loaded && model.records.items.isEmpty && model.records.total == 0 && !model.canSend)
    (model.pageText, model.type) = (" 12 ", .quote)
    await write("새는 알에서 나오려고 투쟁한다.", on: model)
    #expect(
      model.records.items.map(\.pageNumber) == [12] && model.records.items[0].recordType == .quote
        && model.records.alertMessage == nil
    )
    #expect(model.text.isEmpty && model.pageText.isEmpty && model.type == .note)
    await write("다시 읽을 것", on: model)
    #expect(model.records.items.map(\.content) == ["다시 읽을 것", "새는 알에서 나오려고 투쟁한다."] && model.records.total == 2)
    model.edit(model.records.items[1])
    #expect(model.pageText == "12" && model.type == .quote && model.editing == model.records.items[1])
    model.pageText = "13"
    await model.send()
    #expect(model.records.items.map(\.pageNumber) == [nil, 13] && model.editing == nil && model.text.isEmpty)
    await model.remove(model.records.items[0].id)
    #expect(model.records.items.count == 1)
    let shown = model.records.items
    await model.records.reload()
    #expect(model.records.items == shown)
  }

  @Test func aRejectedRecordStaysOnTheFormAndInvalidPagesCannotBeSent() async throws {
    let model = RecordsModel(api, of: "00000000-0000-0000-0000-000000000000")
    (model.text, model.pageText) = ("어디에도 없는 책", "3")
    await model.send()
    #expect(model.text == "어디에도 없는 책" && model.pageText == "3" && model.records.alertMessage != nil && !model.isSending)
    for page in ["x", "-1", "1.5", "３", "99999999999999999999"] {
      model.pageText = page
      #expect(model.page == nil && !model.canSend, "\(page)")
    }
    model.pageText = " "
    #expect(model.canSend && model.page == nil)
    model.text = String(repeating: "가", count: 5001)
    #expect(model.remaining == -1 && !model.canSend)
  }

  @Test func aRecordIsSentOnceAndTextTypedMeanwhileStays() async throws {
    let adds = Gate()
    let calls = Locked(0)
    var held = api
    held.add = { [api] record in
      calls.withLock { $0 += 1 }
      await adds.wait()
      return try await api.add(record)
    }
    let model = RecordsModel(held, of: try await entry())
    model.text = "하나"
    await adds.hold(await model.send()) {
      #expect(model.isSending && !model.canSend)
      await model.send()
      model.text = "둘"
    }
    #expect(calls.withLock { $0 } == 1 && model.text == "둘")
  }
}
