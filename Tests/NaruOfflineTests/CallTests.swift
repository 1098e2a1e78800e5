import Foundation
import Naru
import NaruOffline
import Testing

/// Queued writes as values.
struct CallTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws {
    device = try Device()
    device.server.change(Device.hong) { content in
      content.books = [Book(id: 1, title: "책")]
      content.lastID = 1
    }
  }

  @Test func aCallIsQueuedAndReadAgain() async throws {
    server.isDown = true
    let offline = try device.app()
    let id = LocalID()
    let calls: [Shelf.Call] = [
      .add(book: NewBook(title: "새 책")), .change(id: Int(id.integer), changes: BookChanges(rating: 3)), .remove(id: 1),
      .cover(id: 1, picture: Blob(Data([1, 2]), contentType: "image/png")),
    ]
    for (index, call) in calls.enumerated() { try await offline.write(call, creating: index == 0 ? id : nil) }
    // After a restart of the app.
    let writes = try device.app().queuedWrites()
    #expect(try writes.map { try $0.call(as: Shelf.Call.self) } == calls)
    // The server has no covers.
    try offline.discard(writes[3].id)
    server.isDown = false
    try await offline.send()
    #expect(server.content(Device.hong).books == [Book(id: 2, title: "새 책", rating: 3)])
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func aReadIsNotQueued() async throws {
    let offline = try device.app()
    let error = await #expect(throws: APIError.self) { try await offline.write(Shelf.Call.show(id: 1)) }
    #expect(error?.code == .encodingFailed)
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func aWriteOfAnotherContractIsNoCallOfThisOne() async throws {
    server.isDown = true
    let offline = try device.app()
    try await offline.write(Shelf.Call.remove(id: 1))
    let write = try #require(try offline.queuedWrites().first)
    #expect(try write.call(as: Other.Call.self) == nil)
  }
}

@API("/other", calls: true)
private struct Other: Sendable {
  @DELETE("/{id}")
  var remove: @Sendable (_ id: Int) async throws -> Void
}
