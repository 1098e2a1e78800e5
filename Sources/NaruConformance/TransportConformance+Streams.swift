import Foundation
import Naru

extension TransportConformance {
  /// Bodies are sent and received in chunks.
  static let streamChecks: [Check] = [
    Check("A response of four megabytes can be streamed") { subject in
      var bytes = 0
      for try await chunk in try await subject.probe().download(bytes: 4_000_000) { bytes += chunk.count }
      try expectEqual(bytes, 4_000_000, "the length")
    },
    Check("A streamed response may be larger than the limit") { subject in
      var bytes = 0
      for try await chunk in try await subject.probe(maxResponseSize: 1000).download(bytes: 100_000) {
        bytes += chunk.count
      }
      try expectEqual(bytes, 100_000, "the length")
    },
    Check("Streamed bytes are sent, with and without a length, and their progress is reported") {
      subject in
      for length in [3_000_000, nil] {
        let progress = Locked<[Int]>([])
        let blob = Blob(chunks: ProbeServer.chunks(3_000_000), length: length)
        let report = CallOptions.onSend { bytes, _ in progress.withLock { $0.append(bytes) } }
        let arrived = try await withCallOptions(report) { try await subject.probe().upload(bytes: blob) }
        try expectEqual(arrived, 3_000_000, "the bytes that arrived")
        let reported = progress.withLock { $0 }
        try expectEqual(reported.last, 3_000_000, "the progress at the end")
        try expectEqual(reported, reported.sorted(), "the progress")
      }
    },
    Check("An error of the sent stream fails the call, and the next call succeeds") { subject in
      struct Torn: Error {}
      let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data(count: 1000))
        continuation.finish(throwing: Torn())
      }
      let error = try await failure("a stream that throws") {
        _ = try await subject.probe().upload(bytes: Blob(chunks: chunks, length: 2000))
      }
      // Without a socket, the server reads the stream and reports the error.
      let isInMemory = subject.url == InMemoryTransport.url
      try expect(isInMemory || error.underlyingError is Torn, "the cause: \(error)")
      _ = try await subject.probe().get()
    },
    Check("The timeout for the head is separate from the timeout of the call") { subject in
      let error = try await failure("a silent server") {
        try await withCallOptions(.firstByteTimeout(.milliseconds(50))) { try await subject.probe().wait() }
      }
      try expectEqual(error.code, .timedOut, "the code")
      _ = try await subject.probe().get()
    },
  ]
}
