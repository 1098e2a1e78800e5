public import Foundation
import NIOCore
import NIOPosix
import Naru
public import NaruTesting

/// A server that does on purpose what servers must not do, to see what an app makes of it.
///
/// It speaks over a socket of the loopback address and byte by byte, so that it can break off wherever it shall.
///
/// ```swift
/// try await FaultServer.run(.closesInBody) { server in
///   let books = Books.live(APIClient(server.url, transport: URLSessionTransport()))
///   await model.load(books)
///   #expect(model.message == "…")
///   try await server.play(.healthy)
///   await model.retry()
/// }
/// ```
///
/// ``FailingTransport`` does the same without a socket.
public final class FaultServer: Sendable {
  private struct State {
    /// What the next requests get; the last one stays.
    var scripts: [Script] = []
    var listener: (any Channel)?
    var connections: [ObjectIdentifier: any Channel] = [:]
    var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var accepted = 0
    var heads: [String] = []
    var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  /// `nil` steps: nobody listens.
  private struct Script {
    var steps: [Fault.Step]?
  }

  /// Where the server is.
  public let url: URL
  /// The body of its right answer.
  public let body: Data
  private let port: ReservedPort
  private let state = Locked(State())

  /// Runs a server while `operation` runs.
  ///
  /// - Parameters:
  ///   - fault: what the server does, until ``play(_:)`` says something else.
  ///   - body: the right answer to every request: JSON, with the status 200. Faults are made of it. In a text that is not
  ///     ASCII, ``Fault/closesInCharacter`` is what it says.
  ///   - operation: what calls the server.
  /// - Throws: what `operation` throws; `NSError` where there is no port to be had.
  public static func run<Result: Sendable>(
    _ fault: Fault = .healthy,
    body: Data = Data(#"{"text":"강은 흐른다"}"#.utf8),
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (FaultServer) async throws -> Result
  ) async throws -> Result {
    let server = try FaultServer(body: body)
    do {
      try await server.play(fault)
      let result = try await operation(server)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  private init(body: Data) throws {
    self.body = body
    port = try ReservedPort()
    guard let url = URL(string: "http://127.0.0.1:\(port.number)") else { throw URLError(.badURL) }
    self.url = url
  }

  /// Says what the next requests get: the first one the first fault, and so on; the last fault stays.
  ///
  /// A fault that does something before it reads begins with the connection, and the others with the request. After
  /// ``Fault/refuses`` in last place, the open connections are closed, and no other can be made; in another place it is
  /// left out. What waits in an earlier script goes on waiting; see ``release()``.
  public func play(_ faults: Fault...) async throws {
    try await play(faults.map { Script(steps: $0.steps(body)) })
  }

  /// Says which steps follow on each connection that is made, and on each request that follows on it.
  public func play(steps: [Fault.Step]) async throws {
    try await play([Script(steps: steps)])
  }

  private func play(_ scripts: [Script]) async throws {
    let isListening = scripts.last?.steps != nil
    let (listener, connections) = state.withLock { state in
      state.scripts = scripts.filter { $0.steps != nil }
      defer { if !isListening { state.listener = nil } }
      return (state.listener, isListening ? [] : Array(state.connections.values))
    }
    if !isListening {
      try? await listener?.close()
      for connection in connections { try? await connection.close() }
    } else if listener == nil {
      let listener = try await listen()
      state.withLock { $0.listener = listener }
    }
  }

  private func listen() async throws -> any Channel {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.socketOption(.init(rawValue: ReservedPort.reuse)), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: false)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(FaultConnection(server: self))
        }
      }
      .bind(host: "127.0.0.1", port: port.number).get()
  }

  private func stop() async {
    try? await play([Script(steps: nil)])
  }
}

extension FaultServer {
  /// How many connections are open.
  public var openConnections: Int { state.withLock { $0.connections.count } }

  /// How many connections were made.
  public var acceptedConnections: Int { state.withLock { $0.accepted } }

  /// The heads of the requests that arrived, with everything in them, in the order in which they did.
  public var requests: [String] { state.withLock { $0.heads } }

  /// Returns when no more than so many connections are open, or the task is cancelled.
  public func waitForConnections(atMost limit: Int) async {
    await wait { $0.connections.count <= limit }
  }

  /// Returns when so many requests have arrived, or the task is cancelled.
  public func waitForRequests(_ count: Int) async {
    await wait { $0.heads.count >= count }
  }

  /// Returns when a connection is at ``NaruTesting/Fault/Step/wait``, or the task is cancelled.
  public func waitUntilWaiting() async {
    await wait { !$0.waiting.isEmpty }
  }

  /// Lets all connections go on that are at ``NaruTesting/Fault/Step/wait``.
  public func release() {
    let waiting = change { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for goOn in waiting { goOn() }
  }

  private func wait(until isTrue: @Sendable (State) -> Bool) async {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    state.withLock { $0.watchers[id] = continuation }
    defer { state.withLock { $0.watchers[id] = nil } }
    continuation.yield()
    for await _ in changes where state.withLock({ isTrue($0) }) { return }
  }

  private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    let (value, watchers) = state.withLock { state in
      let value = body(&state)
      return (value, Array(state.watchers.values))
    }
    for watcher in watchers { watcher.yield() }
    return value
  }
}

/// What connections tell.
extension FaultServer {
  func opened(_ channel: any Channel) {
    change { state in
      state.accepted += 1
      state.connections[ObjectIdentifier(channel)] = channel
    }
  }

  func closed(_ channel: any Channel) {
    change { state in
      state.connections[ObjectIdentifier(channel)] = nil
      state.waiting[ObjectIdentifier(channel)] = nil
    }
  }

  func arrived(_ head: String) {
    change { $0.heads.append(head) }
  }

  func waits(_ channel: any Channel, _ goOn: @escaping @Sendable () -> Void) {
    change { $0.waiting[ObjectIdentifier(channel)] = goOn }
  }

  /// The first step of the next script. `nil` where there is none.
  func nextScriptStart() -> Fault.Step? {
    state.withLock { $0.scripts.first?.steps?.first }
  }

  /// `nil` where nobody listens.
  func nextScript() -> [Fault.Step]? {
    state.withLock { state in
      state.scripts.count > 1 ? state.scripts.removeFirst().steps : state.scripts.first?.steps
    }
  }
}
