import Foundation
import Hummingbird
import NIOPosix
import Naru
import NaruServer
import ServerTesting
import TestSupport
import Testing

/// Clients that take their time, or are many.
struct ServerLimitsTests {
  private static let get = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

  /// The state of the routes.
  private final class Routes: Sendable {
    let gate = Gate()
    private let counts = Locked((waiting: 0, brokenOff: 0))

    var waiting: Int { counts.withLock { $0.waiting } }
    var brokenOff: Int { counts.withLock { $0.brokenOff } }

    func router() -> Router<BasicRequestContext> {
      let router = Router()
      router.get("/hello") { _, _ in "hello" }
      router.get("/wait") { [self] _, _ in
        counts.withLock { $0.waiting += 1 }
        await gate.wait()
        return "done"
      }
      router.post("/body") { [self] request, _ in
        counts.withLock { $0.waiting += 1 }
        do {
          return "\(try await request.body.collect(upTo: 1 << 20).readableBytes)"
        } catch {
          counts.withLock { $0.brokenOff += 1 }
          throw error
        }
      }
      router.get("/endless") { [self] _, _ in
        Response(
          status: .ok,
          body: ResponseBody { writer in
            do {
              while true { try await writer.write(ByteBuffer(repeating: 0x78, count: 1 << 16)) }
            } catch {
              self.counts.withLock { $0.brokenOff += 1 }
              throw error
            }
          }
        )
      }
      return router
    }
  }

  private func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }

  private func withServer(
    _ router: Router<BasicRequestContext>,
    limits: ServerLimits = ServerLimits(),
    eventLoops: MultiThreadedEventLoopGroup = .singleton,
    _ body: @escaping @Sendable (RunningServer) async throws -> Void
  ) async throws {
    try await ServerTesting.withServer(
      router,
      server: .limited(limits),
      gracePeriod: limits.shutdownGracePeriod,
      eventLoops: eventLoops,
      body
    )
  }

  @Test func aHeadThatComesByteByByteIs408() async throws {
    try await withServer(Routes().router(), limits: limits { $0.headTimeout = .milliseconds(200) }) { server in
      let connection = try server.connect()
      connection.send("GET /hello HTTP/1.1\r\nX: ")
      let (text, isClosed) = await connection.receive(sending: "x")
      #expect(text.hasPrefix("HTTP/1.1 408 ") && isClosed)
    }
  }

  @Test(arguments: [false, true])
  func aConnectionWithoutARequestIsClosed(afterOne: Bool) async throws {
    let limits = limits { $0[keyPath: afterOne ? \ServerLimits.idleTimeout : \.headTimeout] = .milliseconds(100) }
    try await withServer(Routes().router(), limits: limits) { server in
      let connection = try server.connect()
      if afterOne { #expect(await connection.ask(Self.get).hasSuffix("hello")) }
      let (text, isClosed) = await connection.receive()
      #expect(text.isEmpty && isClosed)
    }
  }

  @Test(arguments: [nil, "12345"])
  func aBodyThatStandsStillOrIsTooSlowIsBrokenOff(meanwhile: String?) async throws {
    let routes = Routes()
    let limits = limits { ($0.stallTimeout, $0.minimumRate) = (.milliseconds(100), 100_000) }
    try await withServer(routes.router(), limits: limits) { server in
      let connection = try server.connect()
      connection.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n12345")
      #expect(await connection.receive(sending: meanwhile).isClosed)
      #expect(await until { routes.brokenOff == 1 })
    }
  }

  @Test func aDownloadThatNoOneReadsIsClosed() async throws {
    let routes = Routes()
    try await withServer(routes.router(), limits: limits { $0.stallTimeout = .milliseconds(200) }) { server in
      let connection = try server.connect(receiveBuffer: 4096)
      connection.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await until { routes.brokenOff == 1 })
      withExtendedLifetime(connection) {}
    }
  }

  @Test func aRequestThatTakesLongIsNotClosed() async throws {
    let routes = Routes()
    let limits = limits {
      ($0.headTimeout, $0.idleTimeout, $0.stallTimeout) = (.milliseconds(200), .milliseconds(200), .milliseconds(200))
    }
    try await withServer(routes.router(), limits: limits) { server in
      let connection = try server.connect()
      connection.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      // Others come and go meanwhile.
      for _ in 0..<3 { #expect(try await server.connect().receive().isClosed) }
      routes.gate.open()
      #expect(await connection.response().hasSuffix("done"))
    }
  }

  @Test func aNewConnectionTakesThePlaceOfTheOldestWithoutARequest() async throws {
    // With several event loops, a new connection takes the place of one on its own.
    let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    try await withServer(Routes().router(), limits: limits { $0.connections = 2 }, eventLoops: eventLoop) { server in
      let (silent, idle) = (try server.connect(), try server.connect())
      #expect(await idle.ask(Self.get).hasSuffix("hello"))
      #expect(try await server.connect().ask(Self.get).hasSuffix("hello"))
      #expect(await silent.receive().isClosed)
      #expect(await idle.ask(Self.get).hasSuffix("hello"))
    }
    try await eventLoop.shutdownGracefully()
  }

  @Test func aConnectionOverTheMaximumIs503() async throws {
    let routes = Routes()
    try await withServer(routes.router(), limits: limits { $0.connections = 2 }) { server in
      let busy = [try server.connect(), try server.connect()]
      for connection in busy { connection.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n") }
      #expect(await until { routes.waiting == 2 })
      let refused = try await server.connect().ask(Self.get)
      #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 5\r\n"))
      routes.gate.open()
      for connection in busy { #expect(await connection.response().hasSuffix("done")) }
    }
  }

  @Test func aPartOfAHeadTakesNoPlaceOfOthers() async throws {
    let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    try await withServer(Routes().router(), limits: limits { $0.connections = 2 }, eventLoops: eventLoop) { server in
      let (oldest, idle) = (try server.connect(), try server.connect())
      for connection in [oldest, idle] { #expect(await connection.ask(Self.get).hasSuffix("hello")) }
      // From the first one that is too many, Linux keeps a connection until it has sent something.
      let silent = try server.connect()
      #expect(await oldest.receive().isClosed)
      for _ in 0..<20 {
        let slow = try server.connect()
        slow.send("GET /hello")
        #expect(await slow.receive().isClosed)
      }
      silent.send(Self.get)
      #expect(await silent.response().hasSuffix("hello"))
      #expect(try await server.connect().ask(Self.get).hasSuffix("hello"))
    }
    try await eventLoop.shutdownGracefully()
  }

  // MARK: The end

  @Test func connectionsMayArriveWhileTheServerStops() async throws {
    for _ in 0..<10 {
      try await withServer(Routes().router()) { server in
        // On threads of their own, because connecting blocks.
        for _ in 0..<4 {
          Thread.detachNewThread {
            for _ in 0..<200 { (try? server.connect())?.send(Self.get) }
          }
        }
        await server.stop()
      }
    }
  }

  @Test func requestsInProgressGetResponsesWhenTheServerStops() async throws {
    let routes = Routes()
    try await withServer(routes.router()) { server in
      let (idle, waiting, sending) = (try server.connect(), try server.connect(), try server.connect())
      #expect(await idle.ask(Self.get).hasSuffix("hello"))
      waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      sending.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
      #expect(await until { routes.waiting == 2 })
      await server.stop()
      #expect(await idle.receive().isClosed)
      sending.send("67890")
      routes.gate.open()
      for (connection, body) in [(waiting, "done"), (sending, "10")] {
        let (text, isClosed) = await connection.receive()
        #expect(text.lowercased().contains("connection: close\r\n") && text.hasSuffix(body) && isClosed)
      }
    }
  }

  @Test(arguments: ["/ticks", "/naru/changes"], [true, false])
  func eventsDoNotKeepTheServer(path: String, isReaderGone: Bool) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ServerSentEvent<Int>.self)
    let options = ServingOptions(authenticator: ClosureAuthenticator.everybody)
    let ticks = ServedContract(Ticks.self, options: options) { _ in Ticks(all: { EventStream(events) }) }
    let router = Router()
    router.mount(ChangeFeed().serving([ticks]))
    let start = ContinuousClock.now
    try await withServer(router) { server in
      var connection: RawConnection? = try server.connect()
      connection?.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\n\r\n")
      continuation.yield(ServerSentEvent(1))
      #expect(await connection?.receive { $0.contains("data") }.text.contains(/Accel-Buffering: no(?s:.*)data/) == true)
      if isReaderGone { connection = nil }
      await server.stop()
      // The last chunk says that the stream is whole.
      if let connection { #expect(await connection.receive() == ("0\r\n\r\n", true)) }
    }
    // The grace period has ten seconds.
    #expect(start.duration(to: .now) < .seconds(6))
  }

  @Test func aBodyThatNeverEndsDoesNotKeepTheServer() async throws {
    let routes = Routes()
    try await withServer(routes.router(), limits: limits { $0.shutdownGracePeriod = .milliseconds(300) }) { server in
      let connection = try server.connect()
      connection.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
      #expect(await until { routes.waiting == 1 })
      await server.stop()
      #expect(await connection.receive(sending: "12345").isClosed)
    }
    #expect(routes.brokenOff == 1)
  }
}

@API("/ticks", auth: .none)
private struct Ticks: Sendable {
  @GET("/")
  var all: @Sendable () async throws -> EventStream<Int>
}
