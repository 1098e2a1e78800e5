import NIOCore

/// A connection and its state. Only its event loop uses it.
final class Connection {
  /// The time for which input is discarded after the last response, so that the client can read it.
  private static let lingerTime: Int64 = 2_000_000_000
  /// The number of bytes of input that are discarded after the last response.
  private static let lingerLimit = 8 << 20

  let channel: any Channel
  /// Whether the connection is over the maximum, so that its request is rejected.
  var isRejected: () -> Bool = { false }
  /// The handler that responds for this connection.
  weak var rules: RequestRules?

  // The neighbors in the list of connections without a request. Both are in the same list, which ends before they do.
  unowned var older: Connection?
  unowned var newer: Connection?

  private let loop: LoopConnections
  /// Whether a complete head was received.
  private(set) var hasRequested = false
  private var requestsInProgress = 0
  private var waitsSince = NIODeadline.now()
  /// The time of the first byte of a head that is not complete.
  private var headBegan: NIODeadline?

  /// Whether the end of the last request has not been received.
  private(set) var isReceivingBody = false
  private(set) var bodyBytes = 0
  /// The time that the server has waited for the body.
  private var bodyWait: Int64 = 0
  /// Whether the client waits for `100 Continue`.
  var awaitsContinue = false
  /// Whether the server waits for input.
  var isReading = false

  private var writtenBytes = 0
  /// When the client stopped reading bytes, and how many it had read by then.
  private var stalled: (since: NIODeadline, sentBytes: Int)?

  private(set) var isStopping = false
  /// Whether the last response was written. Input is discarded.
  private(set) var isClosing = false
  private var closingSince: NIODeadline?
  private var discardedBytes = 0
  private var isInputClosed = false
  private var closesAt: NIODeadline?

  init(_ channel: any Channel, _ loop: LoopConnections) {
    self.channel = channel
    self.loop = loop
  }

  func close() {
    channel.close(mode: .all, promise: nil)
  }

  /// The number of bytes that were written, but not taken by the system.
  var unsentBytes: Int {
    (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  // MARK: Bytes

  func received(_ bytes: Int) {
    if isClosing {
      discardedBytes += bytes
      if discardedBytes > Self.lingerLimit { close() }
    } else if !isReceivingBody, headBegan == nil {
      headBegan = .now()
    }
  }

  func wrote(_ bytes: Int) {
    writtenBytes += bytes
  }

  func closedInput() {
    isInputClosed = true
    if isClosing, unsentBytes == 0 { close() }
  }

  // MARK: Requests

  func receivedHead(awaitsContinue: Bool) {
    if requestsInProgress == 0 { loop.hasRequest(self) }
    requestsInProgress += 1
    hasRequested = true
    headBegan = nil
    isReceivingBody = true
    bodyBytes = 0
    bodyWait = 0
    self.awaitsContinue = awaitsContinue
  }

  func receivedBody(_ bytes: Int) {
    bodyBytes += bytes
    awaitsContinue = false
  }

  func receivedEnd() {
    isReceivingBody = false
    awaitsContinue = false
  }

  func answered() {
    requestsInProgress -= 1
    guard requestsInProgress == 0 else { return }
    waitsSince = .now()
    if headBegan != nil { headBegan = waitsSince }
    loop.waits(self)
  }

  /// The last response was written. The rest of the input is discarded until the client closes the connection, because closing
  /// it with unread input could discard the response.
  func beganClosing() {
    isClosing = true
    isReceivingBody = false
  }

  // MARK: Time

  /// Closes an idle connection at shutdown, after a short delay for requests that were already
  /// sent.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    let end = NIODeadline.now() + .nanoseconds(loop.limits.stop - loop.limits.period)
    closesAt = min(closesAt ?? end, end)
    guard !isClosing else { return }
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    channel.eventLoop.scheduleTask(in: .milliseconds(50)) {
      let connection = bound.value
      if connection.requestsInProgress == 0, connection.unsentBytes == 0, !connection.isClosing { connection.close() }
    }
  }

  func check(_ now: NIODeadline) {
    let limits = loop.limits
    if let closesAt, now >= closesAt { return close() }
    let unsent = unsentBytes
    if unsent > 0 {
      let sent = writtenBytes - unsent
      guard let stalled else { return stalled = (now, sent) }
      if (now - stalled.since).nanoseconds > limits.time(for: sent - stalled.sentBytes) { close() }
      return
    }
    stalled = nil
    if isClosing {
      let since = closingSince ?? now
      closingSince = since
      if isInputClosed || (now - since).nanoseconds > Self.lingerTime { close() }
    } else if isReceivingBody {
      guard isReading, !awaitsContinue else { return }
      bodyWait += limits.period
      guard bodyWait > limits.time(for: bodyBytes) else { return }
      closesAt = now + .nanoseconds(Self.lingerTime)
      rules?.timeOut()
    } else if requestsInProgress == 0 {
      if let headBegan {
        if (now - headBegan).nanoseconds > limits.head { rules?.timeOut() }
      } else if (now - waitsSince).nanoseconds > (hasRequested ? limits.idle : limits.head) {
        close()
      }
    }
  }
}
