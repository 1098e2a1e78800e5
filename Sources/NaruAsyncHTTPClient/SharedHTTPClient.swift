import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Naru

/// A client that transports share, which counts its connections.
final class SharedHTTPClient: Sendable {
  let client: HTTPClient
  /// The number of connections by the server's port, because the address of a host is not known.
  private let counts: Locked<[Int: Int]>

  private init(connectTimeout: Duration) {
    let counts = Locked<[Int: Int]>([:])
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    // A rejected connection fails at once instead of after ten seconds of attempts. Retries are for middleware to decide.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Its spans would contain the whole URL, including user input. The spans of `CallTracing` don't.
    configuration.tracing.tracer = nil
    configuration.timeout.connect = .milliseconds(max(1, Int64(connectTimeout / .milliseconds(1))))
    configuration.http1_1ConnectionDebugInitializer = { channel in
      counts.withLock { $0[channel.remoteAddress?.port ?? 0, default: 0] += 1 }
      return channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) {
          try pipeline.addHandler(StatusCheck(), position: .after(decoder))
        }
      }
    }
    self.counts = counts
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// The number of connections so far, by the server's port.
  var connections: [Int: Int] { counts.withLock { $0 } }

  /// Whether a new connection to the server's port was made since the counts were taken.
  func hasConnected(to head: HTTPRequest, since connections: [Int: Int]) -> Bool {
    let port = head.authority?.split(separator: ":").last.flatMap { Int($0) } ?? (head.scheme == "https" ? 443 : 80)
    return connections[port] != self.connections[port]
  }

  private static let clients = Locked<[Duration: SharedHTTPClient]>([:])

  /// Returns the process's client with a timeout for connecting. There is one client for each timeout in use.
  static func shared(connectTimeout: Duration) -> SharedHTTPClient {
    clients.withLock { clients in
      if let client = clients[connectTimeout] { return client }
      let client = SharedHTTPClient(connectTimeout: connectTimeout)
      clients[connectTimeout] = client
      return client
    }
  }
}

/// Fails a response with a status below 100, at whose body async-http-client (1.37) ends the process.
private final class StatusCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private var isInvalid = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      isInvalid = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    if !isInvalid { context.fireChannelRead(data) }
  }
}
