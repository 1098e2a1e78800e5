import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Naru

/// Checks each request before anything else sees it, and decides when the connection ends.
final class RequestRules: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The largest rest of a body that is read after the response, so that the connection can be used again. AsyncHTTPClient
  /// (1.37) loses a response with `Connection: close` while it still sends a body.
  private static let smallRest = 16 << 20

  private let connection: Connection
  private var context: ChannelHandlerContext?
  /// The requests in progress, in the order of their responses.
  private var requests = CircularBuffer<RequestFacts>(initialCapacity: 2)
  /// The response to a request that was rejected, which waits for the responses to those before it.
  private var rejection: Rejection?
  /// Whether the requests after the last one are ignored.
  private var ignoresRequests = false
  /// Whether the current response is the last one.
  private var isLast = false
  /// Whether the current response is sent without its body.
  private var omitsBody = false

  init(_ connection: Connection) {
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    connection.rules = self
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !ignoresRequests else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      receive(head, data, context)
    case .body(let bytes):
      connection.receivedBody(bytes.readableBytes)
      context.fireChannelRead(data)
    case .end:
      connection.receivedEnd()
      ignoresRequests = requests.last?.keepsAlive == false
      context.fireChannelRead(data)
    }
  }

  private func receive(_ head: HTTPRequestHead, _ data: NIOAny, _ context: ChannelHandlerContext) {
    switch RequestFacts.check(head) {
    case .failure(let rejection):
      reject(rejection, context)
    case .success where connection.isRejected():
      reject(.full, context)
    case .success(let facts):
      connection.receivedHead(awaitsContinue: facts.awaitsContinue)
      requests.append(facts)
      if let path = facts.path {
        var head = head
        head.uri = path
        context.fireChannelRead(wrapInboundOut(.head(head)))
      } else {
        context.fireChannelRead(data)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    guard !ignoresRequests, !connection.isClosing else { return }
    if connection.isReceivingBody { breakOff(error, context) } else { reject(.malformed(error), context) }
  }

  /// The client takes too long for a head or a body.
  func timeOut() {
    guard let context, !ignoresRequests else { return connection.close() }
    if connection.isReceivingBody { breakOff(BodyTimeout(), context) } else { reject(.slow, context) }
  }

  /// The rest of a body will not be received. The error reaches the code that reads the body, which sends the response.
  private func breakOff(_ error: any Error, _ context: ChannelHandlerContext) {
    ignoresRequests = true
    isLast = true
    if requests.isEmpty { close(context) } else { context.fireErrorCaught(error) }
  }

  private func reject(_ rejection: Rejection, _ context: ChannelHandlerContext) {
    ignoresRequests = true
    if requests.isEmpty { send(rejection, context) } else { self.rejection = rejection }
  }

  private func send(_ rejection: Rejection, _ context: ChannelHandlerContext) {
    let body = ByteBuffer(string: rejection.text)
    var headers = HTTPHeaders([
      ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Length", "\(body.readableBytes)"), ("Connection", "close"),
    ])
    if let seconds = rejection.retryAfter { headers.add(name: "Retry-After", value: "\(seconds)") }
    let head = HTTPResponseHead(version: .http1_1, status: rejection.status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    close(context)
  }

  // MARK: Responses

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is BodyIsRead else { return context.triggerUserOutboundEvent(event, promise: promise) }
    promise?.succeed()
    // A client that has sent some of the body doesn't wait any more.
    guard connection.awaitsContinue, requests.count == 1, !connection.isClosing else { return }
    connection.awaitsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !connection.isClosing else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.code == 0:
      // A response that was dropped on purpose.
      promise?.fail(ChannelError.ioOnClosedChannel)
      connection.beganClosing()
      connection.close()
    case .head(var head):
      begin(&head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body where omitsBody:
      promise?.succeed()
    case .body:
      context.write(data, promise: promise)
    case .end:
      // A chunked body would end with a last chunk, also after `HEAD` (NIO 2.101).
      if omitsBody { promise?.succeed() } else { context.write(data, promise: promise) }
      end(context)
    }
  }

  private func begin(_ head: inout HTTPResponseHead) {
    let request = requests.first
    omitsBody = request?.isHead == true
    isLast = isLast || request?.keepsAlive != true
    if requests.count <= 1 { isLast = isLast || (connection.isStopping && rejection == nil) || leavesBody(request) }
    if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    // Hummingbird's length of no body, also if the response to `GET` is a stream of unknown length (2.28).
    if omitsBody, head.headers["Content-Length"] == ["0"] { head.headers.remove(name: "Content-Length") }
    // The client can't read chunks, so the end of the connection is the end of the body.
    if request?.isHTTP10 == true { head.version = .http1_0 }
    if !head.headers.contains(name: "X-Content-Type-Options") {
      head.headers.add(name: "X-Content-Type-Options", value: "nosniff")
    }
  }

  /// Whether more of a body is to come than is worth reading.
  private func leavesBody(_ request: RequestFacts?) -> Bool {
    guard connection.isReceivingBody else { return false }
    guard !connection.awaitsContinue, let length = request?.contentLength else { return true }
    return length - connection.bodyBytes > Self.smallRest
  }

  private func end(_ context: ChannelHandlerContext) {
    guard requests.popFirst() != nil else { return close(context) }
    connection.answered()
    if let rejection, requests.isEmpty {
      send(rejection, context)
    } else if isLast || (connection.isStopping && requests.isEmpty) {
      close(context)
    }
  }

  private func close(_ context: ChannelHandlerContext) {
    connection.beganClosing()
    context.flush()
    context.close(mode: .output, promise: nil)
    context.read()
  }
}

/// The error of a reader of a body that the client sends too slowly.
struct BodyTimeout: HTTPResponseError {
  var status: HTTPResponse.Status { .requestTimeout }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(status: status)
  }
}

extension Error {
  /// Whether it is the error of a reader of a body that the client sends too slowly.
  package var isBodyTimeout: Bool { self is BodyTimeout }
}
