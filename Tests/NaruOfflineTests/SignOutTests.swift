import Foundation
import Naru
import NaruOffline
import TestSupport
import Testing

/// Several users with one device.
struct SignOutTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws {
    device = try Device("홍길동의 책")
    device.server.change(Device.kim) { $0.books = [Book(id: 1, title: "김철수의 책")] }
  }

  private func titles(_ offline: Offline) async throws -> [String] {
    try await offline.read(Shelf.self) { try await $0.list() }.value.map(\.title)
  }

  private func change(_ offline: Offline) async throws {
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: 5)) }
  }

  @Test func usersWhoSignInOneAfterTheOtherGetOnlyTheirOwnData() async throws {
    let hong = try device.app(Device.hong)
    #expect(try await titles(hong) == ["홍길동의 책"])
    server.isDown = true
    try await change(hong)
    #expect(try await hong.signOut { writes in writes.count == 1 ? .keep : .cancel })

    let kim = try device.app(Device.kim)
    #expect(try kim.queuedWrites().isEmpty)
    await #expect(throws: APIError.self) { try await titles(kim) }
    server.isDown = false
    #expect(try await titles(kim) == ["김철수의 책"])
    try await kim.send()
    #expect(server.content(Device.hong).log.isEmpty && server.content(Device.kim).log.isEmpty)
    #expect(try await kim.signOut { _ in .cancel })

    server.isDown = true
    let again = try device.app(Device.hong)
    #expect(try await titles(again) == ["홍길동의 책"])
    #expect(try again.queuedWrites().count == 1)
    server.isDown = false
    device.clock.advance(by: .seconds(10))
    try await again.send()
    #expect(server.content(Device.hong).log == ["change 1 5"] && server.content(Device.kim).log.isEmpty)
  }

  @Test func discardingDeletesEverythingOfTheUser() async throws {
    let hong = try device.app(Device.hong)
    _ = try await titles(hong)
    try await change(hong)
    #expect(device.folder.names.contains { $0.hasSuffix(".sqlite") })
    #expect(try await hong.signOut { _ in .discard })
    #expect(device.folder.names.isEmpty)
    try await device.app(Device.hong).send()
    #expect(server.content(Device.hong).log.isEmpty)
  }

  @Test func aUserCanStaySignedIn() async throws {
    let hong = try device.app(Device.hong)
    try await change(hong)
    #expect(try await !hong.signOut { _ in .cancel })
    try await hong.send()
    #expect(server.content(Device.hong).log == ["change 1 5"])
  }

  @Test func theFileIsTheOwnersAndItsNameIsADigest() throws {
    _ = try device.app(Device.hong)
    let name = try #require(device.folder.names.first { $0.hasSuffix(".sqlite") })
    #expect(!name.lowercased().contains(Device.hong.uuidString.lowercased()))
    #expect(try permissions(device.folder.url.appending(path: name)) == 0o600)
  }

  @Test(.timeLimit(.minutes(1))) func aReadThatBeginsWhileTheFileIsClosedIsAnError() async throws {
    for _ in 0..<50 {
      let offline = try device.app(Device.hong)
      let (reads, read) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let (ends, end) = AsyncStream<Void>.makeStream()
      for _ in 0..<3 {
        Thread.detachNewThread {
          while (try? offline.queuedWrites()) != nil { read.yield() }
          end.yield()
        }
      }
      for await _ in reads { break }
      try offline.close()
      for await _ in ends.prefix(3) {}
    }
  }
}
