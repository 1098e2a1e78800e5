import AsyncHTTPClient
import HTTPTypes
import NIOCore
import Naru

/// A client that transports share, with the number of the connections that it made.
final class OwnClient: Sendable {
  let client: HTTPClient
  /// By the port of the server, since the address of a host is not known.
  private let counts: Locked<[Int: Int]>

  private init(connectTimeout: Duration) {
    let counts = Locked<[Int: Int]>([:])
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    // A server that refuses is told at once, and not after ten seconds of trying; retries are for a middleware to decide.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Its spans would hold the whole URL, with what a person typed. `CallTracing` makes some that don't.
    configuration.tracing.tracer = nil
    configuration.timeout.connect = .milliseconds(max(1, Int64(connectTimeout / .milliseconds(1))))
    configuration.http1_1ConnectionDebugInitializer = { channel in
      counts.withLock { $0[channel.remoteAddress?.port ?? 0, default: 0] += 1 }
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    self.counts = counts
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// How many connections were made so far, by the port of the server.
  var connections: [Int: Int] { counts.withLock { $0 } }

  /// Whether a connection to a server with the port of this one was made since there were so many.
  func hasConnected(to head: HTTPRequest, since connections: [Int: Int]) -> Bool {
    let port = head.authority?.split(separator: ":").last.flatMap { Int($0) } ?? (head.scheme == "https" ? 443 : 80)
    return connections[port] != self.connections[port]
  }

  private static let clients = Locked<[Duration: OwnClient]>([:])
  private static let usual = OwnClient(connectTimeout: .seconds(10))

  /// The client of the process with this time for a connection. There is one for each that was ever asked for.
  static func shared(connectTimeout: Duration) -> OwnClient {
    if connectTimeout == .seconds(10) { return usual }
    return clients.withLock { clients in
      if let client = clients[connectTimeout] { return client }
      let client = OwnClient(connectTimeout: connectTimeout)
      clients[connectTimeout] = client
      return client
    }
  }
}
