import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

@MainActor
struct BookDetailModelTests {
  private let test: TestShelf
  private let clean = "9788966260959"

  init() async throws {
    test = try TestShelf()
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

  /// Writes a public review of a reader.
  private func review(by name: String) async throws {
    let model = model(name)
    await model.move(to: .completed)
    (model.rating, model.text, model.isPublic) = (4, "\(name)의 평", true)
    await model.send()
    try #require(model.alertMessage == nil)
  }

  @Test func aBookLoadsWithItsReviewsForAGuestToo() async throws {
    let guest = model(nil)
    await guest.reload()
    #expect(guest.book?.isbn13 == clean && guest.phase == .loaded && guest.entry == nil && guest.status == nil)
    #expect(guest.reviews.items.isEmpty && guest.reviews.phase == .loaded && !guest.canSend)
    for name in ["kim", "lee", "park"] {
      try await review(by: name)
      test.wait(1)
    }
    await guest.reload()
    #expect(guest.reviews.items.map(\.authorName) == ["독자 3", "독자 2"] && guest.reviews.hasMore)
    await guest.reviews.loadMore()
    #expect(guest.reviews.items.map(\.authorName) == ["독자 3", "독자 2", "독자 1"] && !guest.reviews.hasMore)
    let unknown = model(nil, id: "9780000000000")
    await unknown.reload()
    #expect(unknown.book == nil && unknown.phase.localizedMessage != nil)
  }

  @Test func failuresOfReviewsAndShelfDoNotHideTheBook() async {
    let model = model("hong") { _, reviews in reviews.ofBook = fails(offline) }
    await model.reload()
    #expect(model.phase == .loaded && model.book != nil && model.reviews.phase == .offline(offline.localizedMessage))
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
    #expect(other.book == known && other.phase == .offline(offline.localizedMessage) && other.reviews.phase == .loaded)
  }

  @Test func aStatusChangeIsShownAtOnceAndRolledBackIfRejected() async throws {
    let gate = Gate()
    let failing = model("hong") { shelf, _ in
      shelf.add = { _ in
        await gate.wait()
        throw offline
      }
    }
    await failing.reload()
    await gate.hold(await failing.move(to: .reading)) {
      #expect(failing.status == .reading && failing.entry == nil)
    }
    #expect(failing.status == nil && failing.alertMessage == offline.localizedMessage)
    let model = model("hong")
    await model.reload()
    await model.move(to: .wishlist)
    #expect(model.status == .wishlist && model.entry?.startDate == nil && model.alertMessage == nil)
    await model.move(to: .reading)
    #expect(model.entry?.status == .reading && model.entry?.startDate == test.now)
    // It is on the shelf already, which this screen does not know yet.
    await failing.move(to: .completed)
    #expect(failing.entry?.status == .completed && failing.alertMessage == nil)
    let guest = self.model(nil)
    await guest.move(to: .wishlist)
    #expect(guest.status == nil && guest.alertMessage?.korean.contains("로그인") == true)
  }

  @Test func aReviewIsWrittenChangedAndDeleted() async throws {
    let model = model("hong")
    await model.reload()
    (model.rating, model.text, model.isPublic) = (5, "다시 읽고 싶어요", true)
    #expect(!model.canSend)
    await model.move(to: .completed)
    #expect(model.canSend)
    await model.send()
    #expect(model.review?.rating == 5 && model.reviews.items.map(\.reviewText) == ["다시 읽고 싶어요"] && !model.canSend)
    // Another screen loads the review onto its form.
    let again = self.model("hong")
    await again.reload()
    #expect(again.review?.id == model.review?.id && again.rating == 5 && again.isPublic && again.status == .completed)
    again.rating = 3
    await again.send()
    #expect(
      again.review?.rating == 3 && again.reviews.items.map(\.rating) == [3] && again.reviews.items[0].reviewText != nil
    )
    again.text = ""
    await again.send()
    #expect(again.review?.reviewText == nil && again.alertMessage == nil && !again.canSend)
    await again.deleteReview()
    #expect(again.review == nil && again.reviews.items.isEmpty && again.alertMessage == nil && again.rating == 3)
    await again.reload()
    #expect(again.reviews.items.isEmpty && again.rating == 3)
  }

  @Test func aRejectedReviewStaysOnTheFormAndIsNotSentTwiceAtOnce() async throws {
    let gate = Gate()
    let calls = Locked(0)
    let model = model("hong") { _, reviews in
      reviews.add = { _ in
        calls.withLock { $0 += 1 }
        await gate.wait()
        throw offline
      }
    }
    await model.move(to: .completed)
    (model.rating, model.text) = (2, "글쎄요")
    await gate.hold(await model.send()) {
      #expect(model.isSending && !model.canSend)
      await model.send()
    }
    #expect(
      calls.withLock { $0 } == 1 && model.alertMessage == offline.localizedMessage && model.text == "글쎄요"
        && model.canSend
    )
    await model.reload()
    #expect(model.text == "글쎄요" && model.rating == 2)
    model.text = String(repeating: "가", count: 5001)
    #expect(!model.canSend)
  }

  @Test func aDeletedReviewDisappearsAtOnceAndReturnsIfRejected() async throws {
    try await review(by: "kim")
    let gate = Gate()
    let model = model("kim") { _, reviews in
      reviews.remove = { _ in
        await gate.wait()
        throw offline
      }
    }
    await model.reload()
    let before = (model.review, model.reviews.items)
    await gate.hold(await model.deleteReview()) {
      #expect(model.review == nil && model.reviews.items.isEmpty)
    }
    #expect(
      model.review == before.0 && model.reviews.items == before.1 && model.alertMessage == offline.localizedMessage
    )
  }
}
