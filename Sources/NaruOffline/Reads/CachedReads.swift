import Foundation
import HTTPTypes
import Logging
import Naru

/// Returns responses to reads by their policies: from the server or from the cache. Queues writes that can't be sent, if it has a queue.
struct CachedReads: Middleware {
  /// A policy for the calls of the current task, in place of the endpoint's.
  @TaskLocal static var policy: ReadPolicy?
  /// Collects the ages of the values that the current task reads.
  @TaskLocal static var report: ReadReport?

  let store: ResponseStore
  let options: OfflineOptions
  let fileUser: FileUser
  let changes: ReadChanges
  let listener: ChangeListener
  let isConnected: @Sendable () -> Bool
  /// The order of direct writes, by scope.
  let turns = Turns()
  /// The store that queues writes that can't be sent. `nil` if such a write fails.
  var queue: Offline?
  /// Decides which writes are queued, and predicts their responses. `nil` if all are, and the call fails.
  var prediction: (any Prediction)?

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    if let queue, let known = try queue.replacingLocalIDs(in: request) { return try await intercept(known, next: next) }
    guard request.head.method == .get, !request.streamsResponse, request.stream == nil else {
      return try await write(request, next)
    }
    guard let followed = FollowedReads.current else { return try await read(request, next, for: nil) }
    changes.begin(request, for: followed)
    let start = listener.now
    let response = try await read(request, next, for: followed)
    if request.endpoint.host == nil, response.head.headerFields.contains(ChangeStream.offer) {
      listener.start(from: start)
    }
    return response
  }

  private func read(
    _ request: APIRequest,
    _ next: APINext,
    for followed: FollowedReads?
  ) async throws -> APIResponse {
    let policy = Self.policy ?? options.policies[request.endpoint] ?? options.policy
    // The next link to the same file is another address.
    guard policy.kind != .networkOnly, !request.endpoint.followsLink else {
      var request = request
      request.user = await fileUser.current
      let response = try await next(request)
      Self.report?.add(options.now(), isFresh: true)
      return response
    }
    let key = Self.key(of: request)
    var known = logged { try store.response(key) } ?? nil
    // An earlier version of the app may have cached what this one can't read, and a tag that the server still confirms.
    if known?.response.failure(of: request) != nil { known = nil }
    if let known, let followed, followed.isLocal {
      // Only the queue has changed, so the response is as fresh as before.
      return self.response(known, of: request, isFresh: !known.isStale && !followed.isBehind)
    }
    if let known, isEnough(known, policy) {
      return self.response(known, of: request, isBehind: !isConnected())
    }
    guard policy.kind != .cacheOnly else { throw APIError.notCached }
    return try await load(request, next, key, known)
  }

  /// A write that is sent directly also makes reads stale.
  private func write(_ request: APIRequest, _ next: APINext) async throws -> APIResponse {
    var request = request
    let isQueued = !request.isRead && !request.isGuest && !request.endpoint.followsLink
    guard let queue, isQueued, prediction?.covers(request.endpoint) ?? true else {
      request.user = await fileUser.current
      return try await send(request, next)
    }
    request.user = try await fileUser.ofNewWrite
    // If only the response is lost, the queued write does not take effect again.
    if request.head.headerFields[.idempotencyKey] == nil {
      request.head.headerFields[.idempotencyKey] = UUID().uuidString
    }
    let record = try queue.record(of: request)
    // It must not overtake queued writes, or an earlier direct write, which may still be queued.
    return try await turns.run([record.scope]) { [request] in
      guard isConnected(), try explained({ try !queue.store.isBlocked(record) }) else {
        return try await queue.queueUnsent(request, wasSent: false, prediction)
      }
      var wasSent = true
      do {
        let response = try await send(request, next)
        // It may have reached the server nevertheless, if what responded is not the server.
        guard let failure = response.failure(of: request), failure.isUnserved else { return response }
      } catch let error as APIError where error.isWithoutResponse(to: request.endpoint) {
        wasSent = !error.isOfRenewal(for: request.endpoint)
      }
      return try await queue.queueUnsent(request, wasSent: wasSent, prediction)
    }
  }

  private func send(_ request: APIRequest, _ next: APINext) async throws -> APIResponse {
    let reads = request.endpoint.changes(by: request.head.path ?? "/")
    let response = try await reads.isEmpty ? next(request) : sendChange(request, next)
    if !reads.isEmpty || prediction != nil, response.failure(of: request) == nil {
      changes.add(reads) { logged { try store.invalidate(reads) } }
      prediction?.note(response, to: request.endpoint)
    }
    return response
  }

  private func sendChange(_ request: APIRequest, _ next: APINext) async throws -> APIResponse {
    var request = request
    listener.mark(&request)
    do {
      let response = try await changes.writing { [request] in try await next(request) }
      if response.failure(of: request)?.isUnserved ?? false { listener.lose() }
      return response
    } catch {
      listener.lose()
      throw error
    }
  }

  private func isEnough(_ known: CachedResponse, _ policy: ReadPolicy) -> Bool {
    if policy.kind == .cacheOnly || !isConnected() { return true }
    guard case .cacheFirst(let limit) = policy.kind, !known.isStale else { return false }
    let age = Duration.seconds(options.now().timeIntervalSince(known.cachedAt))
    // A time in the future means that the clock was set back.
    return age >= .zero && age <= limit
  }

  private func load(
    _ request: APIRequest,
    _ next: APINext,
    _ key: String,
    _ known: CachedResponse?
  ) async throws -> APIResponse {
    let sent = changes.request()
    var request = request
    request.user = await fileUser.current
    let isRevalidation = request.head.headerFields[.ifNoneMatch] == nil && known?.entityTag != nil
    if isRevalidation { request.head.headerFields[.ifNoneMatch] = known?.entityTag }
    let response: APIResponse
    do {
      response = try await next(request)
    } catch let error as APIError {
      guard error.isWithoutResponse(to: request.endpoint) else { throw error }
      guard let known else {
        FollowedReads.current?.fallBehind()
        throw error
      }
      return self.response(known, of: request, isBehind: true)
    }
    if response.head.status == .notModified, let known, isRevalidation {
      if let isStale = changes.store(request, key, sent) { logged { try store.confirm(key, isStale: isStale) } }
      var confirmed = self.response(known, of: request, isFresh: true)
      confirmed.head.headerFields[ChangeStream.offer] = response.head.headerFields[ChangeStream.offer]
      return confirmed
    }
    let failure = response.failure(of: request)
    switch response.head.status.code {
    // Neither what is not the server's nor a server without time says anything about the cached response.
    case _ where failure.map { $0.isForeign || [.serverError, .timedOut, .rateLimited].contains($0.code) } ?? false:
      if let known { return self.response(known, of: request, isBehind: true) }
    // With `nilOn: 404`, that there is nothing is a result.
    case 200..<300,
      404 where failure == nil:
      if failure == nil, response.stream == nil, let isStale = changes.store(request, key, sent) {
        logged { try store.store(response, key, request, isStale: isStale) }
      }
    case 403, 404, 410:
      if changes.store(request, key, sent) != nil { logged { try store.remove(key) } }
    default: break
    }
    Self.report?.add(options.now(), isFresh: true)
    return response
  }

  private func response(
    _ known: CachedResponse,
    of request: APIRequest,
    isFresh: Bool = false,
    isBehind: Bool = false
  ) -> APIResponse {
    let followed = FollowedReads.current
    if let followed { changes.found(request, known.key, for: followed, isBehind: isBehind) }
    let isConfirmed = isFresh && !(followed?.isLocal ?? false)
    Self.report?.add(isConfirmed ? options.now() : known.cachedAt, isFresh: isFresh)
    if !isFresh, Self.policy?.kind != .cacheOnly { options.onCacheHit?(known.cachedAt) }
    var response = known.response
    if !isFresh { response.cachedAt = known.cachedAt }
    return response
  }

  /// A read does not fail because the device can't store its response.
  @discardableResult
  private func logged<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      options.logger.error("The cache can't be used.", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// A digest of the URL, the header fields and the body of a call, which distinguish it from other reads of the user. An update of the app
  /// leaves the cached responses.
  private static func key(of request: APIRequest) -> String {
    let fields = request.head.headerFields.filter { $0.name != .naruRelease }
      .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
    let lines = [
      request.endpoint.id, request.head.scheme ?? "", request.head.authority ?? "", request.head.path ?? "",
    ]
    let guest = request.isGuest ? ["guest"] : []
    return Digest128.hexadecimal(Data((lines + guest + fields).joined(separator: "\n").utf8) + request.body)
  }
}

/// The age of the oldest response that a task has read.
final class ReadReport: Sendable {
  private let state = Locked<(date: Date, isFresh: Bool)?>(nil)

  func add(_ date: Date, isFresh: Bool) {
    state.withLock { state in
      state = state.map { (min($0.date, date), $0.isFresh && isFresh) } ?? (date, isFresh)
    }
  }

  var summary: (date: Date, isFresh: Bool)? { state.withLock { $0 } }
}

extension APIError {
  /// Whether no response of the server arrived, or not all of it.
  fileprivate func isWithoutResponse(to endpoint: Endpoint) -> Bool {
    [.unreachable, .timedOut].contains(code) || isForeign || isOfRenewal(for: endpoint)
      || code == .serverError && status == nil
  }

  /// Whether it is the error of another call, which would have renewed the token: the call was not sent, or its token was rejected.
  func isOfRenewal(for call: Endpoint) -> Bool {
    ![.unauthorized, .cancelled].contains(code) && endpoint.map { $0 != call } ?? false
  }

  /// The error for a read without a cached response, if the server is not called.
  static var notCached: APIError {
    APIError(
      .unreachable,
      LocalizedMessage(
        korean: "아직 받아 둔 내용이 없습니다. 연결되면 다시 시도해 주세요.",
        english: "This was never loaded on this device. Try again when you are connected."
      )
    )
  }
}
