import SystemTesting
import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Testing

@MainActor
@Suite("The screen of a book")
struct BookDetailModelTests {
  private let test: TestBackend
  private let clean = "9788966260959"

  init() async throws {
    test = try await TestBackend()
  }

  private func model(
    _ name: String?,
    id: Book.ID? = nil,
    change: (inout ReadingBooks, inout Reviews) -> Void = { _, _ in }
  ) -> BookDetailModel {
    let client = test.client(name)
    var shelf = ReadingBooks.live(client), reviews = Reviews.live(client)
    change(&shelf, &reviews)
    return BookDetailModel(.live(client), shelf: shelf, reviews: reviews, id: id ?? clean, pageSize: 2)
  }

  /// A review of a reader, which others can read.
  private func review(by name: String) async throws {
    let model = model(name)
    await model.move(to: .completed)
    (model.rating, model.text, model.isPublic) = (4, "\(name)의 평", true)
    await model.send()
    try #require(model.notice == nil)
  }

  @Test("A book comes with its reviews, for a guest too; no review is not a failure, no book is one")
  func load() async throws {
    let guest = model(nil)
    await guest.reload()
    #expect(guest.book?.isbn13 == clean && guest.phase == .loaded && guest.entry == nil && guest.status == nil)
    #expect(guest.reviews.isEmpty && guest.reviewsPhase == .loaded && !guest.canSend)
    for name in ["kim", "lee", "park"] {
      try await review(by: name)
      test.wait(1)
    }
    await guest.reload()
    #expect(guest.reviews.map(\.authorName) == ["park", "lee"] && guest.hasMoreReviews)
    await guest.loadMoreReviews()
    #expect(guest.reviews.map(\.authorName) == ["park", "lee", "kim"] && !guest.hasMoreReviews)
    let unknown = model(nil, id: "9780000000000")
    await unknown.reload()
    #expect(unknown.book == nil && unknown.phase.sentence != nil)
  }

  @Test("Reviews that can't be loaded do not hide the book, nor a shelf out of reach")
  func parts() async {
    let model = model("hong") { _, reviews in reviews.ofBook = fails(offline) }
    await model.reload()
    #expect(model.phase == .loaded && model.book != nil && model.reviewsPhase == .offline(offline.sentence))
    let known = Book(id: clean, title: "클린 코드")
    var shelf = ReadingBooks.unimplemented
    shelf.list = fails(offline)
    let other = BookDetailModel(
      .live(test.client("hong")),
      shelf: shelf,
      reviews: .live(test.client("hong")),
      id: clean,
      known: known
    )
    await other.reload()
    #expect(other.book == known && other.phase == .offline(offline.sentence) && other.reviewsPhase == .loaded)
  }

  @Test("A book is put on the shelf and moved there at once, and back if the server refuses")
  func move() async throws {
    let gate = Gate()
    let failing = model("hong") { shelf, _ in
      shelf.add = { _ in
        await gate.pass()
        throw offline
      }
    }
    await failing.reload()
    let task = Task { await failing.move(to: .reading) }
    await gate.arrived()
    #expect(failing.status == .reading && failing.entry == nil)
    await gate.open()
    await task.value
    #expect(failing.status == nil && failing.notice == offline.sentence)
    let model = model("hong")
    await model.reload()
    await model.move(to: .wishlist)
    #expect(model.status == .wishlist && model.entry?.startDate == nil && model.notice == nil)
    await model.move(to: .reading)
    #expect(model.entry?.status == .reading && model.entry?.startDate == test.now)
    // It stands there already, as this screen does not know yet.
    await failing.move(to: .completed)
    #expect(failing.entry?.status == .completed && failing.notice == nil)
    let guest = self.model(nil)
    await guest.move(to: .wishlist)
    #expect(guest.status == nil && guest.notice?.korean.contains("로그인") == true)
  }

  @Test("A review is written once, changed and deleted, and the others' list shows it")
  func review() async throws {
    let model = model("hong")
    await model.reload()
    (model.rating, model.text, model.isPublic) = (5, "다시 읽고 싶어요", true)
    #expect(!model.canSend)
    await model.move(to: .completed)
    #expect(model.canSend)
    await model.send()
    #expect(model.review?.rating == 5 && model.reviews.map(\.reviewText) == ["다시 읽고 싶어요"] && !model.canSend)
    // Another screen finds the review, and puts it on its form.
    let again = self.model("hong")
    await again.reload()
    #expect(again.review?.id == model.review?.id && again.rating == 5 && again.isPublic && again.status == .completed)
    again.rating = 3
    await again.send()
    #expect(again.review?.rating == 3 && again.reviews.map(\.rating) == [3] && again.reviews[0].reviewText != nil)
    await again.deleteReview()
    #expect(again.review == nil && again.reviews.isEmpty && again.notice == nil && again.rating == 3)
    await again.reload()
    #expect(again.reviews.isEmpty && again.rating == 3)
  }

  @Test("A review that can't be sent stays on the form, with the reason; it is not sent twice at once")
  func refused() async throws {
    let gate = Gate()
    let calls = Locked(0)
    let model = model("hong") { _, reviews in
      reviews.add = { _ in
        calls.withLock { $0 += 1 }
        await gate.pass()
        throw offline
      }
    }
    await model.move(to: .completed)
    (model.rating, model.text) = (2, "글쎄요")
    let task = Task { await model.send() }
    await gate.arrived()
    #expect(model.isSending && !model.canSend)
    await model.send()
    await gate.open()
    await task.value
    #expect(calls.withLock { $0 } == 1 && model.notice == offline.sentence && model.text == "글쎄요" && model.canSend)
    await model.reload()
    #expect(model.text == "글쎄요" && model.rating == 2)
    model.text = String(repeating: "가", count: 5001)
    #expect(!model.canSend)
  }

  @Test("A deleted review is off the screen at once, and back if the server refuses")
  func delete() async throws {
    try await review(by: "kim")
    let gate = Gate()
    let model = model("kim") { _, reviews in
      reviews.remove = { _ in
        await gate.pass()
        throw offline
      }
    }
    await model.reload()
    let before = (model.review, model.reviews)
    let task = Task { await model.deleteReview() }
    await gate.arrived()
    #expect(model.review == nil && model.reviews.isEmpty)
    await gate.open()
    await task.value
    #expect(model.review == before.0 && model.reviews == before.1 && model.notice == offline.sentence)
  }
}
