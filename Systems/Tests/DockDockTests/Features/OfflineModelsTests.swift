import DockDock
import DockDockFeatures
import Foundation
import Naru
import NaruOffline
import NaruScreens
import SystemTesting
import Testing

/// The screens of DockDock without a server, and after its return.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OfflineModelsTests {
  private let isbns = ["9788966260959", "9788932917245", "9788937460449"]
  private let subway: Subway
  private var server: ReadingBooks { .live(subway.client) }

  init() throws {
    subway = Subway(to: try TestShelf().server.transport, as: "홍길동")
  }

  @Test func whatIsChangedInTheSubwayIsShownAtOnceAndThereOnceAfterwards() async throws {
    for isbn in isbns { _ = try await server.add(book: NewReadingBook(bookID: isbn, status: .wishlist)) }

    let offline = try subway.start(.dockDock)
    let shelf = ShelfModel(.offline(offline))
    await shelf.reload()
    let ids = shelf.books.items.map(\.id)
    let records = RecordsModel(.offline(offline), of: ids[0])
    await records.records.reload()
    #expect(ids.count == 3 && records.records.items.isEmpty)

    subway.isInTunnel = true
    await shelf.update(ids[0], ReadingBookChanges(status: .reading))
    await shelf.update(ids[1], ReadingBookChanges(status: .completed))
    await shelf.remove(ids[2])
    records.text = "지하철에서 쓴 메모"
    await records.send()
    let note = try #require(records.records.items.first?.id)
    records.edit(records.records.items[0])
    records.text = "고친 메모"
    await records.send()
    #expect(shelf.books.alertMessage == nil && records.records.alertMessage == nil && note.hasPrefix("local-"))
    func expectChanges(_ shelf: ShelfModel, _ records: RecordsModel) {
      let statuses = Dictionary(uniqueKeysWithValues: shelf.books.items.map { ($0.id, $0.status) })
      #expect(statuses == [ids[0]: .reading, ids[1]: .completed])
      #expect(records.records.items.map(\.content) == ["고친 메모"])
    }
    expectChanges(shelf, records)

    // After a restart of the app, still in the tunnel.
    let again = try subway.start(.dockDock)
    let (newShelf, newRecords) = (ShelfModel(.offline(again)), RecordsModel(.offline(again), of: ids[0]))
    await newShelf.reload()
    await newRecords.records.reload()
    #expect(newShelf.books.phase == .loaded && newShelf.books.cachedAt != nil)
    expectChanges(newShelf, newRecords)

    subway.isInTunnel = false
    try await again.send(ignoringBackoff: true)
    #expect(try again.queuedWrites().isEmpty)
    await newShelf.reload()
    await newRecords.records.reload()
    expectChanges(newShelf, newRecords)
    #expect(newShelf.books.cachedAt == nil)
    let there = try await ReadingRecords.live(subway.client).list(readingBook: ids[0])
    #expect(there.map(\.content) == ["고친 메모"] && there.total == 1)
    #expect(try await server.list().total == 2)
  }

  @Test func aBookAndAReviewOfTheSubwayAreShownAtOnceAndThereOnceAfterwards() async throws {
    let offline = try subway.start(.dockDock)
    func detail(_ offline: Offline) -> BookDetailModel {
      BookDetailModel(offline.live(), shelf: .offline(offline), reviews: .offline(offline), id: isbns[0])
    }
    let book = detail(offline)
    let shelf = ShelfModel(.offline(offline))
    await book.reload()
    await shelf.reload()
    #expect(book.book != nil && book.entry == nil && shelf.books.items.isEmpty)

    subway.isInTunnel = true
    await book.move(to: .reading)
    await book.move(to: .completed)
    (book.rating, book.text, book.isPublic) = (4, "지하철에서 쓴 평", true)
    await book.send()
    let search = BookSearchModel(offline.live(), shelf: .offline(offline))
    await search.addToWishlist(isbns[1])
    #expect(book.alertMessage == nil && search.wishes.alertMessage == nil && search.wishes.value == [isbns[1]])
    let entry = try #require(book.entry)
    let records = RecordsModel(.offline(offline), of: entry.id)
    records.text = "메모"
    await records.send()
    #expect(entry.id.hasPrefix("local-") && book.review?.id.hasPrefix("local-") == true)
    func expectChanges(_ offline: Offline) async {
      let book = detail(offline)
      await book.reload()
      #expect(book.status == .completed && book.entry?.book?.title == "클린 코드")
      #expect(book.review?.reviewText == "지하철에서 쓴 평" && book.reviews.items.map(\.rating) == [4])
      let shelf = ShelfModel(.offline(offline))
      await shelf.reload()
      // The server's ids of books are others than their ISBNs.
      func shownISBNs() -> Set<String> { Set(shelf.books.items.map { $0.book?.isbn13 ?? $0.bookID }) }
      #expect(shownISBNs() == Set(isbns[0...1]) && shelf.books.total == 2)
      await shelf.show(.wishlist)
      #expect(shownISBNs() == [isbns[1]] || shelf.books.phase != .loaded)
      // Also by the local id, once the server has given a real one.
      let records = RecordsModel(.offline(offline), of: entry.id)
      await records.records.reload()
      #expect(records.records.items.map(\.content) == ["메모"])
    }
    await expectChanges(offline)
    let again = try subway.start(.dockDock)
    await expectChanges(again)

    subway.isInTunnel = false
    try await again.send(ignoringBackoff: true)
    #expect(try again.queuedWrites().isEmpty)
    await expectChanges(again)
    #expect(try await server.list().total == 2)
    #expect(try await Reviews.live(subway.client).list().map(\.reviewText) == ["지하철에서 쓴 평"])
    // The entry can still be named by its local id.
    _ = try await ReadingBooks.offline(again).update(id: entry.id, changes: ReadingBookChanges(rating: 5))
    try await again.send()
    #expect(try await ReadingBooks.offline(again).show(id: entry.id).rating == 5)
  }
}
