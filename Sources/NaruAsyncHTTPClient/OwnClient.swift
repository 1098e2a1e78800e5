import AsyncHTTPClient
import NIOCore
import Naru

/// A client that transports share, with the number of the connections that it made.
final class OwnClient: Sendable {
  let client: HTTPClient
  private let count: Locked<Int>

  /// How many connections were made.
  var connections: Int { count.withLock { $0 } }

  private init(connectTimeout: Duration) {
    let count = Locked(0)
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    // A server that refuses is told at once, and not after ten seconds of trying; retries are for a middleware to decide.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.timeout.connect = .milliseconds(max(1, Int64(connectTimeout / .milliseconds(1))))
    configuration.http1_1ConnectionDebugInitializer = { channel in
      count.withLock { $0 += 1 }
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    self.count = count
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
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
