import Foundation
import HTTPTypes
import Naru

/// Sends the queued writes of a user: in order within a scope, and several scopes at the same time.
actor Outbox {
  private let store: WriteStore
  private let client: APIClient
  private let fileUser: FileUser
  private let changes: ReadChanges
  private let listener: ChangeListener
  private let options: OfflineOptions
  private let isConnected: @Sendable () -> Bool
  private let wakes: Watchers
  private let watchers: Watchers
  /// The pause of all scopes, because of the server's `Retry-After`, the end of the session or an outdated app.
  private var pausedUntil: Pause?
  private var lastRound: Task<Void, any Error>?

  init(
    _ store: WriteStore,
    _ client: APIClient,
    _ fileUser: FileUser,
    _ changes: ReadChanges,
    _ listener: ChangeListener,
    _ options: OfflineOptions,
    _ wakes: Watchers,
    _ watchers: Watchers,
    isConnected: @escaping @Sendable () -> Bool
  ) {
    (self.store, self.client, self.fileUser, self.changes) = (store, client, fileUser, changes)
    (self.listener, self.options, self.isConnected) = (listener, options, isConnected)
    (self.wakes, self.watchers) = (wakes, watchers)
  }

  /// The date of the next attempt to send a write. `nil` if nothing is queued.
  func nextDate() throws -> Date? {
    guard let date = try store.nextDate() else { return nil }
    return max(date, pausedUntil?.end ?? date)
  }

  /// Sends all writes that can be sent now. A later call waits for an earlier one, and then looks again.
  func send(ignoringBackoff ignoresBackoff: Bool) async throws {
    let previous = lastRound
    let round = Task {
      _ = await previous?.result
      if ignoresBackoff {
        self.pausedUntil = nil
        try self.store.endPauses()
      }
      // A write of one scope may be waiting for a write of another one.
      while try await self.sendScopes() {}
    }
    lastRound = round
    try await withTaskCancellationHandler {
      try await round.value
    } onCancel: {
      round.cancel()
    }
  }

  /// Returns whether something was sent or rejected.
  private func sendScopes() async throws -> Bool {
    guard isConnected() else { return false }
    guard pausedUntil?.isOver(at: options.now()) ?? true else { return false }
    pausedUntil = nil
    let queued = wakes.changes()
    let wake: @Sendable () async -> (String?, Bool) = { (nil, await queued.first { _ in true } != nil) }
    var (scopes, active, isProgress) = ([String]()[...], Set<String>(), false)
    try await withThrowingTaskGroup(of: (String?, Bool).self) { group in
      // It wakes at once, and for a new write, which a slow one of another scope does not delay.
      group.addTask { await wake() }
      while let (scope, hasMore) = try await group.next() {
        if let scope {
          active.remove(scope)
          isProgress = isProgress || hasMore
        } else {
          scopes = try store.scopes().filter { !active.contains($0) }[...]
          if hasMore { group.addTask { await wake() } }
        }
        while active.count < options.concurrency, let scope = scopes.popFirst() {
          active.insert(scope)
          group.addTask { (scope, try await self.drain(scope)) }
        }
        guard !active.isEmpty else { return group.cancelAll() }
      }
    }
    return isProgress
  }

  /// Sends the writes of a scope, one after the other, until one has to wait.
  private func drain(_ scope: String) async throws -> Bool {
    var isProgress = false
    while pausedUntil == nil, !Task.isCancelled, let write = try store.claimNext(in: scope) {
      watchers.notify()
      defer { watchers.notify() }
      guard try await send(write) else { break }
      isProgress = true
    }
    return isProgress
  }

  /// Sends a write. Returns whether it is settled, so that the next one may be sent.
  private func send(_ write: QueuedWrite) async throws -> Bool {
    guard !write.isRejected else {
      changes.changeQueue()
      return true
    }
    guard let endpoint = write.endpoint, endpoint.matches(write) else {
      try reject(write, Self.unknownEndpoint, nil)
      return true
    }
    if let sentAt = write.record.sentAt,
      options.now().timeIntervalSince(sentAt) >= options.idempotencyKeyLifetime / .seconds(1)
    {
      try reject(write, Self.forgottenKey, nil)
      return true
    }
    do {
      var headers = try write.record.headers
      headers[.idempotencyKey] = write.key
      var request = try client.request(
        to: endpoint,
        target: write.record.target,
        headers: headers,
        body: write.record.body
      )
      // Whoever signs in at any time until the token is attached.
      request.user = if let user = write.record.user { TokenUser(stored: user) } else { await fileUser.current }
      listener.mark(&request)
      let response = try await changes.writing { [request] in try await client.success(of: request) }
      try succeed(write, endpoint) { response.value(at: $0, endpoint.format) }
      return true
    } catch let error as APIError {
      if error.status == nil || error.isUnserved { listener.lose() }
      return try await settle(write, endpoint, error)
    }
  }

  private func succeed(_ write: QueuedWrite, _ endpoint: Endpoint, _ result: ([String]) -> String?) throws {
    let reads = endpoint.changes(by: write.record.target)
    try changes.add(reads, write) { try store.succeed(write, result, invalidating: reads) }
    changes.reach()
  }

  private func reject(_ write: QueuedWrite, _ message: LocalizedMessage, _ status: HTTPResponse.Status?) throws {
    try store.reject(write, message, status)
    changes.changeQueue()
  }

  private func settle(_ write: QueuedWrite, _ endpoint: Endpoint, _ error: APIError) async throws -> Bool {
    if error.code == .cancelled {
      try store.release(write)
      return false
    }
    let (now, backoff) = (options.now(), options.backoff(after: write.attempts) / .seconds(1))
    if error.isOtherUser {
      // The user may come back at any time. A write of an earlier version of the app, which named users in another way, delays no other.
      let isOthers = await fileUser.current.map { $0.text != write.record.user ?? $0.text } ?? false
      let pause = Pause(isOthers ? backoff : options.initialBackoff / .seconds(1), from: now)
      if !isOthers { pausedUntil = pause }
      try store.delay(write, pause, error, isNotApplied: true)
      return false
    }
    let pause = Pause(max(backoff, error.retryAfter.map { $0 / .seconds(1) } ?? 0), from: now)
    // The user has to sign in again or to update the app, or the limit applies to the user and not to one scope. The client has renewed the
    // token if it could.
    let isUnsent = error.isOfRenewal(for: endpoint)
    let isOfLink = error.code == .unauthorized && endpoint.followsLink && endpoint.auth == .none
    let isPaused = !error.isUnserved && !isOfLink && [.unauthorized, .outdated, .rateLimited].contains(error.code)
    if isPaused {
      pausedUntil = pause
    } else if error.isRejection, !isUnsent {
      // An earlier attempt without a response may have deleted it.
      if endpoint.method == .delete, write.record.sentAt != nil, error.code == .notFound {
        try succeed(write, endpoint) { _ in nil }
      } else {
        try reject(write, error.localizedMessage, error.status)
      }
      return true
    }
    try store.delay(write, pause, error, isNotApplied: isPaused || isUnsent)
    return false
  }

  private static let unknownEndpoint = LocalizedMessage(
    korean: "이전 버전의 앱에서 한 변경이라 이 버전에서는 보낼 수 없습니다.",
    english: "An earlier version of the app made this change. This version can't send it."
  )

  private static let forgottenKey = LocalizedMessage(
    korean: "보낸 뒤 너무 오랫동안 응답을 받지 못했습니다. 이미 반영되었는지 확인하고, 반영되지 않았다면 다시 보내 주세요.",
    english:
      "This was sent too long ago without a response. It may have been applied: check, and send it again if it was not."
  )
}

/// A period without sending.
struct Pause {
  let start: Date
  let end: Date

  init(_ seconds: Double, from now: Date) {
    start = now
    end = now + seconds
  }

  /// Whether it is over. It also is if the clock was set back: its rest is unknown then.
  func isOver(at now: Date) -> Bool { now >= end || now < start }
}

extension Endpoint {
  /// Whether a write that was queued by an earlier version of the app is still a call of this endpoint.
  fileprivate func matches(_ write: QueuedWrite) -> Bool {
    method.rawValue == write.record.method && (followsLink || path.matches(write.record.target))
  }
}

extension APIResponse {
  /// Returns a field of the result, if it is a string or a whole number.
  fileprivate func value(at path: [String], _ format: any ResponseFormat.Type) -> String? {
    var value = try? format.decode(JSONTree.self, from: body)
    for name in path { value = value?[name] }
    return value?.identifier
  }
}

extension APIError {
  /// Whether the same write would fail again.
  fileprivate var isRejection: Bool {
    // What responded may not be the server, such as the sign-in page of a café's network, or it names the time of another attempt.
    if isUnserved || retryAfter != nil { return false }
    switch status?.code {
    case 408?, 425?: return false
    case (200..<300)?, (400..<500)?: return true
    case (500...)?: return false
    default: return [.encodingFailed, .insecure].contains(code)
    }
  }
}
