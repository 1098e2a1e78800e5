import Foundation
import Naru

extension TransportConformance {
  /// Bodies that are sent and received chunk by chunk.
  static let streamChecks: [Check] = [
    Check("An answer of four megabytes can be read as it comes") { subject in
      var bytes = 0
      for try await chunk in try await subject.probe().download(bytes: 4_000_000) { bytes += chunk.count }
      try expectEqual(bytes, 4_000_000, "the length")
    },
    Check("An answer that is read as it comes may be larger than the limit") { subject in
      var bytes = 0
      for try await chunk in try await subject.probe(responseLimit: 1000).download(bytes: 100_000) {
        bytes += chunk.count
      }
      try expectEqual(bytes, 100_000, "the length")
    },
    Check("Bytes that come chunk by chunk are sent, with and without a length, and it is told how far they are") {
      subject in
      for length in [3_000_000, nil] {
        let progress = Locked<[Int]>([])
        let blob = Blob(chunks: ProbeServer.chunks(3_000_000), length: length)
        let report = CallOptions.onSend { bytes, _ in progress.withLock { $0.append(bytes) } }
        let arrived = try await withOptions(report) { try await subject.probe().upload(bytes: blob) }
        try expectEqual(arrived, 3_000_000, "the bytes that arrived")
        let told = progress.withLock { $0 }
        try expectEqual(told.last, 3_000_000, "the progress at the end")
        try expectEqual(told, told.sorted(), "the progress")
      }
    },
    Check("Bytes that can't be read fail the call with what they throw, and the next call works") { subject in
      struct Torn: Error {}
      let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(count: 1000))
        continuation.finish(throwing: Torn())
      }
      let error = try await failure("bytes that can't be read") {
        _ = try await subject.probe().upload(bytes: Blob(chunks: chunks, length: 2000))
      }
      // Without a socket the server reads them, and says so.
      let isInMemory = subject.url == InMemoryTransport.url
      try expect(isInMemory || error.cause is Torn, "the cause: \(error)")
      _ = try await subject.probe().get()
    },
    Check("The time until the head counts apart from the time of the call") { subject in
      let error = try await failure("a silent server") {
        try await withOptions(.firstByteTimeout(.milliseconds(50))) { try await subject.probe().wait() }
      }
      try expectEqual(error.code, .timedOut, "the code")
      _ = try await subject.probe().get()
    },
  ]
}
