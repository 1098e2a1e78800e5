import Foundation
import NIOCore
import NIOFoundationCompat

/// A connection of a ``FaultServer``, which runs scripts on its event loop.
final class FaultConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State: Equatable {
    /// The next step runs as soon as possible.
    case running
    /// A call or a timer continues the script.
    case paused
    /// The script has ended; the next data starts another one.
    case between
    /// Everything is sent, and the client has to close the connection.
    case closing
  }

  private let server: FaultServer
  private var state = State.running
  private var steps: ArraySlice<FaultStep> = []
  private var received = ByteBuffer()
  /// The number of bytes of the request's body that have not been read.
  private var bodyLeft = 0
  private var hasReadHead = false
  private var isAdvancing = false

  init(server: FaultServer) {
    self.server = server
  }

  func channelActive(context: ChannelHandlerContext) {
    server.opened(context.channel)
    // A client may make a connection without using it, so a script that starts with a request waits for one.
    if case .readHead? = server.script?.first {
      state = .between
      context.read()
    } else {
      begin()
      advance(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    steps = []
    state = .closing
    server.closed(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if state == .closing { return }
    var buffer = unwrapInboundIn(data)
    received.writeBuffer(&buffer)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if state == .between, received.readableBytes > 0 { begin() }
    // Read only if a step waits for data, so that backpressure reaches the client.
    if state != .paused { context.read() }
    advance(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    advance(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func begin() {
    // A connection that arrives after the server stopped is reset.
    steps = (server.script ?? [.reset])[...]
    state = .running
    hasReadHead = false
  }

  private func advance(_ context: ChannelHandlerContext) {
    // Writing can call this method again, but each step runs once.
    if isAdvancing { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while state == .running {
      guard let step = steps.first else {
        // Otherwise the same request would start the next script too.
        guard hasReadHead || readHead() != nil, skipBody() else { return context.read() }
        received.discardReadBytes()
        state = .between
        if received.readableBytes > 0 { begin() } else { context.read() }
        continue
      }
      guard perform(step, context) else { return }
      steps = steps.dropFirst()
    }
  }

  /// Runs a step. Returns `false` if it has to be tried again after the next event.
  private func perform(_ step: FaultStep, _ context: ChannelHandlerContext) -> Bool {
    switch step {
    case .readHead:
      guard let head = readHead() else {
        context.read()
        return false
      }
      server.arrived(head)
    case .readBody:
      guard skipBody() else {
        context.read()
        return false
      }
    case .send(let bytes):
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(data: bytes)), promise: nil)
    case .sendForever(let bytes, let interval):
      if context.channel.isWritable { context.writeAndFlush(wrapOutboundOut(ByteBuffer(data: bytes)), promise: nil) }
      state = .paused
      context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(interval)) { self.resume(context) }
      return false
    case .pause(let duration):
      state = .paused
      context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { self.resume(context) }
    case .waitUntilSent:
      state = .paused
      let sent = context.writeAndFlush(wrapOutboundOut(ByteBuffer()))
      sent.assumeIsolated().whenComplete { _ in self.resume(context) }
    case .wait:
      state = .paused
      let resume = NIOLoopBound({ self.resume(context) }, eventLoop: context.eventLoop)
      server.waits(context.channel) { resume.eventLoop.execute { resume.value() } }
    case .close:
      state = .closing
      context.close(mode: .output, promise: nil)
      context.read()
    case .reset:
      state = .closing
      let channel = context.channel
      (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }
    return true
  }

  private func resume(_ context: ChannelHandlerContext) {
    guard state == .paused else { return }
    state = .running
    advance(context)
  }

  /// Reads a head with its empty line; `nil` while it is incomplete.
  private func readHead() -> String? {
    guard let end = received.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)),
      let head = received.readString(length: end.upperBound - received.readerIndex)
    else { return nil }
    bodyLeft = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
    hasReadHead = true
    return head
  }

  /// Skips the available part of the body. Returns whether the body is complete.
  private func skipBody() -> Bool {
    let count = min(bodyLeft, received.readableBytes)
    received.moveReaderIndex(forwardBy: count)
    received.discardReadBytes()
    bodyLeft -= count
    return bodyLeft == 0
  }
}
