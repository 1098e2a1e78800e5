public import Foundation
import NIOCore
import NIOPosix
import Naru
public import NaruTesting

/// A server that fails on purpose, to test an app or a transport.
///
/// It uses a socket of this machine and sends single bytes, so it can stop anywhere.
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
/// `FailingTransport` (in `NaruTesting`) does the same without a socket.
public final class FaultServer: Sendable {
  private struct State {
    /// The scripts of the next requests; the last one is repeated.
    var scripts: [Script] = []
    var listener: (any Channel)?
    var connections: [ObjectIdentifier: any Channel] = [:]
    var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var accepted = 0
    var heads: [String] = []
    var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  private struct Script {
    /// The steps; `nil` if the server does not listen.
    var steps: [Fault.Step]?
  }

  /// The address of the server.
  public let url: URL
  /// The body of the correct response.
  public let body: Data
  private let port: ReservedPort
  private let state = Locked(State())

  /// Runs a server while an operation runs.
  ///
  /// - Parameters:
  ///   - fault: the fault of the requests, until ``play(_:)`` changes it.
  ///   - body: the body of the correct response, which is JSON with the status 200. Faults change this response.
  ///   - isolation: the actor that runs the operation.
  ///   - operation: the operation; it calls the server.
  /// - Returns: the result of the operation.
  /// - Throws: the error of the operation; `NSError` if there is no free port.
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

  /// Sets the faults of the next requests, in order. The last fault is repeated.
  ///
  /// A fault that acts before it reads starts with the connection; other faults start with the request. If `refuses` is the last
  /// fault, open connections are closed and new ones are refused; elsewhere it is ignored. A connection that waits in an earlier
  /// script continues to wait; see ``release()``.
  public func play(_ faults: Fault...) async throws {
    try await play(faults.map { Script(steps: $0.steps(body)) })
  }

  /// Sets the steps of each new connection and of each later request on it.
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
  /// The number of open connections.
  public var openConnections: Int { state.withLock { $0.connections.count } }

  /// The number of accepted connections.
  public var acceptedConnections: Int { state.withLock { $0.accepted } }

  /// The complete heads of the requests, in the order of their arrival.
  public var requests: [String] { state.withLock { $0.heads } }

  /// Waits until at most a number of connections is open, or the task is cancelled.
  public func waitForConnections(atMost limit: Int) async {
    await wait { $0.connections.count <= limit }
  }

  /// Waits until a number of requests has arrived, or the task is cancelled.
  public func waitForRequests(_ count: Int) async {
    await wait { $0.heads.count >= count }
  }

  /// Waits until a connection is at ``NaruTesting/Fault/Step/wait``, or the task is cancelled.
  public func waitUntilWaiting() async {
    await wait { !$0.waiting.isEmpty }
  }

  /// Continues all connections that are at ``NaruTesting/Fault/Step/wait``.
  public func release() {
    let waiting = change { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for resume in waiting { resume() }
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

/// Events of connections.
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

  func waits(_ channel: any Channel, _ resume: @escaping @Sendable () -> Void) {
    change { $0.waiting[ObjectIdentifier(channel)] = resume }
  }

  /// The first step of the next script; `nil` if there is none.
  func nextScriptStart() -> Fault.Step? {
    state.withLock { $0.scripts.first?.steps?.first }
  }

  /// Takes the next script; `nil` if the server does not listen.
  func nextScript() -> [Fault.Step]? {
    state.withLock { state in
      state.scripts.count > 1 ? state.scripts.removeFirst().steps : state.scripts.first?.steps
    }
  }
}
