import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Naru

/// Hummingbird's HTTP/1.1 channel, between a handler that watches the bytes and a handler that checks the requests.
struct LimitedChannel: ServerChildChannel {
  private let base: HTTP1Channel
  private let connections: Connections

  init(responder: @escaping HTTPChannelHandler.Responder, connections: Connections) {
    self.connections = connections
    base = HTTP1Channel { request, writer, channel in
      var request = request
      if request.method != .get, request.headers[.expect] != nil {
        request.body = RequestBody(asyncSequence: ContinuedBody(base: request.body, channel: channel))
      }
      try await responder(request, writer, channel)
    }
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    if let server = channel.parent { connections.guardAccepting(server, logger) }
    return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let connection = connections.add(channel, logger)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(RequestRules(connection), position: .after(decoder))
      try pipeline.addHandler(ConnectionBytes(connection), position: .first)
      return AcceptedConnection(value)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await base.handle(value: value.take(), logger: logger)
  }
}

/// An accepted connection. Unless it is taken, it is closed when it is released.
///
/// NIO (2.101) releases connections that were accepted while the server stops, and traps because they were not finished.
final class AcceptedConnection: ServerChildChannelValue {
  private let connection: HTTP1Channel.Value
  private let isTaken = Locked(false)

  init(_ connection: HTTP1Channel.Value) {
    self.connection = connection
  }

  deinit {
    guard !isTaken.withLock({ $0 }) else { return }
    Task { [connection] in try? await connection.executeThenClose { _, _ in } }
  }

  var channel: any Channel { connection.channel }

  func take() -> HTTP1Channel.Value {
    isTaken.withLock { $0 = true }
    return connection
  }
}

/// The body of a request whose client waits for `100 Continue`, which is sent when the body is first read.
private struct ContinuedBody: AsyncSequence, Sendable {
  let base: RequestBody
  let channel: any Channel

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), channel: channel)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RequestBody.AsyncIterator
    var channel: (any Channel)?

    @concurrent
    mutating func next() async throws -> ByteBuffer? {
      if let channel {
        self.channel = nil
        channel.triggerUserOutboundEvent(BodyIsRead(), promise: nil)
      }
      return try await base.next()
    }
  }
}

/// The event for a body that is read for the first time.
struct BodyIsRead: Sendable {}
