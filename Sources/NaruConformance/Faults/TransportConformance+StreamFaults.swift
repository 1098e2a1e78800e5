import Foundation
import Naru
import NaruTesting

extension TransportConformance {
  /// Streamed responses that fail.
  static let streamFaultChecks: [Check] =
    [
      Fault.closesInBody, .resetsInBody, .closesInChunk, .closesBeforeLastChunk, .badChunk, .stallsInBody,
    ].map { fault in
      streamCheck(
        "\(fault): A stream that is cut fails as \(fault.code.map { "\($0)" } ?? "complete")"
      ) {
        subject in
        try await subject.cut(fault)
      }
    } + [
      streamCheck("A stream that is not read further ends the call and its connection") { subject in
        try await subject.abandon()
      },
      streamCheck("A stream that is never read ends the call and its connection") { subject in
        try await subject.abandon(afterFirstChunk: false)
      },
      streamCheck("A stream with a cancelled reader is cancelled, and its connection ends") { subject in
        try await subject.cancelReader()
      },
      streamCheck("The timeout of a stream applies to each chunk") { subject in
        try await subject.readSlowly()
      },
    ]

  private static func streamCheck(
    _ description: String,
    _ body: @escaping @Sendable (FaultSubject) async throws -> Void
  ) -> Check {
    Check(description) { transport in
      let answer = Data(repeating: UInt8(ascii: " "), count: 256 << 10)
      try await FaultServer.run(body: answer) { server in
        try await body(
          FaultSubject(url: server.url, transport: transport, server: server) { try await server.play($0) }
        )
      }
    } inMemory: {
      try await body(FaultSubject.inMemory())
    }
  }
}

extension TransportConformance.FaultSubject {
  typealias Conformance = TransportConformance

  fileprivate func cut(_ fault: Fault) async throws {
    try await play(fault)
    try await checkEnd("a stream: \(fault)") {
      let blob = try await probe(timeout: .milliseconds(fault.code == .timedOut ? 200 : 20_000)).download(bytes: 1000)
      let error = try await Conformance.failure("a stream that is cut") { for try await _ in blob {} }
      try Conformance.expectEqual(error.code, fault.code, "the code of “\(error)”")
    }
    try await expectConnections(atMost: 0, "a stream that was cut")
    try await expectStream()
  }

  fileprivate func abandon(afterFirstChunk: Bool = true) async throws {
    // Without a socket, a healthy stream does as well.
    try await play(server == nil ? .healthy : .endlessBody)
    try await checkEnd("an abandoned stream") {
      let blob = try await probe(timeout: .seconds(20)).download(bytes: 1000)
      guard afterFirstChunk else { return }
      for try await _ in blob { break }
    }
    try await expectConnections(atMost: 0, "an abandoned stream")
    try await expectStream()
  }

  fileprivate func cancelReader() async throws {
    try await play(.stallsInBody)
    try await checkEnd("a cancelled reader") {
      let (chunks, continuation) = AsyncStream.makeStream(of: Void.self)
      let reader = Task {
        let blob = try await probe(timeout: .seconds(20)).download(bytes: 1000)
        for try await _ in blob { continuation.yield() }
      }
      for await _ in chunks { break }
      reader.cancel()
      let error = try await Conformance.failure("a cancelled reader") { try await reader.value }
      try Conformance.expectEqual(error.code, .cancelled, "the code")
    }
    try await expectConnections(atMost: 0, "a stream with a cancelled reader")
    try await expectStream()
  }

  fileprivate func readSlowly() async throws {
    guard let server else { return }
    let piece = Data(repeating: 32, count: 30 << 10)
    let pieces = (0..<10).flatMap { _ in [Fault.Step.pause(.milliseconds(50)), .send(piece)] }
    let head = Fault.Step.head(fields: ["Content-Length: \(10 * piece.count)"])
    try await server.play(steps: [.readHead, .readBody, .send(head)] + pieces)
    let start = ContinuousClock.now
    var bytes = 0
    let timeout = Duration.milliseconds(400)
    for try await chunk in try await probe(timeout: timeout).download(bytes: 1) { bytes += chunk.count }
    try Conformance.expectEqual(bytes, 10 * piece.count, "the length")
    try Conformance.expect(start.duration(to: .now) > timeout, "the stream was not slow enough for the check")
  }

  private func expectStream() async throws {
    try await play(.healthy)
    let blob = try await probe(timeout: .seconds(20)).download(bytes: 1000)
    try Conformance.expect(try await blob.collect(upTo: 8 << 20).count >= 1000, "the next stream is too short")
  }
}
