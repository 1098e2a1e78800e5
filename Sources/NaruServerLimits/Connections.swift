import Logging
import NIOCore
import Naru

/// The open connections of a server.
final class Connections: Sendable {
  private struct State {
    var count = 0
    var loops: [ObjectIdentifier: NIOLoopBound<LoopConnections>] = [:]
    var isGuarded = false
    var warned: NIODeadline?
  }

  let limits: ServerLimits
  let maximum: Int
  private let state = Locked(State())

  init(_ limits: ServerLimits, maximum: Int) {
    self.limits = limits
    self.maximum = max(1, maximum)
  }

  /// Whether there are as many connections as allowed.
  var hasMaximum: Bool { state.withLock { $0.count >= maximum } }
  /// Whether there are more connections than the maximum.
  var isFull: Bool { state.withLock { $0.count > maximum } }

  /// Adds a connection, on its event loop. If there are too many, closes one that waits for a request, if possible the one of
  /// this event loop that has waited longest. If there is none, the new one will be rejected.
  func add(_ channel: any Channel, _ logger: Logger) -> Connection {
    let loop = loop(channel.eventLoop)
    let isFull = state.withLock { state in
      state.count += 1
      return state.count > maximum
    }
    let hasRoom = !isFull || loop.value.closeOldestIdle()
    let connection = Connection(channel, loop.value)
    if !hasRoom {
      connection.isRejected = { [self] in
        guard self.isFull else { return false }
        warn(logger)
        return true
      }
      let others = state.withLock { $0.loops.filter { $0.key != ObjectIdentifier(channel.eventLoop) }.map(\.value) }
      makeRoom(on: others[...])
    }
    loop.value.add(connection)
    let id = ObjectIdentifier(channel)
    channel.closeFuture.whenComplete { [self] _ in
      loop.value.remove(id)
      state.withLock { $0.count -= 1 }
    }
    return connection
  }

  /// Closes a connection that waits for a request, of the first event loop that has one.
  private func makeRoom(on loops: ArraySlice<NIOLoopBound<LoopConnections>>) {
    guard let loop = loops.first else { return }
    loop.eventLoop.execute { [self] in
      if !loop.value.closeOldestIdle() { makeRoom(on: loops.dropFirst()) }
    }
  }

  private func loop(_ eventLoop: any EventLoop) -> NIOLoopBound<LoopConnections> {
    state.withLock { state in
      let id = ObjectIdentifier(eventLoop)
      if let loop = state.loops[id] { return loop }
      let new = NIOLoopBound(LoopConnections(limits, eventLoop), eventLoop: eventLoop)
      state.loops[id] = new
      return new
    }
  }

  /// Lets the server channel accept only as many connections as there are files for, when the first one was accepted.
  func guardAccepting(_ server: any Channel, _ logger: Logger) {
    let isFirst = state.withLock { state in
      defer { state.isGuarded = true }
      return !state.isGuarded
    }
    guard isFirst else { return }
    server.eventLoop.execute { [self] in
      try? server.pipeline.syncOperations.addHandler(AcceptGuard(self, logger), position: .first)
    }
  }

  /// Logs at most once a minute that connections are rejected.
  private func warn(_ logger: Logger) {
    let now = NIODeadline.now()
    let isDue = state.withLock { state in
      if let warned = state.warned, now - warned < .minutes(1) { return false }
      state.warned = now
      return true
    }
    guard isDue else { return }
    logger.warning(
      "All connections have a request in progress. New ones are rejected.",
      metadata: ["connections": "\(maximum)"]
    )
  }
}

/// The connections of one event loop, which alone uses this object. It closes those that take too long.
final class LoopConnections {
  let limits: Nanoseconds
  private let eventLoop: any EventLoop
  private var all: [ObjectIdentifier: Connection] = [:]
  /// The connections that have not sent a complete head yet, the oldest first.
  private var silent = ConnectionList()
  /// The connections without a request after at least one, the one that has waited longest first.
  private var idle = ConnectionList()
  private var timer: RepeatedTask?

  init(_ limits: ServerLimits, _ eventLoop: any EventLoop) {
    self.limits = Nanoseconds(limits)
    self.eventLoop = eventLoop
  }

  func add(_ connection: Connection) {
    all[ObjectIdentifier(connection.channel)] = connection
    silent.append(connection)
    guard timer == nil else { return }
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    let period = TimeAmount.nanoseconds(limits.period)
    timer = eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in bound.value.check() }
  }

  func remove(_ channel: ObjectIdentifier) {
    guard let connection = all.removeValue(forKey: channel) else { return }
    hasRequest(connection)
    guard all.isEmpty else { return }
    timer?.cancel()
    timer = nil
  }

  /// The connection waits for a request again.
  func waits(_ connection: Connection) {
    idle.append(connection)
  }

  /// The connection has a request, or is closed.
  func hasRequest(_ connection: Connection) {
    if connection.hasRequested { idle.remove(connection) } else { silent.remove(connection) }
  }

  /// Closes the connection that has waited longest for a request.
  func closeOldestIdle() -> Bool {
    guard let oldest = silent.first ?? idle.first(where: { $0.unsentBytes == 0 }) else { return false }
    // At once, because closing takes a moment.
    hasRequest(oldest)
    oldest.close()
    return true
  }

  private func check() {
    let now = NIODeadline.now()
    for connection in all.values { connection.check(now) }
  }
}

/// Limits as numbers of nanoseconds.
struct Nanoseconds {
  let head, idle, stall, stop: Int64
  let minimumRate: Int64
  /// The time between two checks.
  let period: Int64

  init(_ limits: ServerLimits) {
    func nanoseconds(_ duration: Duration) -> Int64 { TimeAmount(duration).nanoseconds }
    head = nanoseconds(limits.headTimeout)
    idle = nanoseconds(limits.idleTimeout)
    stall = nanoseconds(limits.stallTimeout)
    stop = nanoseconds(limits.shutdownGracePeriod)
    minimumRate = Int64(max(1, limits.minimumRate))
    period = max(5_000_000, min(500_000_000, min(head, idle, stall, stop) / 8))
  }

  /// The time that a number of bytes may take.
  func time(for bytes: Int) -> Int64 {
    let (extra, overflows) = (Int64(bytes) / minimumRate).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max : stall.addingReportingOverflow(extra).partialValue
  }
}

/// A list of connections in the order of their addition. A connection is in at most one list.
struct ConnectionList {
  private(set) var first: Connection?
  private var last: Connection?

  mutating func append(_ connection: Connection) {
    connection.older = last
    if let last { last.newer = connection } else { first = connection }
    last = connection
  }

  /// Removes a connection if it is in this list.
  mutating func remove(_ connection: Connection) {
    guard connection.older != nil || connection.newer != nil || first === connection else { return }
    if let older = connection.older { older.newer = connection.newer } else { first = connection.newer }
    if let newer = connection.newer { newer.older = connection.older } else { last = connection.older }
    connection.older = nil
    connection.newer = nil
  }

  func first(where isWanted: (Connection) -> Bool) -> Connection? {
    var next = first
    while let connection = next {
      if isWanted(connection) { return connection }
      next = connection.newer
    }
    return nil
  }
}
