import Foundation
import NIOCore
import NIOPosix
import Naru

/// A server that fails as a test wants. It uses a socket and sends single bytes, so it can stop anywhere.
final class FaultServer: Sendable {
  private struct State {
    /// The steps for each connection or request; `nil` if the server does not listen.
    var script: [FaultStep]?
    var listener: (any Channel)?
    var connections: [ObjectIdentifier: any Channel] = [:]
    var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var heads: [String] = []
  }

  let url: URL
  /// The body of the correct response.
  private let body: Data
  private let port: ReservedPort
  private let state = Locked(State())

  /// Runs a server with correct responses while an operation runs.
  static func run(
    body: Data = FaultSubject.response,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (FaultServer) async throws -> Void
  ) async throws {
    let server = try FaultServer(body: body)
    do {
      try await server.play(.healthy)
      try await operation(server)
      try await server.play(.refuses)
    } catch {
      try? await server.play(.refuses)
      throw error
    }
  }

  private init(body: Data) throws {
    self.body = body
    port = try ReservedPort()
    guard let url = URL(string: "http://127.0.0.1:\(port.number)") else { throw URLError(.badURL) }
    self.url = url
  }

  /// Sets the fault of the next requests. One that acts before it reads starts with the connection, others start with the request. A
  /// connection that waits in an earlier script continues to wait; see ``release()``.
  func play(_ fault: WireFault) async throws {
    guard let steps = fault.steps(body) else {
      let (listener, connections) = state.withLock { state in
        state.script = nil
        defer { state.listener = nil }
        return (state.listener, Array(state.connections.values))
      }
      try? await listener?.close()
      for connection in connections { try? await connection.close() }
      return
    }
    try await play(steps)
  }

  /// Sets the steps of each new connection and of each later request on it.
  func play(_ steps: [FaultStep]) async throws {
    let isListening = state.withLock { state in
      state.script = steps
      return state.listener != nil
    }
    guard !isListening else { return }
    let listener = try await listen()
    state.withLock { $0.listener = listener }
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

  /// The number of open connections.
  var openConnections: Int { state.withLock { $0.connections.count } }
  /// The complete heads of the requests, in the order of their arrival.
  var requests: [String] { state.withLock { $0.heads } }
  /// Whether a connection is at ``FaultStep/wait``.
  var isWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Continues all connections that are at ``FaultStep/wait``.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for resume in waiting { resume() }
  }

  // MARK: Events of connections

  var script: [FaultStep]? { state.withLock { $0.script } }

  func opened(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)] = channel }
  }

  func closed(_ channel: any Channel) {
    state.withLock { state in
      state.connections[ObjectIdentifier(channel)] = nil
      state.waiting[ObjectIdentifier(channel)] = nil
    }
  }

  func arrived(_ head: String) {
    state.withLock { $0.heads.append(head) }
  }

  func waits(_ channel: any Channel, _ resume: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting[ObjectIdentifier(channel)] = resume }
  }
}
