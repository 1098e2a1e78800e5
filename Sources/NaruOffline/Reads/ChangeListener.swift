import Foundation
import HTTPTypes
import Logging
import Naru

/// Follows the server's changes (`ChangeFeed`) for as long as reads are followed, and makes the reads stale that other devices have changed.
///
/// It calls only servers whose responses offer changes. If a proxy holds the events back, or the user has too many streams, it asks for the changes
/// every 30 seconds instead.
final class ChangeListener: Sendable {
  /// The reason to ask for changes instead of following the stream.
  private enum Obstacle: String {
    case proxy = "The server's stream of changes is silent: a proxy may collect its events."
    case limit = "The server rejects the stream of changes: the user may have too many of them."
  }

  private struct State {
    /// The id of this device. Another one after a write whose outcome is unknown, so that the server reports its changes.
    var device: String?
    /// The id of the last event. `nil` before the first one.
    var revision: String?
    /// Since when responses may lack changes, until there is a revision.
    var start: Duration?
    /// Follows the server. A task that it replaces is cancelled while the state is locked, so that it changes nothing any more.
    var task: Task<Void, Never>?
    var isOpen = false
    var failures = 0
    /// Why the server is asked. `nil` if its stream is followed.
    var obstacle: Obstacle?
    var logged: Set<Obstacle> = []
    /// Whether the server does not offer changes.
    var isUnavailable = false
    var isClosed = false
  }

  /// An open stream without events.
  private struct Silence: Error {}

  /// Sends requests as the user of the file.
  private struct OwnUser: Middleware {
    let fileUser: FileUser

    @concurrent func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
      var request = request
      request.user = await fileUser.current
      return try await next(request)
    }
  }

  /// The longest wait for the first event, for the next one, and between two questions if no events arrive.
  private static let (first, silence, interval) = (Duration.seconds(10), Duration.seconds(50), Duration.seconds(30))
  /// How long a request may take that asks for the last seconds.
  private static let margin = 5

  private let state = Locked(State())
  private let stream: ChangeStream
  private let changes: ReadChanges
  private let store: ResponseStore
  private let options: OfflineOptions
  private let clock: ErasedClock
  private let isConnected: @Sendable () -> Bool
  private let onReach: @Sendable () -> Void

  /// `onReach` is called when the server was reached, possibly after a time without it.
  init(
    _ client: APIClient,
    _ fileUser: FileUser,
    _ changes: ReadChanges,
    _ store: ResponseStore,
    _ options: OfflineOptions,
    isConnected: @escaping @Sendable () -> Bool,
    onReach: @escaping @Sendable () -> Void
  ) {
    stream = .live(client.intercepted(by: OwnUser(fileUser: fileUser)))
    (self.changes, self.store, self.options) = (changes, store, options)
    (self.isConnected, self.onReach) = (isConnected, onReach)
    clock = ErasedClock(options.clock)
  }

  deinit { state.withLock { $0.task?.cancel() } }

  /// Makes a write known to the server as this device's, if the server may tell others of it.
  func mark(_ request: inout APIRequest) {
    if request.endpoint.host == nil { request.device = state.withLock { $0.device } }
  }

  /// The time on the clock of the changes.
  var now: Duration { clock.elapsed }

  /// Follows the server, which offers its changes. The first time, responses may lack the changes since the start.
  func start(from start: Duration) {
    state.withLock { state in
      guard state.task == nil, !state.isUnavailable, !state.isClosed else { return }
      state.device = state.device ?? UUID().uuidString
      state.start = state.start ?? start
      restart(&state)
    }
  }

  private func restart(_ state: inout State) {
    state.task?.cancel()
    state.isOpen = false
    // Detached, so that it does not have the options of the call that happens to be the first.
    state.task = Task.detached { [weak self, clock] in
      while let pause = await self?.follow() {
        guard (try? await clock.sleep(for: pause)) != nil else { return }
      }
    }
  }

  /// Notes that the server may be reached again, or that another network may let events pass.
  func reach() {
    state.withLock { state in
      guard !state.isOpen, !state.isClosed else { return }
      (state.failures, state.obstacle, state.isUnavailable) = (0, nil, false)
      if state.task != nil { restart(&state) }
    }
  }

  /// Notes that it is unknown whether a write has changed something. If it has, the server reports it as another device's.
  func lose() {
    state.withLock { state in
      guard state.device != nil else { return }
      state.device = UUID().uuidString
      if state.task != nil { restart(&state) }
    }
  }

  func close() {
    state.withLock { state in
      state.task?.cancel()
      (state.task, state.isClosed) = (nil, true)
    }
  }

  // MARK: Following

  /// Whether something is still followed. Otherwise the task ends.
  private var isNeeded: Bool {
    state.withLock { state in
      guard !Task.isCancelled else { return false }
      guard changes.isFollowed else {
        state.task = nil
        return false
      }
      return true
    }
  }

  /// Follows the server until the stream ends. Returns the pause before the next time, or `nil` at the end.
  private func follow() async -> Duration? {
    guard isNeeded else { return nil }
    // The return of the connection ends the pause.
    guard isConnected() else { return options.maxBackoff }
    let start = clock.elapsed
    do {
      if let obstacle = state.withLock({ $0.obstacle }) { return try await ask(obstacle) }
      try await read()
      guard isNeeded else { return nil }
      return clock.elapsed - start >= Self.interval ? .zero : state.withLock { backoff(&$0) }
    } catch {
      return pause(after: error)
    }
  }

  /// Asks for the changes once.
  private func ask(_ obstacle: Obstacle) async throws -> Duration {
    for try await event in try await open(once: true) { apply(event) }
    onReach()
    let isNew = state.withLock { state in
      // Another stream may have ended.
      if obstacle == .limit { state.obstacle = nil }
      return state.logged.insert(obstacle).inserted
    }
    if isNew { options.logger.notice("\(obstacle.rawValue) The changes are asked for every 30 seconds instead.") }
    return Self.interval
  }

  private func open(once: Bool?) async throws -> EventStream<ReportedChanges> {
    let (revision, device, start) = state.withLock { state in
      (state.revision, state.device, state.start ?? .zero)
    }
    let seconds = Int((clock.elapsed - start) / .seconds(1)) + Self.margin
    return try await stream.follow(revision, revision == nil ? seconds : nil, once, device)
  }

  /// Reads the events of a stream, until it ends or is silent.
  private func read() async throws {
    let begin = clock.elapsed
    let events = try await open(once: nil)
    let last = Locked((time: clock.elapsed, isFirst: true))
    defer { setOpen(false) }
    try await withThrowingTaskGroup(of: Void.self) { [self] group in
      defer { group.cancelAll() }
      group.addTask {
        for try await event in events {
          let isFirst = last.withLock { last in
            defer { last = (self.clock.elapsed, false) }
            return last.isFirst
          }
          self.apply(event, isLate: isFirst && self.clock.elapsed - begin > .seconds(Self.margin))
          if isFirst {
            self.setOpen(true)
            self.onReach()
          }
          // While reads are made again, no one follows them for a moment.
          guard event.data != ReportedChanges() || isFirst || self.isNeeded else { return }
        }
      }
      group.addTask {
        while true {
          let (time, isFirst) = last.withLock { $0 }
          let rest = (isFirst ? Self.first : Self.silence) - (self.clock.elapsed - time)
          guard rest > .zero else {
            if isFirst { self.state.withLock { $0.obstacle = .proxy } }
            throw Silence()
          }
          try await self.clock.sleep(for: rest)
        }
      }
      try await group.next()
    }
  }

  private func setOpen(_ isOpen: Bool) {
    state.withLock { state in
      guard !Task.isCancelled else { return }
      state.isOpen = isOpen
      if isOpen { state.failures = 0 }
    }
  }

  private func apply(_ event: ServerSentEvent<ReportedChanges>, isLate: Bool = false) {
    // Without a revision, only changes of some seconds were asked for.
    let isUnknown = state.withLock { state in
      defer { state.revision = event.id ?? state.revision }
      return state.revision == nil && isLate
    }
    do {
      if event.data.all == true || isUnknown {
        try changes.add([], isAll: true) { try store.invalidateAll() }
      } else {
        let known = changes.followedEndpoints + options.endpoints
        let reads = event.data.changes.map { ChangedRead($0, among: known) }
        try changes.add(reads) { try store.invalidate(reads) }
      }
    } catch {
      options.logger.error("The cache can't be used.", metadata: ["error": "\(error)"])
    }
  }

  // MARK: Pauses

  private func pause(after error: any Error) -> Duration? {
    if error is Silence { return state.withLock { $0.obstacle == nil ? options.initialBackoff : .zero } }
    let error = error as? APIError ?? APIError(.unknown)
    let isOffered = ![404, 405, 410, 501].contains(error.status?.code) && error.code != .decodingFailed
    return state.withLock { state in
      guard !Task.isCancelled else { return nil }
      guard isOffered else {
        (state.isUnavailable, state.device, state.task) = (true, nil, nil)
        return nil
      }
      // A proxy may also hold the head of the response back. If it does, a response that ends arrives.
      state.obstacle = state.obstacle == nil ? [.timedOut: .proxy, .rateLimited: .limit][error.code] : nil
      if state.obstacle != nil { return .zero }
      let pause = error.code == .unauthorized ? options.maxBackoff : backoff(&state)
      return max(pause, error.retryAfter ?? .zero)
    }
  }

  private func backoff(_ state: inout State) -> Duration {
    state.failures += 1
    return options.backoff(after: state.failures - 1)
  }
}

extension ChangedRead {
  /// Creates the read of a report. Of an endpoint that is not known, every call has changed.
  fileprivate init(_ reported: ReportedChanges.Read, among known: [Endpoint]) {
    if let read = known.first(where: { $0.id == reported.read }) {
      self.init(read, below: reported.path)
    } else {
      let parts = reported.read.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      self.init(Endpoint(parts[0], parts.dropFirst().first ?? "", .get, "/"))
    }
  }
}
