import Foundation
import HTTPTypes
import Naru

/// The newest exchanges of a server in memory, up to a number and a size.
final class ExchangeLog: Sendable {
  /// How often a caller sent an idempotency key to an endpoint, and how often the handler succeeded for it.
  struct KeyUses: Sendable {
    fileprivate(set) var sent = 0
    fileprivate(set) var applied = 0
    fileprivate var last = 0
  }

  /// The calls of an endpoint by a release, including calls that have left the log.
  struct ReleaseCalls {
    let count: Int
    let last: Date
  }

  /// The calls of an endpoint by release.
  struct Releases {
    private var names = ReleaseNames()
    private var calls: [ReleaseCalls] = []

    /// The calls with the names of their releases.
    var all: some Sequence<(String, ReleaseCalls)> { zip(names.names, calls) }

    fileprivate mutating func count(_ exchange: LoggedExchange) {
      let index = names.index(of: exchange.facts.request)
      if index == calls.count { calls.append(ReleaseCalls(count: 0, last: exchange.facts.at)) }
      calls[index] = ReleaseCalls(count: calls[index].count + 1, last: exchange.facts.at)
    }
  }

  private struct Key: Hashable {
    let endpoint: Endpoint?
    let caller: String?
    let key: String
  }

  private struct State {
    /// The exchanges in the order of their ids. Those before `start` were removed.
    var exchanges: [LoggedExchange?] = []
    var start = 0
    var lastID = 0
    var size = 0
    var keys: [Key: KeyUses] = [:]
    var releases: [Endpoint: Releases] = [:]
    var readers: [Int: AsyncStream<LoggedExchange>.Continuation] = [:]
    var lastReader = 0
  }

  private let maxExchanges: Int
  private let maxSize: Int
  private let redaction: Redaction
  private let state = Locked(State())

  init(maxExchanges: Int, maxSize: Int, redaction: Redaction) {
    self.redaction = redaction
    self.maxExchanges = maxExchanges
    self.maxSize = maxSize
  }

  /// Adds an exchange, and removes the oldest ones if there are too many.
  @discardableResult
  func add(_ facts: LoggedExchange.Facts) -> LoggedExchange {
    // Before the lock, so that other requests don't wait.
    let target = redaction.target(facts.request.path ?? "/", of: facts.endpoint)
    return state.withLock { state in
      state.lastID += 1
      var attempt: Int?
      if let key = facts.key {
        let uses = Self.count(facts, key, &state)
        attempt = uses.sent
      }
      let new = LoggedExchange(facts, id: state.lastID, attempt: attempt, target: target)
      state.exchanges.append(new)
      state.size += new.size
      while state.exchanges.count - state.start > maxExchanges || (state.size > maxSize && state.exchanges.count > 1) {
        Self.removeOldest(&state)
      }
      if let endpoint = new.facts.endpoint { state.releases[endpoint, default: Releases()].count(new) }
      for reader in state.readers.values { reader.yield(new) }
      return new
    }
  }

  private static func count(_ facts: LoggedExchange.Facts, _ key: String, _ state: inout State) -> KeyUses {
    let key = Key(endpoint: facts.endpoint, caller: facts.caller.shown, key: key)
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
    exchange.facts.key.map { Key(endpoint: exchange.facts.endpoint, caller: exchange.facts.caller.shown, key: $0) }
  }

  /// The calls by endpoint and release.
  var releases: [Endpoint: Releases] { state.withLock { $0.releases } }

  /// Removes all exchanges and the releases. Later exchanges get higher ids.
  func clear() {
    state.withLock { state in
      (state.exchanges, state.start, state.size) = ([], 0, 0)
      (state.keys, state.releases) = ([:], [:])
    }
  }

  /// Streams new exchanges. A slow reader misses the oldest ones.
  func events() -> AsyncStream<LoggedExchange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LoggedExchange.self,
      bufferingPolicy: .bufferingNewest(1000)
    )
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
