public import Foundation
import HTTPTypes

/// Tells the devices of a server's users which reads have changed, never the data. `NaruOffline` follows it by itself.
///
/// ```swift
/// router.mount(ChangeFeed().serving(contracts))
/// ```
///
/// A call that succeeded reports the reads that its endpoint declares in `changes:`
///
/// * to everyone, if the read needs no sign-in and no scope;
/// * else to the other devices of the same user. A caller who is not signed in reports nothing of these.
///
/// A handler whose change only its caller can read says so with ``tellOnlyCaller()``.
///
/// The stream is `GET /naru/changes` with a bearer token, and has an event every 20 seconds if nothing changes. The last 1,000 changes are
/// remembered: a device that was away for longer, that comes from another process or whose server was restarted, reads everything on its
/// screen once. A stream ends after five minutes, and the device continues with its present token, so a session that has ended learns
/// nothing after that.
public final class ChangeFeed: Sendable {
  /// A change of a read, with those who may learn of it.
  struct Change: Codable, Sendable, Hashable {
    let read: ReportedChanges.Read
    /// `nil` for everyone.
    let user: String?
    /// The device that has made it and reads again by itself.
    let device: String?
  }

  /// The changes of one process, as other processes get them.
  private struct Message: Codable {
    let process: String
    let changes: [Change]
  }

  private struct Listener {
    let user: String?
    let device: String?
    let opened: Duration
    /// The number of the last change that it knows. `nil` if that is unknown.
    var position: Int?
    /// Whether there are changes for it that it does not know, or may be.
    var isBehind = true
    let signal: AsyncStream<Void>.Continuation

    /// Whether a change is told to it.
    func learns(_ change: Change) -> Bool {
      (change.user == nil || change.user == user) && (change.device == nil || change.device != device)
    }
  }

  /// Whether the changes of a call are for its caller only.
  private final class Privacy: @unchecked Sendable {
    // Every access is made while `privacyLock` is held: a lock for each call would cost as much as half of the report.
    var isPrivate = false
  }

  private struct State {
    var changes: [(number: Int, change: Change)] = []
    /// The number of the last change that is not remembered.
    var forgotten = 0
    var last = 0
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
    var isTicking = false
  }

  private static let limit = 1000
  /// The part of a device's id that is remembered.
  private static let deviceLength = 64
  private static let heartbeat = Duration.seconds(20)
  private static let longest = Duration.seconds(300)
  @TaskLocal private static var privacy: Privacy?
  private static let privacyLock = NSLock()

  /// Tells the revisions of this process from all others'.
  private let process = UUID().uuidString
  private let state = Locked(State())
  private let maxStreams: Int
  private let clock: ErasedClock
  private let channel: (any ChangeChannel)?
  private let user: @Sendable (Caller) -> String?
  private let receiver = Locked<Task<Void, Never>?>(nil)

  /// Creates a feed, whose revisions begin.
  ///
  /// - Parameters:
  ///   - channel: the way to the other processes of the server. `nil`, the default, is for a server of one process.
  ///   - maxStreams: the most open streams of a user. Another one gets a 429, and its device asks every 30 seconds instead. The limits of the
  ///     server's connections include those whose user is unknown.
  ///   - clock: measures the pauses.
  ///   - user: returns who a caller is, the same for all devices of a user. The default is the id of ``Caller/User``; for callers of another
  ///     type, only changes of reads that need no sign-in are told without this.
  public init(
    channel: (any ChangeChannel)? = nil,
    maxStreams: Int = 20,
    clock: any Clock<Duration> = ContinuousClock(),
    user: @escaping @Sendable (Caller) -> String? = { $0.user?.id.uuidString }
  ) {
    (self.channel, self.maxStreams, self.clock, self.user) = (channel, maxStreams, ErasedClock(clock), user)
  }

  deinit { receiver.withLock { $0?.cancel() } }

  /// Returns the contracts, whose calls report their changes, with the contract of the stream.
  ///
  /// - Parameter contracts: the contracts. The stream accepts the callers of the first one with an authenticator.
  /// - Returns: the contracts to mount.
  public func serving(_ contracts: [ServedContract]) -> [ServedContract] {
    var options = contracts.first { $0.options.authenticator != nil }?.options ?? ServingOptions()
    // The time limit of a handler and the version of the data are for calls that read data.
    (options.handlerTimeout, options.dataRevision) = (nil, nil)
    let stream = ServedContract(ChangeStream.self, options: options) { caller in
      ChangeStream { [self] since, seconds, once, device in
        let device = device.map { String($0.prefix(Self.deviceLength)) }
        return try events(of: user(caller), on: device, since: since, seconds: seconds, once: once ?? false)
      }
    }
    return contracts.map { $0.reporting(to: self) } + [stream]
  }

  /// Makes the changes of the current call known to the other devices of its caller only: a handler calls it if what it has written is
  /// visible to no one else, such as a private review in a list that is public. It has no effect elsewhere.
  public static func tellOnlyCaller() { privacyLock.withLock { privacy?.isPrivate = true } }

  // MARK: Changes

  /// Returns a handler that reports the changes of an endpoint's calls, if they succeed. It is no ``CallInterceptor``, which costs more.
  func reporting(_ handler: @escaping ServedContract.Handler, of write: Endpoint) -> ServedContract.Handler {
    // Found once, because each call would spend more on them than on all else here.
    let reads = write.changedReads.map { read, resource in
      (id: read.id, isOpen: read.auth != .required && read.details.value.scopes.isEmpty, resource: resource)
    }
    guard !reads.isEmpty else { return handler }
    let mayTellAll = reads.contains(where: \.isOpen)
    return { [self] caller, call in
      let user = user(caller)
      guard mayTellAll || user != nil else { return try await handler(caller, call) }
      let privacy = mayTellAll ? Privacy() : nil
      let response = try await Self.$privacy.withValue(privacy) { try await handler(caller, call) }
      guard response.head.status.kind == .successful else { return response }
      let isForAll = Self.privacyLock.withLock { privacy.map { !$0.isPrivate } ?? false }
      let device = call.head.headerFields.value(of: ChangeStream.device).map { String($0.prefix(Self.deviceLength)) }
      let changes = reads.compactMap { read -> Change? in
        let isOpen = read.isOpen && isForAll
        guard isOpen || user != nil else { return nil }
        let changed = ReportedChanges.Read(read: read.id, path: read.resource(call.head.path ?? "/"))
        return Change(read: changed, user: isOpen ? nil : user, device: device)
      }
      guard !changes.isEmpty else { return response }
      add(changes)
      if let channel, let message = try? JSONEncoder().encode(Message(process: process, changes: changes)) {
        channel.send(String(decoding: message, as: UTF8.self))
      }
      return response
    }
  }

  private func add(_ changes: [Change]) {
    let signals = state.withLock { state in
      for change in changes {
        state.last = number(after: state.last)
        state.changes.append((state.last, change))
      }
      let ids = state.listeners.compactMap { id, listener in changes.contains(where: listener.learns) ? id : nil }
      for id in ids { state.listeners[id]?.isBehind = true }
      if state.changes.count > Self.limit { forgetFirst(&state) }
      return ids.compactMap { state.listeners[$0]?.signal }
    }
    for signal in signals { signal.yield() }
  }

  /// Forgets the first half of the changes. What is forgotten was not for those who are not behind.
  private func forgetFirst(_ state: inout State) {
    let first = state.changes.count - Self.limit / 2
    state.forgotten = state.changes[first - 1].number
    state.changes.removeFirst(first)
    for (id, listener) in state.listeners where !listener.isBehind && listener.position != nil {
      state.listeners[id]?.position = state.last
    }
  }

  /// The next number: the time in microseconds, so that it does not show anyone how much others change.
  private func number(after last: Int) -> Int { max(last + 1, Int(clock.elapsed / .microseconds(1))) }

  /// Receives the changes of another process. `nil` if some may be lost.
  private func receive(_ message: String?) {
    let known = message.flatMap { try? JSONDecoder().decode(Message.self, from: Data($0.utf8)) }
    guard let known else { return forget() }
    if known.process != process { add(known.changes) }
  }

  /// Receives the changes of other processes from now on. The first message says that earlier ones are not known.
  private func startReceiving() {
    guard let channel else { return }
    receiver.withLock { task in
      task =
        task
        ?? Task.detached { [weak self] in
          for await message in channel.messages { self?.receive(message) }
        }
    }
  }

  private func forget() {
    let signals = state.withLock { state in
      state.last = number(after: state.last)
      (state.changes, state.forgotten) = ([], state.last)
      for id in state.listeners.keys { state.listeners[id]?.isBehind = true }
      return state.listeners.values.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  // MARK: Streams

  private func events(
    of user: String?,
    on device: String?,
    since: String?,
    seconds: Int?,
    once: Bool
  ) throws -> EventStream<ReportedChanges> {
    startReceiving()
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var listener = Listener(user: user, device: device, opened: clock.elapsed, signal: signal)
    guard !once else {
      return EventStream([
        state.withLock { state in
          listener.position = position(since: since, seconds: seconds, state)
          return event(for: &listener, &state)
        }
      ])
    }
    let id = try state.withLock { state in
      listener.position = position(since: since, seconds: seconds, state)
      guard user == nil || state.listeners.values.count(where: { $0.user == user }) < maxStreams else {
        throw APIError(.rateLimited, retryAfter: Self.heartbeat)
      }
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
    signal.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    signal.yield()
    startTicking()
    let events = signals.compactMap { [self] _ in
      state.withLock { state in
        state.listeners[id].map { known in
          var listener = known
          defer { state.listeners[id] = listener }
          return event(for: &listener, &state)
        }
      }
    }
    return EventStream(events)
  }

  /// The number of the last change that a listener knows. `nil` if it is another process's, too old or not yet reached.
  private func position(since: String?, seconds: Int?, _ state: State) -> Int? {
    let now = number(after: state.last) - 1
    guard let since else {
      guard let seconds else { return now }
      return (0...86_400).contains(seconds) ? now - seconds * 1_000_000 : nil
    }
    guard since.hasPrefix("\(process)."), let number = Int(since.dropFirst(process.count + 1)), number <= now else {
      return nil
    }
    return number
  }

  /// The changes since the last event of a listener.
  private func event(for listener: inout Listener, _ state: inout State) -> ServerSentEvent<ReportedChanges> {
    var reported = ReportedChanges()
    if let position = listener.position, position >= state.forgotten {
      let new = state.changes.reversed().prefix { $0.number > position }.map(\.change).filter(listener.learns)
      reported.changes = Array(Set(new.map(\.read)))
    } else {
      reported.all = true
    }
    // Later changes get later numbers.
    state.last = number(after: state.last)
    (listener.position, listener.isBehind) = (state.last, false)
    return ServerSentEvent(reported, id: "\(process).\(state.last)")
  }

  /// Sends an event to all listeners from time to time, and ends the streams that are old.
  private func startTicking() {
    let isTicking = state.withLock { state in
      defer { state.isTicking = true }
      return state.isTicking
    }
    guard !isTicking else { return }
    // Detached, so that it does not hold the task-local values of the call that happens to be the first.
    Task.detached { [weak self, clock] in
      repeat { try? await clock.sleep(for: Self.heartbeat) } while self?.tick() ?? false
    }
  }

  /// Returns whether there are listeners.
  private func tick() -> Bool {
    let (now, listeners) = (
      clock.elapsed,
      state.withLock { state in
        state.isTicking = !state.listeners.isEmpty
        return Array(state.listeners.values)
      }
    )
    for listener in listeners {
      if now - listener.opened < Self.longest { listener.signal.yield() } else { listener.signal.finish() }
    }
    return !listeners.isEmpty
  }
}
