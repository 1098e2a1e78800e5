import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import NaruTesting
import TestSupport
import Testing

/// A transport whose calls can be made to fail.
struct FaultSubject: Sendable {
  /// How the calls are sent.
  enum Route: CaseIterable {
    case asyncHTTPClient, urlSession
    /// Without a socket, by a `FailingTransport`.
    case inMemory

    /// The faults that can be tried.
    var faults: [WireFault] {
      switch self {
      case .asyncHTTPClient: WireFault.allCases
      case .urlSession: WireFault.allCases.filter { !Deviation.crashing.contains($0) }
      case .inMemory: WireFault.allCases.filter { $0.inMemory != nil }
      }
    }

    static func cases(_ faults: [WireFault]) -> [(Route, WireFault)] {
      allCases.flatMap { route in faults.filter(route.faults.contains).map { (route, $0) } }
    }

    /// Runs a closure with a transport and a server that can fail.
    func run(body: Data = FaultSubject.response, _ operation: (FaultSubject) async throws -> Void) async throws {
      switch self {
      case .inMemory: try await operation(.inMemory())
      case .asyncHTTPClient: try await FaultSubject.run(AsyncHTTPClientTransport(), body, operation)
      case .urlSession: try await FaultSubject.run(URLSessionTransport(), body, operation)
      }
    }
  }

  let url: URL
  let transport: any Transport
  /// The server; `nil` without a socket.
  let server: FaultServer?
  /// Sets the fault of the next calls.
  let play: @Sendable (WireFault) async throws -> Void

  /// The body of the correct response.
  static let response = Data(#"{"method":"GET","body":"강은 흐른다"}"#.utf8)

  private static let right = "강은 흐른다"
  /// The timeout of a call that lasts until it, and of one that must not.
  private static let (short, long) = (Duration.milliseconds(100), Duration.seconds(20))

  private static func inMemory() -> FaultSubject {
    let contract = ServedContract(Probe.self, options: ServingOptions(maxBodySize: 16 << 20)) { _ in
      var probe = Probe.unimplemented
      probe.get = { Probe.Echo(body: right, method: "GET") }
      probe.download = { Blob(chunks: ProbeServer.chunks($0)) }
      probe.echo = { _, _, _ in Probe.Echo(body: right, method: "POST") }
      return probe
    }
    let transport = FailingTransport(InMemoryTransport([contract]))
    return FaultSubject(url: InMemoryTransport.url, transport: transport, server: nil) { fault in
      if let fault = fault.inMemory { transport.play(.fail(with: fault)) } else { transport.play() }
    }
  }

  private static func run(
    _ transport: some Transport,
    _ body: Data,
    _ operation: (FaultSubject) async throws -> Void
  ) async throws {
    try await FaultServer.run(body: body) { server in
      try await operation(
        FaultSubject(url: server.url, transport: transport, server: server) { try await server.play($0) }
      )
    }
  }

  /// Checks a call with the fault, and the next call.
  func check(_ fault: WireFault, isPost: Bool, isReused: Bool) async throws {
    let code = Deviation.code(of: fault, over: transport, isPost: isPost, isReused: isReused)
    if isReused { try await expectRight("the call before") }
    try await play(fault)
    try await expectEnd { try await expect(fault, code, isPost: isPost) }
    releaseUnused(fault)
    // A broken connection has to be closed; an intact one may be kept for the next call.
    let isBroken = fault == .endlessBody || [.unreachable, .timedOut].contains(code)
    await expectConnections(atMost: isBroken ? 0 : 1)
    try await expectRight("the next call")
    await expectConnections(atMost: 1)
  }

  /// Checks a call that is cancelled during the fault.
  func checkCancellation(in fault: WireFault) async throws {
    try await play(fault)
    try await expectEnd {
      let call = Task { try await probe(timeout: Self.long).get() }
      if let server {
        #expect(await until { fault == .tricklesForever ? !server.requests.isEmpty : server.isWaiting })
      }
      call.cancel()
      let cancelled = try await failure { _ = try await call.value }.code
      #expect(cancelled == .cancelled)
    }
    releaseUnused(fault)
    await expectConnections(atMost: 0)
    try await expectRight("the call after the cancelled one")
  }

  /// If the server reads nothing, a call may end before it gets its connection, and the client may keep the unused connection. The
  /// server closes it, so that the next call does not use it.
  private func releaseUnused(_ fault: WireFault) {
    if fault == .acceptsSilently { server?.release() }
  }

  private func expect(_ fault: WireFault, _ code: APIError.Code?, isPost: Bool) async throws {
    let timeout = code == .timedOut ? Self.short : Self.long
    // Larger than the system's buffers, if the server does not read it.
    let size = fault == .rejectsBeforeRequestEnds ? 8 << 20 : 10
    let start = ContinuousClock.now
    do {
      let body = try await call(isPost: isPost, size: size, timeout: timeout)
      #expect(code == nil && body == Self.right)
    } catch let error as APIError {
      #expect(error.code == code, "\(error)")
      if code == fault.code { #expect(error.status?.code == fault.status) }
    }
    // The limits are far apart, because the machine may be busy.
    let time = start.duration(to: .now)
    #expect(time < Self.long / 2)
    if code == .timedOut { #expect(time > Self.short * 0.9) }
  }

  private func expectRight(_ which: Comment) async throws {
    try await play(.healthy)
    #expect(try await call(isPost: false, timeout: Self.long) == Self.right, which)
  }

  private func call(isPost: Bool, size: Int = 10, timeout: Duration) async throws -> String? {
    let probe = probe(timeout: timeout)
    guard isPost else { return try await probe.get().body }
    return try await probe.echo(path: "p", query: "q", body: .init(text: String(repeating: "x", count: size))).body
  }

  func probe(timeout: Duration) -> Probe {
    .over(transport, at: url, timeout: timeout, maxResponseSize: 4 << 20)
  }

  func expectConnections(atMost limit: Int) async {
    guard let server else { return }
    #expect(await until { server.openConnections <= limit }, "\(server.openConnections) connections are open")
  }

  /// Runs a call, and expects that it ends and that no task of it remains.
  func expectEnd(_ call: @escaping @Sendable () async throws -> Void) async throws {
    let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
    try await withTimeLimit(.seconds(30)) {
      // Every task that starts here holds the token until it ends.
      try await Token.$current.withValue(Token(continuation), operation: call)
    }
    await #expect(throws: Never.self, "a task of the call is still running") {
      try await withTimeLimit(.seconds(5)) { for await _ in ends {} }
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

/// What Foundation does differently on Linux (with Swift 6.3 and libcurl 7.88).
enum Deviation {
  #if canImport(Darwin)
    static let crashing: Set<WireFault> = []
  #else
    /// FoundationNetworking traps if a transfer ends within its head, or with a field after the body, which it parses as a new head.
    static let crashing: Set<WireFault> = [.closesInHead, .trailer]
  #endif

  /// The expected error of a call; `nil` if it succeeds.
  static func code(
    of fault: WireFault,
    over transport: any Transport,
    isPost: Bool,
    isReused: Bool
  ) -> APIError.Code? {
    #if !canImport(Darwin)
      guard transport is URLSessionTransport else { return fault.code }
      switch fault {
      // libcurl uses the last of two lengths, which cuts the JSON.
      case .twoLengths: return .decodingFailed
      // libcurl has its own limit, or detects it, and FoundationNetworking does not report which error occurred.
      case .hugeHead, .gzipBroken: return .unreachable
      // libcurl sends the request again, but FoundationNetworking can't provide the body a second time.
      case .responseLost where isPost && isReused, .resetsBeforeHead where isPost && isReused: return .timedOut
      default: break
      }
    #endif
    return fault.code
  }
}
