public import Foundation
import GRDB
import HTTPTypes
import Logging
public import Naru

/// The memory of one person's app: what was read last, and what is to be written.
///
/// ```swift
/// let offline = try Offline(in: folder, for: user.id.uuidString, client: client, options: options)
///
/// // What the server says, or what it said last, with its age.
/// let shelf = try await offline.read(ReadingBooks.self) { try await $0.list(status: .reading) }
///
/// // On disk when this returns, and sent as soon as possible.
/// try await offline.write(ReadingBooks.self) { try await $0.update(id: id, changes: .init(status: .completed)) }
/// ```
///
/// It works with every contract. Each person has a file of their own, which is never read for another one. Call ``run()`` for as long
/// as the app runs, or let an ``OutboxModel`` do that: it sends what waits. <doc:WorksInTheSubway> shows all of it.
public final class Offline: Sendable {
  /// A summary of what waits, for a screen.
  public struct Status: Sendable, Hashable {
    /// The number of writes that wait.
    public var waiting = 0
    /// The number of writes that the server has refused.
    public var refused = 0
    /// Whether the device is connected.
    public var isConnected = true
    /// Why the last attempt of a write failed. `nil` if none that is still in the file has.
    public var lastError: LocalizedMessage?
  }

  /// Whether queued writes are kept or discarded when a person signs out.
  public enum SignOut: Sendable {
    /// They stay in the person's file, and are sent when the person has signed in again.
    case keep
    /// They are deleted with everything else that was kept of the person.
    case discard
    /// The person stays signed in.
    case cancel
  }

  /// The person.
  public let person: String
  private let folder: URL
  let options: OfflineOptions
  private let client: APIClient
  private let reads: CachedReads
  private let reader: APIClient
  let file: OfflineFile
  let store: WriteStore
  private let outbox: Outbox
  private let connection = Locked(true)
  private let wakes = Watchers()
  private let watchers: Watchers
  /// The writes that the server has carried out since the last report; see ``report(toLabOf:)``.
  let done = DoneWrites()

  /// Opens the file of a person, or creates it.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files. It may be shared with an extension of the app.
  ///   - person: the person's id. It is not in the file's name.
  ///   - client: the client of the server, with the person's token.
  ///   - options: what is kept.
  /// - Throws: `MessageError` if the file can't be used.
  public init(in folder: URL, for person: String, client: APIClient, options: OfflineOptions) throws {
    self.person = person
    self.folder = folder
    self.options = options
    self.client = client
    file = try OfflineFile(in: folder, person: person)
    let answers = AnswerStore(file, sizeLimit: options.maxCacheSize, ageLimit: options.maxCacheAge, now: options.now)
    store = WriteStore(file, options)
    watchers = Watchers()
    let (connection, watchers, done) = (connection, watchers, done)
    let isConnected: @Sendable () -> Bool = { connection.withLock { $0 } }
    reads = CachedReads(store: answers, options: options, isConnected: isConnected)
    reader = client.intercepted(by: reads)
    outbox = Outbox(store, client, person, options, isConnected: isConnected) {
      watchers.notify()
    } onDone: { write in
      done.add(write)
    }
  }

  // MARK: Reading

  /// Returns a contract whose reads follow their policies. Its writes are sent at once.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - keepsUnsent: whether a write that can't be sent is queued; see ``middleware(queueingUnsent:)``. If not, it fails.
  /// - Returns: the contract.
  public func live<API: Contract>(_ contract: API.Type = API.self, queueingUnsent keepsUnsent: Bool = false) -> API {
    API.live(keepsUnsent ? client.intercepted(by: keepingReads) : reader)
  }

  /// Returns a middleware for a client of the app's own, whose reads follow their policies. Put it first.
  ///
  /// - Parameter keepsUnsent: whether a write that can't be sent is queued. The call then fails with an `APIError` whose `underlyingError` is
  ///   ``WriteQueued``. While others of its scope wait, without a connection, and if it names something by a local id, it is queued
  ///   without being sent. A queued `POST` has a ``QueuedWrite/localID`` for what it creates, whose `id` is in the server's answer.
  /// - Returns: the middleware.
  public func middleware(queueingUnsent keepsUnsent: Bool = false) -> any Middleware {
    keepsUnsent ? keepingReads : reads
  }

  private var keepingReads: CachedReads {
    var reads = reads
    reads.keeper = Keeper(offline: self)
    return reads
  }

  private struct Keeper: UnsentWriteKeeper {
    let offline: Offline
    func isWaiting(before request: APIRequest) throws -> Bool {
      try explained {
        let (target, scope) = (offline.client.target(of: request), offline.options.scopes[request.endpoint])
        // What has a local id may not be there yet.
        return try LocalID.isUsed(in: target, request.body) || offline.store.isWaiting(before: target, in: scope)
      }
    }
    func keep(_ request: APIRequest, wasSent: Bool) async throws -> QueuedWrite {
      let localID = request.head.method == .post ? LocalID() : nil
      return try await offline.queue(request, creating: localID, wasSent: wasSent)
    }
  }

  /// Reads by the policy of the endpoint.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - policy: a policy for this read, in place of the endpoint's.
  ///   - call: makes the call.
  /// - Returns: the value, with its age.
  /// - Throws: what `call` throws.
  @concurrent
  public func read<API: Contract, Value: Sendable>(
    _ contract: API.Type,
    policy: ReadPolicy? = nil,
    _ call: @concurrent @Sendable (API) async throws -> Value
  ) async throws -> Cached<Value> {
    let report = ReadReport()
    let value = try await CachedReads.$policy.withValue(policy ?? CachedReads.policy) {
      try await CachedReads.$report.withValue(report) { try await call(API.live(reader)) }
    }
    let (date, isFresh) = report.summary ?? (options.now(), true)
    return Cached(value, date: date, isFresh: isFresh)
  }

  /// Reads twice: what was seen last, if there is something, and then what the server says. The second value comes only if the server
  /// can be asked; if there is no first one, the sequence fails instead.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - call: makes the call.
  /// - Returns: one or two values.
  public func values<API: Contract, Value: Sendable>(
    _ contract: API.Type,
    _ call: @escaping @concurrent @Sendable (API) async throws -> Value
  ) -> AsyncThrowingStream<Cached<Value>, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Cached<Value>.self)
    let task = Task { [self] in
      let known = try? await read(contract, policy: .cacheOnly, call)
      if let known { continuation.yield(known) }
      do {
        let new = try await read(contract, policy: .networkFirst, call)
        if new.isFresh || known == nil { continuation.yield(new) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  // MARK: Writing

  /// Queues a call instead of making it. It is on disk when this returns, and is sent as soon as possible, in order with the others
  /// of its scope.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - scope: the name of the order. By default it is that of ``OfflineOptions/scopes`` or the path of the call, so the changes of
  ///     one thing are sent in order, and those of several things at the same time.
  ///   - localID: the id of what the call creates, for later writes.
  ///   - idName: the name of the id in the server's answer.
  ///   - call: makes one call that is not a `GET`. What it returns is ignored.
  /// - Returns: the queued write.
  /// - Throws: `MessageError` if the device is full, or `APIError` if the call can't be encoded or is larger than
  ///   ``OfflineOptions/writeLimit``.
  @discardableResult
  @concurrent
  public func write<API: Contract, Value>(
    _ contract: API.Type,
    in scope: String? = nil,
    creating localID: LocalID? = nil,
    idName: String = "id",
    _ call: @concurrent @Sendable (API) async throws -> Value
  ) async throws -> QueuedWrite {
    let capture = CapturedCall()
    do {
      _ = try await call(API.live(client.intercepted(by: capture)))
    } catch {
      if capture.captured == nil { throw error }
    }
    guard let request = capture.captured else { throw NoWrite.error }
    return try await queue(request, in: scope, creating: localID, idName: idName)
  }

  /// Queues a call; see ``write(_:in:creating:idName:_:)``.
  ///
  /// ```swift
  /// try await offline.write(ReadingBooks.Call.remove(id: id))
  /// ```
  ///
  /// - Parameters:
  ///   - call: a call that is not a `GET`.
  ///   - scope: the name of the order.
  ///   - localID: the id of what the call creates, for later writes.
  ///   - idName: the name of the id in the server's answer.
  /// - Returns: the queued write.
  /// - Throws: `MessageError` if the device is full, or `APIError` if the call can't be encoded or is larger than
  ///   ``OfflineOptions/writeLimit``.
  @discardableResult
  @concurrent
  public func write(
    _ call: some ContractCall,
    in scope: String? = nil,
    creating localID: LocalID? = nil,
    idName: String = "id"
  ) async throws -> QueuedWrite {
    try await queue(client.request(for: call.outgoing), in: scope, creating: localID, idName: idName)
  }

  private func queue(
    _ request: APIRequest,
    in scope: String? = nil,
    creating localID: LocalID? = nil,
    idName: String = "id",
    wasSent: Bool = false
  ) async throws -> QueuedWrite {
    guard request.head.method != .get, request.head.method != .head else { throw NoWrite.error }
    let body = try await (request.stream ?? Blob(request.body)).collect(upTo: options.writeLimit)
    let write = try explained { [store, client, options] in
      try store.add(
        request,
        target: client.target(of: request),
        body: body,
        scope: scope ?? options.scopes[request.endpoint],
        creating: localID,
        idName: idName,
        wasSent: wasSent
      )
    }
    watchers.notify()
    wake()
    return write
  }

  /// The closure of a write made no call, or one that reads.
  private struct NoWrite: Error, CustomStringConvertible {
    static let error = APIError(
      .encodingFailed,
      LocalizedMessage(korean: "저장할 변경이 없습니다.", english: "Nothing to save."),
      underlyingError: NoWrite()
    )

    var description: String { "A write is one call that is not a GET." }
  }

  /// Returns the queued writes, the oldest first.
  ///
  /// - Parameter refused: `true` for the refused ones only, `false` for the waiting ones only.
  /// - Returns: the writes.
  /// - Throws: `MessageError` if the file can't be used.
  public func queuedWrites(refused: Bool? = nil) throws -> [QueuedWrite] {
    try explained { try store.all(refused: refused) }
  }

  /// Lets a refused write wait again, and those that were refused because they need what it creates.
  ///
  /// - Parameter id: the number of the write.
  /// - Returns: whether there is such a refused write.
  /// - Throws: `MessageError` if the file can't be used.
  @discardableResult
  public func retry(_ id: QueuedWrite.ID) throws -> Bool {
    let isFound = try explained { try store.retry(id) }
    watchers.notify()
    wake()
    return isFound
  }

  /// Removes a write, and those that need what it would have created.
  ///
  /// A waiting write may have reached the server already, if its answer was lost.
  ///
  /// - Parameter id: the number of the write.
  /// - Returns: whether there is such a write.
  /// - Throws: `MessageError` if the file can't be used.
  @discardableResult
  public func discard(_ id: QueuedWrite.ID) throws -> Bool {
    let isFound = try explained { try store.discard(id) }
    watchers.notify()
    return isFound
  }

  /// Returns the id that the server has given to something that was created offline. `nil` if it has not answered yet.
  public func realID(of localID: LocalID) throws -> String? { try explained { try store.realID(localID) } }

  // MARK: Sending

  /// Sends what can be sent now, and returns when that is done. What fails stays.
  ///
  /// - Parameter isImpatient: whether to try again at once what failed before, such as when the person asks for it.
  /// - Throws: `MessageError` if the file can't be used.
  public func send(ignoringBackoff isImpatient: Bool = false) async throws {
    do {
      try await outbox.send(isImpatient: isImpatient)
    } catch let error as DatabaseError {
      throw MessageError(database: error)
    }
  }

  /// Starts sending soon, if ``run()`` runs. Call it when the app comes to the foreground.
  public func sendSoon() { wakes.notify() }

  /// Sends what waits, until the task is cancelled: at once, after each new write, when the connection returns, after ``wake()``, and
  /// when the wait before the next attempt is over. ``OutboxModel/run()`` does this, too.
  public func run() async {
    await withTaskGroup { group in
      group.addTask { [self] in
        for await isConnected in options.connectivity.changes {
          connection.withLock { $0 = isConnected }
          watchers.notify()
          if isConnected { wake() }
        }
      }
      group.addTask { [self] in
        var timer: Task<Void, Never>?
        for await _ in wakes.changes() {
          timer?.cancel()
          do {
            try await send()
            // Without a connection, its return is waited for.
            timer = connection.withLock { $0 } ? try await sleep(until: outbox.nextDate()) : nil
          } catch {
            options.logger.error("What waits can't be sent.", metadata: ["error": "\(error)"])
            timer = sleep(until: options.now() + options.maxBackoff / .seconds(1))
          }
        }
        timer?.cancel()
      }
    }
  }

  private func sleep(until date: Date?) -> Task<Void, Never>? {
    guard let date else { return nil }
    // What is due already waits for another process, or for another write.
    let wait = min(max(.seconds(date.timeIntervalSince(options.now())), options.initialBackoff), options.maxBackoff)
    return Task { [self] in
      do {
        try await ErasedClock(options.clock).sleep(for: wait)
        wake()
      } catch {}
    }
  }

  // MARK: Observing

  /// The present state.
  public func status() throws -> Status {
    let (waiting, refused) = try explained { try store.counts() }
    return Status(
      waiting: waiting,
      refused: refused,
      isConnected: connection.withLock { $0 },
      lastError: try explained { try store.lastError() }
    )
  }

  /// Yields at once, and after this process changes the queue or the connection. A slow reader gets one value for several changes.
  var changes: AsyncStream<Void> { watchers.changes() }

  /// The present state, and the new one after each change of this process, until the file is closed. States that nobody waited for are
  /// left out.
  public var statuses: AsyncStream<Status> { following { try self.status() } }

  /// The queued writes, the oldest first, and again after each change of this process, until the file is closed: each with its state, its
  /// attempts and its last error. States that nobody waited for are left out.
  public var writes: AsyncStream<[QueuedWrite]> { following { try self.queuedWrites() } }

  private func following<Value>(_ value: @escaping @Sendable () throws -> Value) -> AsyncStream<Value> {
    let (changes, logger) = (changes, options.logger)
    return AsyncStream {
      var iterator = changes.makeAsyncIterator()
      while await iterator.next() != nil {
        do {
          return try value()
        } catch {
          logger.error("The queue can't be read.", metadata: ["error": "\(error)"])
        }
      }
      return nil
    }
  }

  // MARK: Signing out

  /// Ends the use of the file when the person signs out. Cancel the task of ``run()`` first.
  ///
  /// - Parameter decide: asks the person what becomes of the queued writes. It is called only if there are some.
  /// - Returns: whether the person may be signed out.
  /// - Throws: `MessageError` if the file can't be used.
  public func signOut(
    decide: (_ writes: [QueuedWrite]) async throws -> SignOut
  ) async throws -> Bool {
    let waiting = try queuedWrites()
    let decision = waiting.isEmpty ? .discard : try await decide(waiting)
    switch decision {
    case .cancel: return false
    case .keep: try close()
    case .discard:
      try close()
      try OfflineFile.remove(in: folder, person: person)
    }
    return true
  }

  /// Waits for reads and writes of the file that are in progress, and closes it. Later ones throw.
  ///
  /// - Throws: `MessageError` if the file can't be closed.
  public func close() throws {
    wakes.finish()
    watchers.finish()
    try explained { try file.database.close() }
  }
}

/// Those who wait for changes.
private final class Watchers: Sendable {
  private let state = Locked((watchers: [Int: AsyncStream<Void>.Continuation](), last: 0, isFinished: false))

  /// Yields at once, and after each change.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isFinished) = state.withLock { state in
      state.last += 1
      if !state.isFinished { state.watchers[state.last] = continuation }
      return (state.last, state.isFinished)
    }
    guard !isFinished else {
      continuation.finish()
      return stream
    }
    continuation.yield()
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[number] = nil } }
    return stream
  }

  func notify() {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() }
  }

  func finish() {
    let watchers = state.withLock { state in
      state.isFinished = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }
}
