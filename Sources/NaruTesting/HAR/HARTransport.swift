import Foundation
import HTTPTypes
public import Naru
import NaruRecording

/// A transport that replays a recording, for example one of ``HARRecorder`` or of a browser.
///
/// ```swift
/// let server = HARTransport(try HAR(contentsOf: file))
/// let books = Books.live(APIClient(InMemoryTransport.url, transport: server))
/// ```
///
/// The first unused entry with the same method, path, query and body is the response to a call. The order of query items and JSON keys, the
/// server, and the part of the URL before the contract's path are ignored. Secrets are redacted before they are compared. If an
/// entry has no response, the call fails as it did during the recording.
///
/// If no entry matches a call, the test fails at the line that created the transport, and the call throws an error that names the
/// most similar entries.
public final class HARTransport: Transport {
  private let entries: [HAR.Entry]
  private let redaction: Redaction
  private let comparesQuery: Bool
  private let comparesBody: Bool
  private let reusesLast: Bool
  private let used = Locked<Set<Int>>([])
  private let place: TestPlace

  /// Creates a transport that replays a recording.
  ///
  /// - Parameters:
  ///   - har: the recording.
  ///   - comparesQuery: whether an entry needs the same query to match a call.
  ///   - comparesBody: whether an entry needs the same body to match a call. Pass `false` for bodies that differ each time, for
  ///     example by a date.
  ///   - reusesLast: whether the last matching entry serves any number of calls instead of one, for example in a preview.
  ///   - fileID: where to report calls without an entry; the line of the call by default.
  ///   - filePath: see `fileID`.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
  public init(
    _ har: HAR,
    comparesQuery: Bool = true,
    comparesBody: Bool = true,
    reusesLast: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    entries = har.entries
    redaction = Redaction(names: har.log.redacting ?? [])
    self.comparesQuery = comparesQuery
    self.comparesBody = comparesBody
    self.reusesLast = reusesLast
    place = (fileID, filePath, line, column)
  }

  /// Responds to one request. A streamed body is read to its end first.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    var request = request
    if let stream = request.stream {
      request.body = try await stream.collect(upTo: .max)
      request.onSend?(request.body.count, stream.length)
    }
    let wanted = HARKey(request, redaction)
    let found: Int? = used.withLock { used in
      let matching = entries.indices.filter { difference(wanted, $0, request) == nil }
      guard let index = matching.first(where: { !used.contains($0) }) ?? (reusesLast ? matching.last : nil) else {
        return nil
      }
      used.insert(index)
      return index
    }
    guard let found else { throw unknown(wanted, request) }
    return try answer(found, to: request)
  }

  /// Reports a test failure if an entry was not used.
  public func expectAllUsed(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let left = used.withLock { used in entries.indices.filter { !used.contains($0) } }
    guard !left.isEmpty else { return }
    report(
      (["Some entries of the recording were not used:"] + left.map { entryLine($0, nil) }).joined(separator: "\n"),
      at: (fileID, filePath, line, column)
    )
  }

  private func answer(_ index: Int, to request: APIRequest) throws -> APIResponse {
    let entry = entries[index]
    guard entry.response.isReceived else {
      throw APIError(entry.error.flatMap(APIError.Code.init(name:)) ?? .unreachable)
    }
    guard let response = entry.response.recorded else {
      let reason = entry.response.content.comment ?? "not recorded"
      throw APIError(.unknown, underlyingError: NoEntry(description: "The body of entry \(index + 1) is \(reason)."))
    }
    guard response.head.status.kind == .successful, request.streamsResponse else {
      guard response.body.count <= request.maxResponseSize else { throw APIError(.tooLarge) }
      return response
    }
    let type = response.head.headerFields[.contentType] ?? "application/octet-stream"
    return APIResponse(head: response.head, stream: Blob(response.body, contentType: type))
  }

  /// The first difference between an entry and a request; `nil` if the entry matches the request.
  private func difference(_ wanted: HARKey, _ index: Int, _ request: APIRequest) -> HARKey.Difference? {
    guard let key = HARKey(entries[index].request, for: request.endpoint, redaction) else { return .path }
    if key.method != wanted.method { return .method }
    if key.path != wanted.path { return .path }
    if comparesQuery, key.query != wanted.query { return .query }
    // A body that was not recorded can't be compared.
    if comparesBody, let body = key.body, body != wanted.body { return .body }
    return nil
  }

  private func unknown(_ wanted: HARKey, _ request: APIRequest) -> APIError {
    let used = used.withLock { $0 }
    let nearest =
      entries.indices
      .map { (index: $0, difference: difference(wanted, $0, request)) }
      .sorted { ($0.difference?.rank ?? 0, $0.index) < ($1.difference?.rank ?? 0, $1.index) }
      .prefix(3)
      .map { entryLine($0.index, $0.difference.map(\.rawValue) ?? (used.contains($0.index) ? "is already used" : nil)) }
    let text = """
      The recording has no (further) answer to \(request.endpoint.id): \(wanted).
      \(nearest.isEmpty ? "It has no entries." : (["The nearest entries:"] + nearest).joined(separator: "\n"))
      """
    report(text, at: place)
    return APIError(.unimplemented, underlyingError: NoEntry(description: text))
  }

  private func entryLine(_ index: Int, _ remark: String?) -> String {
    let request = entries[index].request
    return "\(index + 1). \(request.method) \(request.target(redaction) ?? request.url)"
      + (remark.map { ": \($0)" } ?? "")
  }
}

/// The cause of a call that no entry matches.
private struct NoEntry: Error, CustomStringConvertible {
  let description: String
}
