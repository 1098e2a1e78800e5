import Foundation
import HTTPTypes
import Logging
public import Naru
import NaruLabContract

extension Offline {
  /// Reports the queued writes, and what becomes of them, to the lab of a server (`NaruLab`), until the task is cancelled or the file is
  /// closed. The lab shows for each how often it arrived and was applied. It is for development:
  ///
  /// ```swift
  /// #if DEBUG
  ///   Task { await offline.report(toLabOf: APIClient(url, transport: transport)) }
  /// #endif
  /// ```
  ///
  /// A report has the endpoint, the path and the query without secrets, the key, the state and the reason of a failure, and no body. If the
  /// lab can't be reached, the next change of the queue reports what is missing, of at most the 1,000 newest writes. Call it once.
  ///
  /// - Parameter server: a client of the server, on this machine or in the local network: a private or link-local address, or a name that
  ///   ends in `.local`. Nothing is reported to other servers, and the log says so. A lab on another machine needs a token, which
  ///   `LabToken` of `NaruLabContract` sends, and `allowsInsecureHTTP`.
  @concurrent
  public func report(toLabOf server: APIClient) async {
    await report(toLabOf: server, newest: ReportedQueue.limit)
  }

  /// Reports like the method without a limit, of at most the newest writes.
  @concurrent
  package func report(toLabOf server: APIClient, newest limit: Int) async {
    guard server.baseURL.isInLocalNetwork else {
      return options.logger.error(
        "The queue is not reported: a lab has to be on this machine or in the local network.",
        metadata: ["server": "\(server.baseURL.host() ?? "")"]
      )
    }
    let (lab, changes) = (Lab.live(server), changes)
    var reported = ReportedQueue()
    done.begin()
    defer { done.end() }
    for await _ in changes { await report(to: lab, limit, &reported) }
  }

  @concurrent
  private func report(to lab: Lab, _ limit: Int, _ reported: inout ReportedQueue) async {
    do {
      // In this order: a write is done before it leaves the file.
      let present = try store.newest(limit).map { Lab.QueuedCall($0) }
      let done = done.all
      let new = try reported.changes(present, done, isQueued: store.hasKey)
      for start in stride(from: 0, to: new.count, by: 100) {
        try await lab.report(calls: Array(new[start..<min(start + 100, new.count)]))
      }
      reported.note(new, present)
      self.done.remove(done)
    } catch {
      options.logger.debug("The queue can't be reported now.", metadata: ["error": "\(error)"])
    }
  }
}

/// The completed writes that have yet to be reported. It stays empty while nobody reports.
final class DoneWrites: Sendable {
  private let calls = Locked<[Lab.QueuedCall]?>(nil)

  var all: [Lab.QueuedCall] { calls.withLock { $0 ?? [] } }

  func begin() { calls.withLock { $0 = [] } }

  func end() { calls.withLock { $0 = nil } }

  func add(_ write: QueuedWrite) {
    calls.withLock { calls in
      guard calls != nil else { return }
      var call = Lab.QueuedCall(write)
      // The write is as it was before this attempt.
      (call.state, call.attempts, call.status, call.reason) = (.done, call.attempts + 1, nil, nil)
      calls?.append(call)
      if let count = calls?.count, count > ReportedQueue.limit { calls?.removeFirst() }
    }
  }

  func remove(_ reported: [Lab.QueuedCall]) {
    let keys = Set(reported.map(\.key))
    calls.withLock { $0?.removeAll { keys.contains($0.key) } }
  }
}

/// The queue as last reported to a lab.
private struct ReportedQueue {
  /// The maximum number of writes in reports.
  static let limit = 1000

  private var calls: [String: Lab.QueuedCall] = [:]

  /// Returns what is new.
  func changes(
    _ present: [Lab.QueuedCall],
    _ done: [Lab.QueuedCall],
    isQueued: (String) throws -> Bool
  ) rethrows -> [Lab.QueuedCall] {
    let keys = Set((present + done).map(\.key))
    let missing = calls.values.filter { call in
      // A refused write that is retried gets a new key; the old one stays refused.
      !keys.contains(call.key) && call.state != .done && call.state != .refused
    }
    let discarded = try missing.filter { try !isQueued($0.key) }
    return present.filter { calls[$0.key] != $0 && calls[$0.key]?.state != .done } + done
      + discarded.map { call in
        var call = call
        call.state = .discarded
        return call
      }
  }

  /// Notes what was reported.
  mutating func note(_ reported: [Lab.QueuedCall], _ present: [Lab.QueuedCall]) {
    let keys = Set(present.map(\.key))
    for call in reported { calls[call.key] = call }
    calls = calls.filter { keys.contains($0.key) }
  }
}

extension Lab.QueuedCall {
  fileprivate init(_ write: QueuedWrite) {
    let redaction = Redaction()
    let state: Lab.QueueState =
      if write.isRejected { .refused } else if write.isSending { .sending } else if write.attempts > 0 { .waiting } else
      { .queued }
    self.init(
      key: write.key,
      endpoint: write.endpointName,
      method: write.method,
      target: String(redaction.target(write.target, of: write.endpoint).prefix(2000)),
      state: state,
      queuedAt: write.queuedAt,
      attempts: write.attempts,
      status: write.status?.code,
      reason: write.lastError.map { String(redaction.value($0.description).prefix(500)) }
    )
  }
}

extension URL {
  /// Whether the host is this machine or in the local network.
  fileprivate var isInLocalNetwork: Bool {
    guard let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedHost?.lowercased() else {
      return false
    }
    // Without `https`, only this machine is secure.
    if host.hasSuffix(".local") || Origin(scheme: "http", authority: host)?.isSecure == true { return true }
    // Link-local and unique local addresses (RFC 4291, RFC 4193).
    if ["[fe80:", "[fc", "[fd"].contains(where: host.hasPrefix) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard numbers.count == 4, !numbers.contains(nil), let first = numbers[0], let second = numbers[1] else {
      return false
    }
    return switch (first, second) {
    case (10, _), (172, 16...31), (192, 168), (169, 254): true
    default: false
    }
  }
}
