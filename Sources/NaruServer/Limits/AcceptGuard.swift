import Logging
import NIOCore

/// Stops accepting connections when the process runs out of file descriptors. The others wait in the system's queue.
///
/// Without it, the process exits at the first connection that gets no descriptor (Hummingbird 2.28).
final class AcceptGuard: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private let maximum: Int
  private let logger: Logger
  private var count = 0
  /// Whether a read waits until a connection is closed.
  private var holdsRead = false

  init(maximum: Int, _ logger: Logger) {
    self.maximum = maximum
    self.logger = logger
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count += 1
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
      let (handler, context) = bound.value
      handler.count -= 1
      handler.resume(context)
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if count < maximum { context.read() } else { holdsRead = true }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    logger.warning("A connection could not be accepted.", metadata: ["error": "\(error)"])
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    holdsRead = true
    context.eventLoop.scheduleTask(in: .milliseconds(100)) {
      let (handler, context) = bound.value
      handler.resume(context)
    }
  }

  private func resume(_ context: ChannelHandlerContext) {
    guard holdsRead, count < maximum else { return }
    holdsRead = false
    context.read()
  }
}
