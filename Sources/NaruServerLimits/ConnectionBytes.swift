import NIOCore

/// Watches the bytes of a connection, below the HTTP codec.
final class ConnectionBytes: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func read(context: ChannelHandlerContext) {
    connection.isReading = true
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.isReading = false
    connection.received(unwrapInboundIn(data).readableBytes)
    if !connection.isClosing { context.fireChannelRead(data) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // The handler above doesn't read any more, because no one reads its output.
    if connection.isClosing { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    connection.wrote(unwrapOutboundIn(data).readableBytes)
    context.write(data, promise: promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    // When everything before was sent: if the client has closed its side, NIO would discard the rest (2.101).
    let sent = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { _ in bound.value.close(mode: .output, promise: promise) }
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      // Not passed on: Hummingbird closes idle connections at once, and others with unsent bytes (as of 2.28).
      connection.stop()
    case let event as ChannelEvent where event == .inputClosed:
      context.fireUserInboundEventTriggered(event)
      connection.closedInput()
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }
}
