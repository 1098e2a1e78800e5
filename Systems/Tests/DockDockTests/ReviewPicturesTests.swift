import DockDock
import Foundation
import Naru
import SystemTesting
import Testing

/// The pictures of reviews.
struct ReviewPicturesTests {
  @Test func aPictureIsVisibleToThoseWhoCanReadTheReview() async throws {
    let shelf = try TestShelf()
    let book = NewReadingBook(bookID: "9788932917245", status: .completed)
    let entry = try await ReadingBooks.live(shelf.client("a")).add(book: book)
    let reviews = Reviews.live(shelf.client("a"))
    let review = try await reviews.add(review: NewReview(readingBookID: entry.id, rating: 5))
    let (own, others) = (ReviewPictures.live(shelf.client("a")), ReviewPictures.live(shelf.client("b")))
    let jpeg = Blob(Data([0xFF, 0xD8]), contentType: "image/jpeg")
    await #expect(throws: APIError.self) { try await others.add(jpeg, to: review.id) }
    let picture = try await own.add(jpeg, to: review.id)
    // Anyone who has the link.
    #expect(try await others.picture(link: picture.link).collect(upTo: 9) == Data([0xFF, 0xD8]))
    #expect(try await own.list(id: review.id).map(\.key) == [picture.key])
    await #expect(throws: APIError.self) { try await others.list(id: review.id) }
    _ = try await reviews.update(id: review.id, changes: ReviewChanges(isPublic: true))
    #expect(try await others.list(id: review.id).map(\.key) == [picture.key])
    await #expect(throws: APIError.self) { try await others.remove(id: review.id, key: picture.key) }
    try await own.remove(id: review.id, key: picture.key)
    #expect(try await own.list(id: review.id) == [])
  }
}
