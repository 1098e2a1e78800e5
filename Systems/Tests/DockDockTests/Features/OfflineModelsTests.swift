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
  /// The way to the server, which can be closed.
  private final class Link: Transport {
    let isDown = Locked(false)
    private let server: any Transport

    init(_ server: any Transport) {
      self.server = server
    }

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      guard !isDown.withLock({ $0 }) else { throw APIError(.unreachable) }
      return try await server.send(request)
    }
  }

  private struct TokenIsName: Authenticator {
    func user(for token: Secret) async throws -> Caller.User? { TestServer.user(token.revealed) }
  }

  @Test func whatIsChangedInTheSubwayIsShownAtOnceAndThereOnceAfterwards() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let backend = try await LocalBackend(storage: .forTests, signIn: .authenticator(TokenIsName()))
    let books = folder.appending(path: "books.csv")
    let isbns = ["9788966260959", "9788932917245", "9788937460449"]
    try Data(("isbn13,title\n" + isbns.map { "\($0),책" }.joined(separator: "\n") + "\n").utf8).write(to: books)
    _ = try backend.catalogue.importCSV(from: books)
    let link = Link(backend.inMemory)
    let client = APIClient(InMemoryTransport.url, transport: link, middleware: [BearerAuthentication { Secret("홍길동") }])
    let server = ReadingBooks.live(client)
    for isbn in isbns { _ = try await server.add(book: NewReadingBook(bookID: isbn, status: .wishlist)) }

    func open() throws -> Offline {
      let contracts: [any Contract.Type] = [ReadingBooks.self, ReadingRecords.self]
      return try Offline(in: folder, for: "홍길동", client: client, options: OfflineOptions(contracts: contracts))
    }
    let offline = try open()
    let shelf = ShelfModel(.offline(offline))
    await shelf.reload()
    let ids = shelf.books.items.map(\.id)
    let records = RecordsModel(.offline(offline), of: ids[0])
    await records.records.reload()
    #expect(ids.count == 3 && records.records.items.isEmpty)

    link.isDown.withLock { $0 = true }
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
    let again = try open()
    let (newShelf, newRecords) = (ShelfModel(.offline(again)), RecordsModel(.offline(again), of: ids[0]))
    await newShelf.reload()
    await newRecords.records.reload()
    #expect(newShelf.books.phase == .loaded)
    expectChanges(newShelf, newRecords)

    link.isDown.withLock { $0 = false }
    try await again.send(impatiently: true)
    #expect(try again.queuedWrites().isEmpty)
    await newShelf.reload()
    await newRecords.records.reload()
    expectChanges(newShelf, newRecords)
    let there = try await ReadingRecords.live(client).list(readingBook: ids[0])
    #expect(there.map(\.content) == ["고친 메모"] && there.total == 1)
    #expect(try await server.list().total == 2)
  }
}
