import DockDock
import Foundation
import HTTPTypes
import Naru
import Testing

struct ReviewsTests {
  private let test: TestBackend
  private let clean = "9788966260959"

  init() async throws {
    test = try await TestBackend()
  }

  private func reviews(_ name: String?) -> Reviews { Reviews.live(test.client(name)) }

  private func add(_ name: String, rating: Int, text: String? = nil, isPublic: Bool) async throws -> Review {
    let shelf = ReadingBooks.live(test.client(name))
    let entry = try await shelf.add(book: NewReadingBook(bookID: clean, status: .completed))
    return try await reviews(name).add(
      review: NewReview(readingBookID: entry.id, rating: rating, reviewText: text, isPublic: isPublic)
    )
  }

  @Test func othersSeePublicReviewsWithTheAuthorAndTheAuthorSeesAll() async throws {
    let hers = try await add("kim", rating: 4, text: "좋아요", isPublic: true)
    let his = try await add("hong", rating: 2, text: "비밀", isPublic: false)
    #expect(hers.rating == 4 && hers.reviewText == "좋아요" && hers.isPublic)
    let guests = try await reviews(nil).ofBook(book: clean)
    #expect(guests.map(\.id) == [hers.id])
    #expect(guests.first?.isMine == false)
    let seen = try await reviews("hong").ofBook(book: clean)
    #expect(seen.map(\.id) == [his.id, hers.id])
    #expect(seen.map(\.isMine) == [true, false])
    #expect(try await reviews("hong").list().map(\.id) == [his.id])
    _ = try await reviews("hong").update(id: his.id, changes: .init(isPublic: true))
    #expect(try await reviews(nil).ofBook(book: clean, limit: 1).total == 2)
  }

  /// The sign-in provider's name may be the legal one.
  @Test func othersSeeAPublicNumberAndAChosenNameInsteadOfTheAccountAndItsName() async throws {
    let review = try await add("kim", rating: 4, isPublic: true)
    _ = try await add("hong", rating: 3, isPublic: true)
    let seen = try await reviews(nil).ofBook(book: clean).elements.sorted { $0.userID < $1.userID }
    #expect(seen.map(\.userID) == ["1", "2"] && seen.map(\.authorName) == ["독자 1", "독자 2"])
    #expect(UUID(uuidString: review.userID) != nil)
    #expect(try await reviews("kim").ofBook(book: clean).first { $0.isMine == true }?.userID == "1")
    _ = try await Users.live(test.client("kim")).update(changes: UserChanges(displayName: "책벌레"))
    let names = try await reviews(nil).ofBook(book: clean).map(\.authorName)
    #expect(Set(names) == ["책벌레", "독자 2"])
  }

  @Test func anEntryHasOneReviewThatOnlyItsAuthorCanChange() async throws {
    let review = try await add("hong", rating: 3, isPublic: true)
    let again = await #expect(throws: APIError.self) {
      try await reviews("hong").add(review: NewReview(readingBookID: review.readingBookID, rating: 5))
    }
    #expect(again?.status?.code == 409)
    #expect(again?.serverCode == "DUPLICATE_ENTRY")
    for change in [{ try await reviews("kim").remove(id: review.id) }] {
      let error = await #expect(throws: APIError.self) { try await change() }
      #expect(error?.code == .notFound)
    }
    let changed = try await reviews("hong").update(id: review.id, changes: .init(rating: 5, reviewText: "다시"))
    #expect(changed.rating == 5 && changed.reviewText == "다시" && changed.isPublic)
    try await reviews("hong").remove(id: review.id)
    #expect(try await reviews(nil).ofBook(book: clean).isEmpty)
  }

  @Test(arguments: [0, 6, -1])
  func aRatingOutOfRangeAndAnUnknownBookAreRefused(rating: Int) async throws {
    let error = await #expect(throws: APIError.self) { try await add("hong", rating: rating, isPublic: false) }
    #expect(error?.serverCode == "VALIDATION_ERROR")
    #expect(error?.message?.korean.contains("별점") == true)
    #expect(try await reviews("hong").list().isEmpty)
    let unknown = await #expect(throws: APIError.self) { try await reviews(nil).ofBook(book: "9780000000002") }
    #expect(unknown?.serverCode == "BOOK_NOT_FOUND")
  }
}
