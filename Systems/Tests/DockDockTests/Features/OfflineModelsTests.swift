import Catalogue
import DockDock
import DockDockFeatures
import Foundation
import Local
import LocalTesting
import Naru
import NaruOffline
import NaruScreens
import SystemTesting
import Testing

/// The screens of DockDock without a server, and after its return.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OfflineModelsTests {
  @Test func whatIsChangedInTheSubwayIsShownAtOnceAndThereOnceAfterwards() async throws {
    let backend = try await LocalBackend(storage: .forTests, signIn: .authenticator(TokenIsName()))
    let books = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: books) }
    let isbns = ["9788966260959", "9788932917245", "9788937460449"]
    try Data(("isbn13,title\n" + isbns.map { "\($0),책" }.joined(separator: "\n") + "\n").utf8).write(to: books)
    _ = try backend.catalogue.importCSV(from: books)
    let subway = Subway(to: backend.inMemory, as: "홍길동")
    let client = subway.client
    let server = ReadingBooks.live(client)
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
    #expect(shelf.books.notice == nil && records.records.notice == nil && note.hasPrefix("local-"))
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
    #expect(newShelf.books.phase == .loaded && newShelf.books.seenAt != nil)
    expectChanges(newShelf, newRecords)

    subway.isInTunnel = false
    try await again.send(impatiently: true)
    #expect(try again.queuedWrites().isEmpty)
    await newShelf.reload()
    await newRecords.records.reload()
    expectChanges(newShelf, newRecords)
    #expect(newShelf.books.seenAt == nil)
    let there = try await ReadingRecords.live(client).list(readingBook: ids[0])
    #expect(there.map(\.content) == ["고친 메모"] && there.total == 1)
    #expect(try await server.list().total == 2)
  }
}
