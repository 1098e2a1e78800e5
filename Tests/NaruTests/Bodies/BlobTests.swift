import Foundation
import Naru
import TestSupport
import Testing

struct BlobTests {
  private let folder = try? TemporaryFolder()

  private func file(_ name: String) throws -> URL { try #require(folder).url.appending(path: name) }

  @Test
  func bytesInMemoryAndInAFileCanBeReadAgain() async throws {
    let file = try file("책.txt")
    try Data("나루".utf8).write(to: file)
    for blob in [Blob(Data("나루".utf8)), try Blob(file: file)] {
      #expect(blob.isReplayable)
      #expect(blob.length == 6)
      for _ in 0..<2 { #expect(try await blob.collect(upTo: 6) == Data("나루".utf8)) }
      #expect(await code { try await blob.collect(upTo: 5) } == .tooLarge)
    }
    #expect(try Blob(file: file).filename == "책.txt")
  }

  @Test
  func receivedBytesCanBeReadOnce() async throws {
    let blob = Blob(
      chunks: AsyncStream(Data.self) { continuation in
        for text in ["나", "", "루"] { continuation.yield(Data(text.utf8)) }
        continuation.finish()
      }
    )
    #expect(!blob.isReplayable)
    #expect(blob.length == nil)
    #expect(try await blob.collect(upTo: 6) == Data("나루".utf8))
    await #expect(throws: BlobAlreadyConsumed.self) { try await blob.collect(upTo: 6) }
  }

  @Test
  func aMissingFileIsAnErrorAtOnce() throws {
    let file = try file("none")
    #expect(throws: CocoaError.self) { try Blob(file: file) }
  }

  @Test
  func aFailedSaveLeavesNothingBehind() async throws {
    let target = try file("target")
    let failing = Blob(
      chunks: AsyncThrowingStream(Data.self) { continuation in
        continuation.yield(Data([1]))
        continuation.finish(throwing: APIError(.unreachable))
      }
    )
    #expect(await code { try await failing.save(to: target, upTo: 10) } == .unreachable)
    #expect(try #require(folder).names.isEmpty)
    let nowhere = try file("no/folder")
    await #expect(throws: CocoaError.self) { try await Blob(Data([1])).save(to: nowhere, upTo: 10) }
  }

  @Test
  func aBodyThatCanBeReadOnceIsNotRetried() async throws {
    let tries = Locked(0)
    let transport = ClosureTransport { _ in
      tries.withLock { $0 += 1 }
      throw APIError(.unreachable)
    }
    let retry = Retry(attempts: 3, clock: TestClock(), random: { 0 })
    let client = APIClient(InMemoryTransport.url, transport: transport, middleware: [retry])
    for (blob, expected) in [(Blob(Data([1])), 3), (Blob(chunks: AsyncStream<Data> { nil }), 1)] {
      tries.withLock { $0 = 0 }
      var call = OutgoingCall(Endpoint("Files", "put", .put, "/file"))
      call.body(blob)
      #expect(await code { try await client.send(call) } == .unreachable)
      #expect(tries.withLock { $0 } == expected)
    }
  }
}
