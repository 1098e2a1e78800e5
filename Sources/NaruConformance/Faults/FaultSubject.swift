import Foundation
import HTTPTypes
import Naru
import NaruTesting

extension TransportConformance {
  /// A transport whose calls can be made to fail.
  struct FaultSubject: Sendable {
    let url: URL
    let transport: any Transport
    /// The server; `nil` without a socket.
    let server: FaultServer?
    /// Sets the fault of the next calls.
    let play: @Sendable (Fault) async throws -> Void

    /// The body of the correct response.
    static let answer = Data(#"{"method":"GET","body":"강은 흐른다"}"#.utf8)

    private static let right = "강은 흐른다"
    /// The timeout of a call that lasts until it, and of one that must not.
    private static let (short, long) = (Duration.milliseconds(100), Duration.seconds(20))
    /// The time after which a call is taken to hang.
    private static let patience = Duration.seconds(30)

    static func inMemory() -> FaultSubject {
      let contract = ServedContract(Probe.self, options: ServingOptions(maxBodySize: 16 << 20)) { _ in
        var probe = Probe.unimplemented
        probe.get = { Probe.Echo(body: right, method: "GET") }
        probe.download = { Blob(chunks: ProbeServer.chunks($0)) }
        probe.echo = { _, _, _ in Probe.Echo(body: right, method: "POST") }
        return probe
      }
      let transport = FailingTransport(InMemoryTransport([contract]))
      return FaultSubject(url: InMemoryTransport.url, transport: transport, server: nil) { fault in
        transport.play(.fail(with: fault))
      }
    }

    /// Runs a closure with a server of faults.
    static func run(over transport: any Transport, _ body: (FaultSubject) async throws -> Void) async throws {
      try await FaultServer.run(body: answer) { server in
        try await body(
          FaultSubject(url: server.url, transport: transport, server: server) { try await server.play($0) }
        )
      }
    }

    /// The expected error of a call; `nil` if it succeeds.
    func code(_ fault: Fault, isPost: Bool, isKept: Bool) -> APIError.Code? {
      let deviation = deviations(of: transport, fault).first { !$0.isOfKeptPOST || (isPost && isKept) }
      return deviation.map(\.code) ?? fault.code
    }

    /// Checks a call with the fault, and the next call.
    func run(_ fault: Fault, isPost: Bool, isKept: Bool) async throws {
      let what = "\(isPost ? "POST" : "GET") over a \(isKept ? "reused" : "new") connection"
      let code = code(fault, isPost: isPost, isKept: isKept)
      if isKept { try await expectRight(what, "the call before") }
      try await play(fault)
      try await checkEnd("\(what): \(fault)") {
        try await expect(fault, code, isPost: isPost, what)
      }
      releaseUnused(fault)
      // A broken connection has to be closed; an intact one may be kept for the next call.
      let isBroken = fault == .endlessBody || [.unreachable, .timedOut].contains(code)
      try await expectConnections(atMost: isBroken ? 0 : 1, what)
      try await expectRight(what, "the next call")
      // A request that continues after its response keeps its connection, so the next call makes another one.
      try await expectConnections(atMost: fault == .answersBeforeRequestEnds ? 2 : 1, what)
    }

    /// Checks a call that is cancelled during the fault.
    func cancel(in fault: Fault) async throws {
      try await play(fault)
      try await checkEnd("a cancelled call: \(fault)") {
        let call = Task { try await probe(timeout: Self.long).get() }
        if let server {
          if fault == .tricklesForever { await server.waitForRequests(1) } else { await server.waitUntilWaiting() }
        }
        call.cancel()
        let error = try await failure("a cancelled call") { _ = try await call.value }
        try expectEqual(error.code, .cancelled, "the code")
      }
      releaseUnused(fault)
      try await expectConnections(atMost: 0, "a cancelled call")
      try await expectRight("after a cancelled call", "the next call")
    }

    /// If the server reads nothing, a call may end before it gets its connection, and the client may keep the unused connection. The
    /// server closes it, so that the next call does not use it.
    private func releaseUnused(_ fault: Fault) {
      if fault == .acceptsSilently { server?.release() }
    }

    private func expect(_ fault: Fault, _ code: APIError.Code?, isPost: Bool, _ what: String) async throws {
      let timeout = code == .timedOut ? Self.short : Self.long
      let start = ContinuousClock.now
      do {
        let body = try await call(isPost: isPost, size: fault.needsLargeRequest ? 8 << 20 : 10, timeout: timeout)
        try TransportConformance.expect(
          code == nil,
          "\(what): the call succeeded, but should be \(code.map { "\($0)" } ?? "")"
        )
        try expectEqual(body, Self.right, "\(what): the response")
      } catch let error as APIError {
        try expectEqual(error.code, code, "\(what): the code of “\(error)”")
        if code == fault.code { try expectEqual(error.status?.code, fault.status, "\(what): the status") }
      }
      // The limits are far apart, because the machine may be busy.
      let time = start.duration(to: .now)
      try TransportConformance.expect(time < Self.long / 2, "\(what): took \(time)")
      if code == .timedOut {
        try TransportConformance.expect(time > Self.short * 0.9, "\(what): timed out after only \(time)")
      }
    }

    private func expectRight(_ what: String, _ which: String) async throws {
      try await play(.healthy)
      do {
        try expectEqual(try await call(isPost: false, timeout: Self.long), Self.right, "\(what): \(which)")
      } catch let error as APIError {
        throw Violation(description: "\(what): \(which) failed: \(error)")
      }
    }

    private func call(isPost: Bool, size: Int = 10, timeout: Duration) async throws -> String? {
      let probe = probe(timeout: timeout)
      guard isPost else { return try await probe.get().body }
      let text = String(repeating: "x", count: size)
      return try await probe.echo(path: "p", query: "q", body: Probe.Message(text: text)).body
    }

    func probe(timeout: Duration) -> Probe {
      func client(_ transport: some Transport) -> APIClient {
        APIClient(url, transport: transport, timeout: timeout, maxResponseSize: 4 << 20)
      }
      return Probe.live(client(transport))
    }

    func expectConnections(atMost limit: Int, _ what: String) async throws {
      guard let server else { return }
      do {
        try await withTimeLimit(.seconds(5)) { await server.waitForConnections(atMost: limit) }
      } catch let error as APIError where error.code == .timedOut {
        throw Violation(
          description: "\(what): \(server.openConnections) connections are open instead of at most \(limit)"
        )
      }
    }

    /// Runs a call, and checks that it ends and that no task of it remains.
    func checkEnd(_ what: String, _ call: @escaping @Sendable () async throws -> Void) async throws {
      let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
      do {
        try await withTimeLimit(Self.patience) {
          // Every task that starts here holds the token until it ends.
          try await Token.$current.withValue(Token(continuation), operation: call)
        }
      } catch let error as APIError where error.code == .timedOut {
        throw Violation(description: "\(what): the call hangs")
      }
      do {
        try await withTimeLimit(.seconds(5)) { for await _ in ends {} }
      } catch let error as APIError where error.code == .timedOut {
        throw Violation(description: "\(what): a task of the call is still running")
      }
    }
  }

  /// An object that reports its deallocation.
  private final class Token: Sendable {
    @TaskLocal static var current: Token?

    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) {
      self.end = end
    }

    deinit {
      end.finish()
    }
  }
}

extension Fault {
  /// Whether the request has to be larger than the system's buffers.
  var needsLargeRequest: Bool { [.answersBeforeRequestEnds, .refusesBeforeRequestEnds].contains(self) }
}
