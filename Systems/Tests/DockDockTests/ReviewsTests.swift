import DockDock
import Foundation
import HTTPTypes
import Naru
import SystemTesting
import Testing

struct ReviewsTests {
  private let test: TestShelf
  private let clean = "9788966260959"

  init() async throws { test = try TestShelf() }

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
    #expect(guests.map(\.id) == [hers.id] && guests.first?.isMine == false)
    let seen = try await reviews("hong").ofBook(book: clean)
    #expect(seen.map(\.id) == [his.id, hers.id] && seen.map(\.isMine) == [true, false])
    #expect(try await reviews("hong").list().map(\.id) == [his.id])
    _ = try await reviews("hong").update(id: his.id, changes: .init(isPublic: true))
    #expect(try await reviews(nil).ofBook(book: clean, limit: 1).total == 2)
  }

  /// The sign-in provider's name may be the legal one.
  @Test func othersSeeAPublicNumberAndAChosenNameInsteadOfTheAccountAndItsName() async throws {
    let review = try await add("kim", rating: 4, isPublic: true)
    // An app sends its text field, also if nothing was typed.
    #expect(try await add("hong", rating: 3, text: " ", isPublic: true).reviewText == nil)
    let seen = try await reviews(nil).ofBook(book: clean).elements.sorted { $0.userID < $1.userID }
    #expect(seen.map(\.userID) == ["1", "2"] && seen.map(\.authorName) == ["독자 1", "독자 2"])
    #expect(UUID(uuidString: review.userID) != nil)
    #expect(try await reviews("kim").ofBook(book: clean).first { $0.isMine == true }?.userID == "1")
    _ = try await Users.live(test.client("kim")).update(changes: UserChanges(displayName: "책벌레"))
    let names = try await reviews(nil).ofBook(book: clean).map(\.authorName)
    #expect(Set(names) == ["책벌레", "독자 2"])
  }
}
