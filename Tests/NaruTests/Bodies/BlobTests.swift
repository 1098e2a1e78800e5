import Foundation
import Naru
import TestSupport
import Testing

@Suite("Blobs")
struct BlobTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("Bytes in memory and in a file can be read as often as one likes")
  func replayable() async throws {
    let file = folder.appending(path: "책.txt")
    try Data("나루".utf8).write(to: file)
    for blob in [Blob(Data("나루".utf8)), try Blob(file: file)] {
      #expect(blob.isReplayable)
      #expect(blob.length == 6)
      for _ in 0..<2 { #expect(try await blob.collect(upTo: 6) == Data("나루".utf8)) }
      let error = await #expect(throws: APIError.self) { try await blob.collect(upTo: 5) }
      #expect(error?.code == .tooLarge)
    }
    #expect(try Blob(file: file).filename == "책.txt")
  }

  @Test("Bytes that come can be read once, and say so the second time")
  func once() async throws {
    let blob = Blob(
      chunks: AsyncStream(Data.self) { continuation in
        for text in ["나", "", "루"] { continuation.yield(Data(text.utf8)) }
        continuation.finish()
      }
    )
    #expect(!blob.isReplayable)
    #expect(blob.length == nil)
    #expect(try await blob.collect(upTo: 6) == Data("나루".utf8))
    await #expect(throws: BlobAlreadyRead.self) { try await blob.collect(upTo: 6) }
  }

  @Test("A file that is not there is an error at once")
  func missing() {
    #expect(throws: (any Error).self) { try Blob(file: folder.appending(path: "none")) }
  }

  @Test("A save that fails leaves nothing behind")
  func failedSave() async throws {
    let target = folder.appending(path: "target")
    let failing = Blob(
      chunks: AsyncThrowingStream(Data.self) { continuation in
        continuation.yield(Data([1]))
        continuation.finish(throwing: APIError(.unreachable))
      }
    )
    let error = await #expect(throws: APIError.self) { try await failing.save(to: target, upTo: 10) }
    #expect(error?.code == .unreachable)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    await #expect(throws: CocoaError.self) {
      try await Blob(Data([1])).save(to: folder.appending(path: "no/folder"), upTo: 10)
    }
  }

  @Test("A retry never sends a body that can be read only once")
  func retry() async throws {
    let tries = Locked(0)
    let transport = Relay { _ in
      tries.withLock { $0 += 1 }
      throw APIError(.unreachable)
    }
    let client = APIClient(
      InMemoryTransport.url,
      transport: transport,
      middleware: [Retry(attempts: 3, clock: TestClock(), random: { 0 })]
    )
    for (blob, expected) in [(Blob(Data([1])), 3), (Blob(chunks: AsyncStream<Data> { nil }), 1)] {
      tries.withLock { $0 = 0 }
      var call = OutgoingCall(Endpoint("Files", "put", .put, "/file"))
      call.body(blob)
      let error = await #expect(throws: APIError.self) { try await client.send(call) }
      #expect(error?.code == .unreachable)
      #expect(tries.withLock { $0 } == expected)
    }
  }
}
