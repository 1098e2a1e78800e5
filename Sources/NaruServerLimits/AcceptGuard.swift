import Foundation
import Logging
import NIOCore

/// Keeps a server from accepting more than it has room for.
///
/// * When the process has no more file descriptors, accepting stops, and the others wait in the system's queue. Without it, the
///   process exits at the first connection that gets no descriptor (Hummingbird 2.28).
/// * When there are as many connections as allowed, a connection that has sent the beginning of a head is closed before it costs anything.
///   Otherwise clients that are closed and come back at once would fill the system's queue, and everyone would wait in it.
final class AcceptGuard: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private let connections: Connections
  /// Connections over the maximum get a 503.
  private let most: Int
  private let logger: Logger
  private var count = 0
  /// Whether a read waits until a connection is closed.
  private var holdsRead = false
  private var defersAccepting = false

  init(_ connections: Connections, _ logger: Logger) {
    self.connections = connections
    self.logger = logger
    most = connections.maximum + max(1, min(32, connections.maximum / 8))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = unwrapInboundIn(data)
    count += 1
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
      let (handler, context) = bound.value
      handler.count -= 1
      handler.resume(context)
    }
    guard connections.hasMaximum else { return context.fireChannelRead(data) }
    deferAccepting(context.channel)
    channel.eventLoop.submit { channel.hasSentPartOfHead }.hop(to: context.eventLoop).whenComplete { result in
      let (handler, context) = bound.value
      if case .success(true) = result {
        channel.close(promise: nil)
      } else {
        context.fireChannelRead(handler.wrapInboundOut(channel))
      }
    }
  }

  func read(context: ChannelHandlerContext) {
    if count < most { context.read() } else { holdsRead = true }
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
    guard holdsRead, count < most else { return }
    holdsRead = false
    context.read()
  }

  /// From now on, Linux keeps a connection to itself until it has sent something, or the time for its head is over.
  private func deferAccepting(_ server: any Channel) {
    guard !defersAccepting else { return }
    defersAccepting = true
    #if os(Linux)
      let seconds = connections.limits.headTimeout.components.seconds
      let option = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_DEFER_ACCEPT))
      // A Unix socket doesn't have it.
      server.setOption(option, value: max(1, Int(seconds))).whenFailure { _ in }
    #endif
  }
}

extension Channel {
  /// Whether the client has sent something that is shorter than a packet, and no complete head.
  fileprivate var hasSentPartOfHead: Bool {
    let start = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
      withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { bytes in
        let length = recv(socket, bytes.baseAddress, bytes.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        guard length > 0, length < bytes.count else { return false }
        return !bytes[..<length].containsEndOfHead
      }
    }
    return start == true
  }
}

extension Slice<UnsafeMutableRawBufferPointer> {
  /// Whether there is an empty line.
  fileprivate var containsEndOfHead: Bool {
    var newlines = 0
    for byte in self {
      switch byte {
      case UInt8(ascii: "\n"): newlines += 1
      case UInt8(ascii: "\r"): continue
      default: newlines = 0
      }
      if newlines == 2 { return true }
    }
    return false
  }
}
