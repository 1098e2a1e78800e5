import HTTPTypes
import Naru

/// The changes of reads that this process knows. It tells the tasks that follow the reads, together and only a few times in a burst, and
/// remembers the writes that were sent until the results of later reads have arrived.
final class ReadChanges: Sendable {
  private struct Change {
    let reads: [ChangedRead]
    /// The queued write that was sent. `nil` for a call that was not queued.
    let write: QueuedWrite?

    /// Whether a call may have another result. After a queued write that declares nothing, and if the server says so, each one may.
    func affects(_ call: Call) -> Bool {
      reads.isEmpty || reads.contains { $0.read == call.endpoint && $0.includes(call.target) }
    }
  }

  private struct Call {
    let endpoint: Endpoint
    let target: String?
    /// The number of changes that its result has.
    var count: Int
  }

  /// The number of a request to the server, and the number of changes that its response will have.
  typealias Request = (number: Int, count: Int)

  private struct Follower {
    let reads: FollowedReads
    /// The calls, with the last response at the end.
    var calls: [Call] = []
  }

  private struct State {
    var changes: [Change] = []
    /// The number of all changes, including those that are forgotten.
    var count = 0
    /// The number of changes that the followers know.
    var told = 0
    /// The number of requests to the server.
    var requests = 0
    /// The requests of the cached responses. A response of an earlier process has none.
    var requested: [String: Request] = [:]
    var followers: [ObjectIdentifier: Follower] = [:]
    /// The number of calls in progress that change reads.
    var writing = 0
    /// The number of changes that are not stored yet.
    var storing = 0
    var isPacing = false
    var isFinished = false

    /// Whether the result of a call may have changed after the first changes.
    func isChanged(_ call: Call, after count: Int) -> Bool {
      let forgotten = self.count - changes.count
      return count < forgotten || changes.dropFirst(count - forgotten).contains { $0.affects(call) }
    }
  }

  /// How many changes are remembered. The result of a call before them counts as changed.
  private static let limit = 100
  /// The largest body of a write that is remembered.
  private static let maxWriteSize = 65_536
  /// How long no write may succeed before a burst is over.
  private static let pause = Duration.milliseconds(100)
  private let state = Locked(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  // MARK: Reads

  /// Counts a request to the server.
  func request() -> Request {
    state.withLock { state in
      state.requests += 1
      return (state.requests, state.count)
    }
  }

  /// Notes a call that is followed.
  func begin(_ request: APIRequest, for reads: FollowedReads) {
    let id = ObjectIdentifier(reads)
    let (isNew, isFinished) = state.withLock { state in
      let isNew = state.followers[id] == nil
      let call = Call(endpoint: request.endpoint, target: request.head.path, count: state.count)
      state.followers[id, default: Follower(reads: reads)].calls.append(call)
      return (isNew, state.isFinished)
    }
    if isNew { reads.atEnd { [weak self] in self?.state.withLock { $0.followers[id] = nil } } }
    if isFinished { reads.finish() }
  }

  /// Notes that a cached response was returned. `isBehind` if the server could not be called.
  func found(_ request: APIRequest, _ key: String, for reads: FollowedReads, isBehind: Bool) {
    state.withLock { state in
      let count = state.requested[key]?.count ?? 0
      let call = Call(endpoint: request.endpoint, target: request.head.path, count: count)
      state.followers[ObjectIdentifier(reads)]?.calls.removeAll {
        $0.endpoint == call.endpoint && $0.target == call.target
      }
      state.followers[ObjectIdentifier(reads)]?.calls.append(call)
    }
    if isBehind { reads.fallBehind() }
  }

  /// Notes that a response is cached. Returns whether it is stale already, because of a change while it was requested. `nil` if the response
  /// to a later request is cached.
  func store(_ request: APIRequest, _ key: String, _ sent: Request) -> Bool? {
    let call = Call(endpoint: request.endpoint, target: request.head.path, count: sent.count)
    return state.withLock { state in
      guard sent.number > state.requested[key]?.number ?? 0 else { return nil }
      state.requested[key] = sent
      return state.isChanged(call, after: sent.count)
    }
  }

  /// The writes that were sent after the server's response that the current task has read last.
  func sentWrites() -> [QueuedWrite] {
    guard let reads = FollowedReads.current else { return [] }
    return state.withLock { state in
      guard let call = state.followers[ObjectIdentifier(reads)]?.calls.last else { return [] }
      return state.changes.dropFirst(max(0, call.count - (state.count - state.changes.count)))
        .filter { $0.affects(call) }.compactMap(\.write)
    }
  }

  /// Whether anyone follows reads.
  var isFollowed: Bool { state.withLock { !$0.followers.isEmpty } }

  /// The endpoints of the calls that are followed.
  var followedEndpoints: [Endpoint] { state.withLock { $0.followers.values.flatMap { $0.calls.map(\.endpoint) } } }

  // MARK: Changes

  /// Makes a call that changes reads if it succeeds.
  nonisolated(nonsending) func writing<Value>(
    _ call: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    state.withLock { $0.writing += 1 }
    defer { state.withLock { $0.writing -= 1 } }
    return try await call()
  }

  /// Notes that reads have changed, or that all may have, and tells their followers once this is stored.
  func add(
    _ reads: [ChangedRead],
    _ write: QueuedWrite? = nil,
    isAll: Bool = false,
    store: () throws -> Void
  ) rethrows {
    guard !reads.isEmpty || write != nil || isAll else { return try store() }
    let isSmall = write.map { $0.record.body.count <= Self.maxWriteSize } ?? false
    state.withLock { state in
      state.changes.append(Change(reads: reads, write: isSmall ? write : nil))
      if state.changes.count > Self.limit { state.changes.removeFirst() }
      state.count += 1
      state.storing += 1
    }
    defer { follow() }
    try store()
  }

  /// Tells the followers of a change, and of those that follow it closely, at its end.
  private func follow() {
    let isFirst = state.withLock { state in
      state.storing -= 1
      guard !state.isPacing, !state.followers.isEmpty else {
        if !state.isPacing { state.told = state.count }
        return false
      }
      state.isPacing = true
      return true
    }
    guard isFirst else { return }
    _ = tell()
    Task { await pace() }
  }

  private func pace() async {
    var longest = 20
    var (before, pauses) = (state.withLock { $0.count }, 0)
    while true {
      try? await ErasedClock(clock).sleep(for: Self.pause)
      let (count, isWriting) = state.withLock { ($0.count, $0.writing + $0.storing > 0) }
      pauses += 1
      // A long burst is followed less and less often.
      guard !isWriting && count == before || pauses >= longest else {
        before = count
        continue
      }
      guard tell() else { return }
      (before, pauses, longest) = (count, 0, longest * 4)
    }
  }

  /// Tells the followers of changed reads. Returns whether there were changes that they did not know.
  private func tell() -> Bool {
    let changed: [FollowedReads]? = state.withLock { state in
      guard state.told < state.count, !state.isFinished else {
        state.isPacing = false
        return nil
      }
      let changed = state.followers.values.filter { follower in
        follower.calls.contains { state.isChanged($0, after: max($0.count, state.told)) }
      }
      // A change that is not stored yet is told again.
      state.told = state.count - state.storing
      return changed.map(\.reads)
    }
    for reads in changed ?? [] { reads.change(isLocal: false) }
    return changed != nil
  }

  /// Tells all followers that the queue has changed, which the server does not know.
  func changeQueue() {
    for follower in state.withLock({ Array($0.followers.values) }) { follower.reads.change(isLocal: true) }
  }

  /// Tells the followers that could not read from the server to try again.
  func reach() {
    for follower in state.withLock({ Array($0.followers.values) }) where follower.reads.isBehind {
      follower.reads.change(isLocal: false)
    }
  }

  /// Ends all followers.
  func finish() {
    let followers = state.withLock { state in
      state.isFinished = true
      return Array(state.followers.values)
    }
    for follower in followers { follower.reads.finish() }
  }
}
