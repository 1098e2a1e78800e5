import Naru
import NaruLabContract

/// The exchanges of a server in memory, with the queued calls that apps have reported: the newest ones, up to a number and a size.
final class ExchangeLog: Sendable {
  /// How often a caller sent an idempotency key to an endpoint, and how often the handler did its work for it.
  struct KeyUses: Sendable {
    fileprivate(set) var sent = 0
    fileprivate(set) var applied = 0
    fileprivate var last = 0
  }

  private struct Key: Hashable {
    let endpoint: Endpoint?
    let caller: String?
    let space: String?
    let key: String
  }

  /// A change of the log.
  enum Event: Sendable {
    case exchange(LoggedExchange)
    case queue(Lab.QueueEntry)
  }

  /// Identifies a queued call and its exchanges, without the caller: reports don't contain one, and an app never reuses a key.
  private struct QueueKey: Hashable {
    let endpoint: String
    let key: String
  }

  private struct Cell: Hashable {
    let endpoint: Endpoint
    let status: Int?
    let fault: String?
  }

  private struct State {
    /// The exchanges in the order of their ids. Those before `start` were removed.
    var exchanges: [LoggedExchange?] = []
    var start = 0
    var lastID = 0
    var size = 0
    var keys: [Key: KeyUses] = [:]
    var cells: [Cell: Int] = [:]
    var queue: [QueueKey: Lab.QueueEntry] = [:]
    /// The keys of the queue, the oldest first.
    var queueOrder: [QueueKey] = []
    var readers: [Int: AsyncStream<Event>.Continuation] = [:]
    var lastReader = 0

    func send(_ event: Event) {
      for reader in readers.values { reader.yield(event) }
    }
  }

  /// The largest number of queued calls.
  private static let queueLimit = 1000

  private let countLimit: Int
  private let sizeLimit: Int
  private let state = Locked(State())

  init(countLimit: Int, sizeLimit: Int) {
    self.countLimit = countLimit
    self.sizeLimit = sizeLimit
  }

  /// Adds an exchange, and removes the oldest ones if there are too many.
  @discardableResult
  func add(_ facts: LoggedExchange.Facts) -> LoggedExchange {
    state.withLock { state in
      state.lastID += 1
      var attempt: Int?
      if let key = facts.key {
        let uses = Self.count(facts, key, &state)
        attempt = uses.sent
      }
      let new = LoggedExchange(facts, id: state.lastID, attempt: attempt)
      state.exchanges.append(new)
      state.size += new.size
      while state.exchanges.count - state.start > countLimit || (state.size > sizeLimit && state.exchanges.count > 1) {
        Self.removeOldest(&state)
      }
      if let endpoint = new.endpoint {
        func count(_ fault: String?) {
          state.cells[Cell(endpoint: endpoint, status: new.status, fault: fault), default: 0] += 1
        }
        if new.faults.isEmpty { count(nil) } else { new.faults.forEach(count) }
      }
      state.send(.exchange(new))
      if let name = new.key, let endpoint = new.endpoint {
        let key = QueueKey(endpoint: endpoint.id, key: name)
        if var entry = state.queue[key] {
          entry.sentTimes += 1
          if facts.isApplied { entry.appliedTimes += 1 }
          state.queue[key] = entry
          state.send(.queue(entry))
        }
      }
      return new
    }
  }

  /// Adds queued calls, or replaces what is known of them, and removes the oldest ones if there are too many.
  func report(_ calls: [Lab.QueuedCall]) {
    state.withLock { state in
      for call in calls {
        let key = QueueKey(endpoint: call.endpoint, key: call.key)
        var entry = state.queue[key] ?? Self.entry(call, state)
        entry.call = call
        if state.queue.updateValue(entry, forKey: key) == nil { state.queueOrder.append(key) }
        state.send(.queue(entry))
      }
      let excess = max(0, state.queueOrder.count - Self.queueLimit)
      for key in state.queueOrder.prefix(excess) { state.queue[key] = nil }
      state.queueOrder.removeFirst(excess)
    }
  }

  /// Requests with the key may have arrived before the first report.
  private static func entry(_ call: Lab.QueuedCall, _ state: State) -> Lab.QueueEntry {
    let uses = state.keys.filter { $0.key.key == call.key && $0.key.endpoint?.id == call.endpoint }.values
    return Lab.QueueEntry(
      call: call,
      sentTimes: uses.reduce(0) { $0 + $1.sent },
      appliedTimes: uses.reduce(0) { $0 + $1.applied }
    )
  }

  /// The queued calls, the newest first.
  var queue: [Lab.QueueEntry] {
    state.withLock { state in state.queueOrder.reversed().compactMap { state.queue[$0] } }
  }

  /// The queued call of an exchange. `nil` if no app has reported it.
  func queued(_ exchange: LoggedExchange) -> Lab.QueuedCall? {
    guard let key = exchange.key, let endpoint = exchange.endpoint else { return nil }
    return state.withLock { $0.queue[QueueKey(endpoint: endpoint.id, key: key)]?.call }
  }

  private static func count(_ facts: LoggedExchange.Facts, _ key: String, _ state: inout State) -> KeyUses {
    let key = Key(endpoint: facts.endpoint, caller: facts.caller.shown, space: facts.space, key: key)
    var uses = state.keys[key] ?? KeyUses()
    uses.sent += 1
    if facts.isApplied { uses.applied += 1 }
    uses.last = state.lastID
    state.keys[key] = uses
    return uses
  }

  private static func removeOldest(_ state: inout State) {
    defer { state.start += 1 }
    if let oldest = state.exchanges[state.start] {
      state.size -= oldest.size
      if let key = Self.key(of: oldest), state.keys[key]?.last == oldest.id { state.keys[key] = nil }
      state.exchanges[state.start] = nil
    }
    // Moving the rest only now and then takes less time than moving it each time.
    if state.start >= 1024, state.start * 2 >= state.exchanges.count {
      state.exchanges.removeFirst(state.start + 1)
      state.start = -1
    }
  }

  /// The exchange with an id. `nil` if it was removed, or if there was none.
  subscript(id: Int) -> LoggedExchange? {
    state.withLock { state in
      guard let first = state.exchanges.dropFirst(state.start).first ?? nil, id >= first.id, id <= state.lastID else {
        return nil
      }
      return state.exchanges[state.start + id - first.id]
    }
  }

  /// All exchanges, the oldest first.
  var all: [LoggedExchange] {
    state.withLock { state in state.exchanges[state.start...].compactMap(\.self) }
  }

  /// The uses of the key of an exchange.
  func uses(of exchange: LoggedExchange) -> KeyUses? {
    guard let key = Self.key(of: exchange) else { return nil }
    return state.withLock { $0.keys[key] }
  }

  private static func key(of exchange: LoggedExchange) -> Key? {
    exchange.key.map {
      Key(endpoint: exchange.endpoint, caller: exchange.caller.shown, space: exchange.space, key: $0)
    }
  }

  /// The combinations that were met.
  var coverage: [(endpoint: Endpoint, status: Int?, fault: String?, calls: Int)] {
    state.withLock { state in state.cells.map { ($0.key.endpoint, $0.key.status, $0.key.fault, $0.value) } }
  }

  /// Removes all exchanges, the queue and the coverage. Later exchanges get higher ids.
  func clear() {
    state.withLock { state in
      (state.exchanges, state.start, state.size) = ([], 0, 0)
      (state.keys, state.cells) = ([:], [:])
      (state.queue, state.queueOrder) = ([:], [])
    }
  }

  /// Streams new events. A slow reader misses the oldest ones.
  func events() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1000))
    let number = state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = continuation
      return state.lastReader
    }
    continuation.onTermination = { [state] _ in
      // Not at once: a termination may happen while the lock is held.
      Task { state.withLock { $0.readers[number] = nil } }
    }
    return stream
  }

  /// The number of readers of ``events()``.
  var readerCount: Int { state.withLock { $0.readers.count } }
}
