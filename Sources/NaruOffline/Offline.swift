public import Foundation
import GRDB
import HTTPTypes
import Logging
public import Naru

/// The offline store of one user: cached reads and queued writes.
///
/// ```swift
/// let offline = try Offline(in: folder, for: user.id.uuidString, client: client, options: options)
///
/// // The server's response, or the cached response with its age.
/// let shelf = try await offline.read(ReadingBooks.self) { try await $0.list(status: .reading) }
///
/// // On disk when this returns, and sent as soon as possible.
/// try await offline.write(ReadingBooks.self) { try await $0.update(id: id, changes: .init(status: .completed)) }
/// ```
///
/// It works with every contract. Each user has a separate file. Call ``run()`` for as long as the app runs, or let an ``OutboxModel`` do
/// that: it sends the queued writes. <doc:WorksInTheSubway> shows all of it.
public final class Offline: Sendable {
  /// A summary of the queue, for a screen.
  public struct Status: Sendable, Hashable {
    /// The number of queued writes.
    public var queued = 0
    /// The number of writes that the server has rejected.
    public var rejected = 0
    /// Whether the device is connected.
    public var isConnected = true
    /// Why the last attempt of a write failed. `nil` if no write in the file has failed.
    public var lastError: LocalizedMessage?
  }

  /// Whether queued writes stay or are discarded when a user signs out.
  public enum SignOut: Sendable {
    /// They stay in the user's file, and are sent when the user has signed in again.
    case keep
    /// They are deleted with everything else in the user's file.
    case discard
    /// The user stays signed in.
    case cancel
  }

  /// The user's id.
  public let user: String
  private let folder: URL
  let options: OfflineOptions
  private let client: APIClient
  private let fileUser: FileUser
  private let reads: CachedReads
  private let reader: APIClient
  let file: OfflineFile
  let store: WriteStore
  private let outbox: Outbox
  private let changes: ReadChanges
  private let listener: ChangeListener
  private let connection = Locked(true)
  private let wakes = Watchers()
  private let watchers = Watchers()

  /// Opens the file of a user, or creates it.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files. It may be shared with an extension of the app.
  ///   - user: the user's id. It is not in the file's name.
  ///   - client: the client of the server, with the user's token. The first user whose token it sends is the user of this object: with
  ///     the token of another one, nothing is queued, read or sent, and writes stay queued. `Credential(user:)` and
  ///     `BearerAuthentication(user:)` say how users are told apart. A token that a middleware of your own sends tells no user.
  ///   - options: the settings of the cache and the queue.
  /// - Throws: `MessageError` if the file can't be used.
  public init(in folder: URL, for user: String, client: APIClient, options: OfflineOptions) throws {
    self.user = user
    self.folder = folder
    self.options = options
    self.client = client
    file = try OfflineFile(in: folder, user: user)
    store = WriteStore(file, options)
    let isConnected: @Sendable () -> Bool = { [connection] in connection.withLock { $0 } }
    fileUser = FileUser(client)
    changes = ReadChanges(clock: options.clock)
    let responses = ResponseStore(file, options)
    let (changes, wakes) = (changes, wakes)
    listener = ChangeListener(client, fileUser, changes, responses, options, isConnected: isConnected) {
      wakes.notify()
      changes.reach()
    }
    reads = CachedReads(
      store: responses,
      options: options,
      fileUser: fileUser,
      changes: changes,
      listener: listener,
      isConnected: isConnected
    )
    reader = client.intercepted(by: reads)
    outbox = Outbox(store, client, fileUser, changes, listener, options, wakes, watchers, isConnected: isConnected)
  }

  // MARK: Reading

  /// Returns a contract whose reads follow their policies.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - queuesUnsent: whether a write that can't be sent is queued. The call then fails with an `APIError` whose `underlyingError` is
  ///     ``WriteQueued``. While others of its scope are queued, without a connection, and if it contains a local id, it is queued
  ///     without being sent. It waits for earlier calls of its scope. A queued `POST` has a ``QueuedWrite/localID`` for the resource that it
  ///     creates. Otherwise, writes are sent at once, and fail if they can't be.
  /// - Returns: the contract.
  public func live<API: Contract>(_ contract: API.Type = API.self, queueingUnsent queuesUnsent: Bool = false) -> API {
    queuesUnsent ? live(contract, predictedBy: nil) : API.live(reader)
  }

  /// A contract that queues writes that can't be sent.
  func live<API: Contract>(_ contract: API.Type, predictedBy prediction: (any Prediction)?) -> API {
    var reads = reads
    (reads.queue, reads.prediction) = (self, prediction)
    return API.live(client.intercepted(by: reads))
  }

  /// Replaces the local ids of resources that the server has created by now. `nil` if the request contains none.
  func replacingLocalIDs(in request: APIRequest) throws -> APIRequest? {
    var isChanged = false
    let replacement = LocalIDReplacement { [store] id in
      let real = try explained { try store.realID(id) }
      if real != nil { isChanged = true }
      return real
    }
    var replaced = request
    replaced.head.path = try request.head.path.map(replacement.inTarget)
    for index in replaced.head.headerFields.indices {
      replaced.head.headerFields[index].value = try replacement.inValue(request.head.headerFields[index].value)
    }
    let type = request.head.headerFields[.contentType]
    if !request.body.isEmpty { replaced.body = try replacement.inBody(request.body, type: type) }
    return isChanged ? replaced : nil
  }

  /// Returns the row of a write that is sent directly.
  func record(of request: APIRequest) throws -> WriteRecord {
    let (target, scope) = (client.target(of: request), options.scopes[request.endpoint])
    return try store.record(request, target: target, body: request.body, scope: scope)
  }

  /// Queues a write that can't be sent. Returns its predicted response, or throws a ``WriteQueued`` if there is none.
  func queueUnsent(
    _ request: APIRequest,
    wasSent: Bool,
    _ prediction: (any Prediction)?
  ) async throws -> APIResponse {
    var response: APIResponse?
    let localID = request.head.method == .post ? LocalID() : nil
    let write = try await queue(request, creating: localID, wasSent: wasSent) { write in
      try explained { try store.requirePossible(write.record) }
      response = try await predicted(write, by: prediction)
    }
    guard let response else { throw WriteQueued(write: write) }
    return response
  }

  private func predicted(_ write: QueuedWrite, by prediction: (any Prediction)?) async throws -> APIResponse? {
    guard let prediction else { return nil }
    // The options of the call, such as `If-Match`, are not meant for what a rule reads, and the server can't be reached.
    return try await Task.detached {
      try await CachedReads.$policy.withValue(.cacheOnly) { try await prediction.response(to: write) }
    }.value
  }

  /// Reads by the policy of the endpoint.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - policy: a policy for this read, instead of the endpoint's.
  ///   - call: makes the call.
  /// - Returns: the value, with its age.
  /// - Throws: the error of `call`.
  @concurrent
  public func read<API: Contract, Value: Sendable>(
    _ contract: API.Type,
    policy: ReadPolicy? = nil,
    _ call: @concurrent @Sendable (API) async throws -> Value
  ) async throws -> Cached<Value> {
    try await value(policy) { [reader] in try await call(API.live(reader)) }
  }

  @concurrent
  private func value<Value: Sendable>(
    _ policy: ReadPolicy?,
    _ read: @concurrent @Sendable () async throws -> Value
  ) async throws -> Cached<Value> {
    let report = ReadReport()
    let value = try await CachedReads.$policy.withValue(policy ?? CachedReads.policy) {
      try await CachedReads.$report.withValue(report) { try await read() }
    }
    let (date, isFresh) = report.summary ?? (options.now(), true)
    return Cached(value, date: date, isFresh: isFresh)
  }

  /// Returns the values of a read: the cached one at once, then the server's, and another one after each change of it that is known, until
  /// the loop ends or the file is closed.
  ///
  /// ```swift
  /// for await shelf in offline.values(ReadingBooks.self, { try await $0.list(status: .reading) }) { show(shelf.value) }
  /// ```
  ///
  /// A read changes with the calls that declare it in `changes:`, of this object, from the queue or, if the
  /// server tells them, of other devices, with ``invalidate(_:)`` and when the connection returns. The server is called once for a change, and a
  /// few times for many in a row. A slow loop misses values.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - call: makes the call.
  ///   - onFailure: is called if a read fails. The values continue with the next change.
  /// - Returns: the values with their ages.
  public func values<API: Contract, Value: Sendable>(
    _ contract: API.Type,
    _ call: @escaping @concurrent @Sendable (API) async throws -> Value,
    onFailure: (@Sendable (any Error) -> Void)? = nil
  ) -> AsyncStream<Cached<Value>> {
    values({ [reader] in try await call(API.live(reader)) }, onFailure: onFailure)
  }

  /// Returns the values of a read with contracts of this object, such as the contract of an ``Overlay``: as ``values(_:_:onFailure:)``, and
  /// another value after each change of the queue. A queued change stays in the values until the server's response has it.
  ///
  /// - Parameters:
  ///   - read: makes calls that read.
  ///   - onFailure: is called if a read fails. The values continue with the next change.
  /// - Returns: the values with their ages.
  public func values<Value: Sendable>(
    _ read: @escaping @concurrent @Sendable () async throws -> Value,
    onFailure: (@Sendable (any Error) -> Void)? = nil
  ) -> AsyncStream<Cached<Value>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [self] in
        var reads = FollowedReads()
        let first = try? await FollowedReads.$current.withValue(reads) { try await value(.cacheOnly, read) }
        if let first { continuation.yield(first) }
        var isFirst = true
        repeat {
          do {
            let next = try await FollowedReads.$current.withValue(reads) { try await value(nil, read) }
            // Without a connection, it is the same one.
            if next.isFresh || !isFirst || next.date != first?.date { continuation.yield(next) }
          } catch {
            if !Task.isCancelled { onFailure?(error) }
          }
          isFirst = false
          guard await reads.changed() else { break }
          reads = FollowedReads(after: reads)
        } while true
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Makes the cached responses of reads stale, and reads those again that are followed. Writes do this with the reads that they declare in
  /// `changes:`. Call this for other changes, such as those that a push notification reports.
  ///
  /// - Parameter reads: the endpoints.
  /// - Throws: `MessageError` if the file can't be used.
  public func invalidate(_ reads: Endpoint...) throws {
    let changed = reads.map { ChangedRead($0) }
    try explained { try changes.add(changed) { try self.reads.store.invalidate(changed) } }
  }

  /// The queued writes, after those that were sent since the server's response that the current task has read.
  func shownWrites() throws -> [QueuedWrite] {
    let sent = changes.sentWrites()
    let queued = try queuedWrites(rejected: false)
    guard !sent.isEmpty else { return queued }
    // A write of several steps has one key for each.
    let keys = Set(queued.map(\.key))
    return (sent.filter { !keys.contains($0.key) } + queued).sorted { $0.id < $1.id }
  }

  /// Returns the cached responses of an endpoint, whatever the arguments of their calls were, the newest first.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - type: the type of the value in the body. A response that another version of the app has cached may have another one, and is omitted.
  /// - Returns: the values.
  /// - Throws: `MessageError` if the file can't be used.
  public func cachedValues<Value: Decodable>(
    of endpoint: Endpoint,
    as type: Value.Type = Value.self
  ) throws -> [Value] {
    let responses = try explained { try reads.store.responses(of: endpoint) }
    return responses.compactMap { try? endpoint.format.decode(type, from: $0.body) }
  }

  // MARK: Writing

  /// Queues a call instead of making it. It is on disk when this returns, and is sent as soon as possible, in order with the other
  /// writes of its scope.
  ///
  /// - Parameters:
  ///   - contract: the contract.
  ///   - scope: the name of the order. By default it is the one in ``OfflineOptions/scopes`` or the path of the call, so the changes of
  ///     one resource are sent in order, and the changes of several resources at the same time.
  ///   - localID: the id of the resource that the call creates, for later writes.
  ///   - call: makes one call that is not a `GET`. Its result is ignored.
  /// - Returns: the queued write.
  /// - Throws: `MessageError` if the device is full, or `APIError` if the call can't be encoded or is larger than
  ///   ``OfflineOptions/maxWriteSize``.
  @discardableResult
  @concurrent
  public func write<API: Contract, Value>(
    _ contract: API.Type,
    in scope: String? = nil,
    creating localID: LocalID? = nil,
    _ call: @concurrent @Sendable (API) async throws -> Value
  ) async throws -> QueuedWrite {
    let request = try await captured { _ = try await call(API.live($0)) }
    return try await queue(request, in: scope, creating: localID)
  }

  /// Queues calls that belong together as one write, such as those that create a post and send its picture. A call may use results of
  /// earlier ones.
  ///
  /// All are on disk when this returns, and are sent in order, each once; after a restart, sending continues where it stopped. If the server
  /// rejects one for good, the `undo` calls of the earlier ones are sent, the last one first. The write is then rejected with the server's
  /// message, and a retry begins with the first call, or without an `undo`, with the rejected one. A link that is rejected 30 seconds or more
  /// after the server has sent it is requested again. The ``QueuedWrite/localID`` stands for what the first call creates.
  ///
  /// - Parameters:
  ///   - scope: the name of the order. By default it is the first call's.
  ///   - add: adds the calls. It is run at once, and calls no server.
  /// - Returns: the queued write.
  /// - Throws: the error of `add`, or `MessageError` if the device is full. Nothing is queued then.
  @discardableResult
  @concurrent
  public func write(
    in scope: String? = nil,
    steps add: @concurrent @Sendable (_ steps: WriteSteps) async throws -> Void
  ) async throws -> QueuedWrite {
    let collector = WriteSteps(offline: self, scope: scope)
    try await add(collector)
    guard let (first, steps) = try collector.collected() else { throw Self.noWrite }
    let write = try explained { try store.add(first, steps) }
    announceChange()
    return write
  }

  /// Returns the request of one call, which is not sent.
  func captured(_ call: (APIClient) async throws -> Void) async throws -> APIRequest {
    let capture = CapturedCall()
    do {
      try await call(client.intercepted(by: capture))
    } catch {
      if capture.captured == nil { throw error }
    }
    guard var request = capture.captured else { throw Self.noWrite }
    request.user = try await fileUser.ofNewWrite
    return request
  }

  /// Returns the row of a call.
  func record(_ request: APIRequest, in scope: String?, creating localID: LocalID? = nil) async throws -> WriteRecord {
    guard !request.isGuest else {
      throw APIError(.encodingFailed, "A guest's write can't be queued, because the queue sends the user's token.")
    }
    let body = try await (request.stream ?? Blob(request.body)).collect(upTo: options.maxWriteSize)
    return try store.record(
      request,
      target: client.target(of: request),
      body: body,
      scope: scope ?? options.scopes[request.endpoint],
      creating: localID,
      idName: options.idNames[request.endpoint] ?? "id"
    )
  }

  private func announceChange() {
    watchers.notify()
    changes.changeQueue()
    wakes.notify()
  }

  private func queue(
    _ request: APIRequest,
    in scope: String? = nil,
    creating localID: LocalID? = nil,
    wasSent: Bool = false,
    check: (QueuedWrite) async throws -> Void = { _ in }
  ) async throws -> QueuedWrite {
    guard request.head.method != .get, request.head.method != .head, !request.endpoint.followsLink else {
      throw Self.noWrite
    }
    var record = try await record(request, in: scope, creating: localID)
    if wasSent { record.sentAt = record.queuedAt }
    try await check(store.write(record))
    let write = try explained { try store.add(record) }
    announceChange()
    return write
  }

  private static var noWrite: APIError {
    APIError(.encodingFailed, "A queued write is one call that is neither a GET nor to a link.")
  }

  /// Returns the queued writes, the oldest first.
  ///
  /// - Parameter rejected: `true` for only the rejected ones, `false` for only the others.
  /// - Returns: the writes.
  /// - Throws: `MessageError` if the file can't be used.
  public func queuedWrites(rejected: Bool? = nil) throws -> [QueuedWrite] {
    try explained { try store.all(rejected: rejected) }
  }

  /// Queues a rejected write again, and the writes that were rejected because they need the resource that it creates.
  ///
  /// - Parameter id: the number of the write.
  /// - Returns: whether there is such a rejected write.
  /// - Throws: `MessageError` if the file can't be used.
  @discardableResult
  public func retry(_ id: QueuedWrite.ID) throws -> Bool {
    let isFound = try explained { try store.retry(id) }
    announceChange()
    return isFound
  }

  /// Removes a write, and the writes that need the resource that it would have created.
  ///
  /// A queued write may have reached the server already, if the response was lost. A write of several steps is undone before it is removed.
  ///
  /// - Parameter id: the number of the write.
  /// - Returns: whether there is such a write.
  /// - Throws: `MessageError` if the file can't be used.
  @discardableResult
  public func discard(_ id: QueuedWrite.ID) throws -> Bool {
    let isFound = try explained { try store.discard(id) }
    // The next write of its scope may be sent.
    announceChange()
    return isFound
  }

  /// Returns the id that the server has assigned to a resource that was created offline. `nil` if it has not been created yet.
  public func realID(of localID: LocalID) throws -> String? { try explained { try store.realID(localID) } }

  // MARK: Sending

  /// Sends all writes that can be sent now, and returns when that is done. Writes that fail stay queued.
  ///
  /// - Parameter ignoresBackoff: whether to send writes whose pause is not over yet, such as when the user asks for it.
  /// - Throws: `MessageError` if the file can't be used.
  public func send(ignoringBackoff ignoresBackoff: Bool = false) async throws {
    do {
      try await outbox.send(ignoringBackoff: ignoresBackoff)
    } catch let error as DatabaseError {
      throw MessageError(database: error)
    }
  }

  /// Starts sending soon, if ``run()`` runs, and reads on the screen again that could not call the server. Call it when the app comes to the
  /// foreground.
  public func sendSoon() {
    wakes.notify()
    changes.reach()
    listener.reach()
  }

  /// Sends the queued writes, until the task is cancelled: at once, after each new write, when the connection returns, after
  /// ``sendSoon()``, and when the pause before the next attempt is over. ``OutboxModel/run()`` also does this.
  public func run() async {
    await withTaskGroup { group in
      group.addTask { [self] in
        for await isConnected in options.connectivity.changes {
          connection.withLock { $0 = isConnected }
          watchers.notify()
          if isConnected { sendSoon() }
        }
      }
      group.addTask { [self] in
        var timer: Task<Void, Never>?
        for await _ in wakes.changes() {
          timer?.cancel()
          do {
            try await send()
            // Without a connection, its return starts the next attempt.
            timer = connection.withLock { $0 } ? try await sleep(until: outbox.nextDate()) : nil
          } catch {
            // Nothing went wrong if the app has stopped sending.
            guard !Task.isCancelled, !file.database.isClosed else { break }
            options.logger.error("The queued writes can't be sent.", metadata: ["error": "\(error)"])
            timer = sleep(until: options.now() + options.maxBackoff / .seconds(1))
          }
        }
        timer?.cancel()
      }
    }
  }

  private func sleep(until date: Date?) -> Task<Void, Never>? {
    guard let date else { return nil }
    // A write that is due already waits for another process, or for another write.
    let wait = min(max(.seconds(date.timeIntervalSince(options.now())), options.initialBackoff), options.maxBackoff)
    return Task { [self] in
      if (try? await ErasedClock(options.clock).sleep(for: wait)) != nil { wakes.notify() }
    }
  }

  // MARK: Observing

  /// The present state.
  public func status() throws -> Status {
    let isConnected = connection.withLock { $0 }
    return try explained {
      let (queued, rejected) = try store.counts()
      return Status(queued: queued, rejected: rejected, isConnected: isConnected, lastError: try store.lastError())
    }
  }

  /// The present state, and the new one after each change of this process, until the file is closed. A slow reader misses states.
  public var statuses: AsyncStream<Status> { following { try self.status() } }

  /// The queued writes, the oldest first, and again after each change of this process, until the file is closed: each with its state, its
  /// attempts and its last error. A slow reader misses states.
  public var writes: AsyncStream<[QueuedWrite]> { following { try self.queuedWrites() } }

  private func following<Value>(_ value: @escaping @Sendable () throws -> Value) -> AsyncStream<Value> {
    let (changes, logger, database) = (watchers.changes(), options.logger, file.database)
    return AsyncStream {
      var iterator = changes.makeAsyncIterator()
      while await iterator.next() != nil {
        do {
          return try value()
        } catch {
          guard !database.isClosed else { return nil }
          logger.error("The queue can't be read.", metadata: ["error": "\(error)"])
        }
      }
      return nil
    }
  }

  // MARK: Signing out

  /// Closes the file when the user signs out, and deletes it if no writes are kept. Cancel the task of ``run()`` first.
  ///
  /// - Parameter decide: asks the user whether to keep the queued writes. It is called only if there are some.
  /// - Returns: whether the user may be signed out.
  /// - Throws: `MessageError` if the file can't be used.
  public func signOut(decide: (_ writes: [QueuedWrite]) async throws -> SignOut) async throws -> Bool {
    let writes = try queuedWrites()
    let decision = writes.isEmpty ? .discard : try await decide(writes)
    switch decision {
    case .cancel: return false
    case .keep: try close()
    case .discard:
      try close()
      try OfflineFile.remove(in: folder, user: user)
    }
    return true
  }

  /// Waits for reads and writes of the file that are in progress, and closes it. Later ones throw.
  ///
  /// - Throws: `MessageError` if the file can't be closed.
  public func close() throws {
    wakes.finish()
    watchers.finish()
    changes.finish()
    listener.close()
    try explained { try file.database.close() }
    store.close()
  }
}
