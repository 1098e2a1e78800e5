public import Foundation
import HTTPTypes
import IssueReporting
public import Naru

/// Answers calls from a recording, such as one of ``HARRecorder`` or of a browser.
///
/// ```swift
/// let server = try HARTransport(contentsOf: file)
/// let books = Books.live(APIClient(InMemoryTransport.url, transport: server))
/// ```
///
/// A call is answered by the first entry that has the same method, path, query and body and was not used yet: the order of the
/// items of a query and of the keys in JSON makes no difference, nor does the server, nor what its address has before the
/// contract's path. Secrets are compared as the recording has them, which is redacted. Where no answer was recorded, the call
/// fails as it did then.
///
/// A call that no entry answers fails the test, at the line where the transport was made, and throws an error that names the
/// entries which are nearest.
public final class HARTransport: Transport {
  /// What a call has in common with the entry that answers it, beside method and path.
  public struct Matching: OptionSet, Sendable {
    /// The bits of the parts.
    public let rawValue: Int

    /// Parts by their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The items of the query.
    public static let query = Matching(rawValue: 1)
    /// The body. Leave it out where it has something new each time, such as a date.
    public static let body = Matching(rawValue: 2)
  }

  private let entries: [HAR.Entry]
  private let redaction: Redaction
  private let matching: Matching
  private let reusesLast: Bool
  private let used = Locked<Set<Int>>([])
  private let place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// Answers from a recording.
  ///
  /// - Parameters:
  ///   - har: the recording.
  ///   - matching: what a call has to have in common with an entry, beside method and path.
  ///   - reusesLast: whether the last of the entries that match is given again and again, instead of once: for a preview.
  public init(
    _ har: HAR,
    matching: Matching = [.query, .body],
    reusesLast: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    entries = har.entries
    redaction = Redaction(names: har.log.redacting ?? [])
    self.matching = matching
    self.reusesLast = reusesLast
    place = (fileID, filePath, line, column)
  }

  /// Answers from a file.
  ///
  /// - Parameters:
  ///   - file: where the recording is.
  ///   - matching: what a call has to have in common with an entry, beside method and path.
  ///   - reusesLast: whether the last of the entries that match is given again and again, instead of once: for a preview.
  /// - Throws: `CocoaError` where there is no file; ``HAR/Unreadable`` for one that is no HTTP Archive.
  public convenience init(
    contentsOf file: URL,
    matching: Matching = [.query, .body],
    reusesLast: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws {
    self.init(
      try HAR(contentsOf: file),
      matching: matching,
      reusesLast: reusesLast,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Answers one request. A body that is a stream is read to its end before.
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

  /// Expects that each entry was used.
  public func expectAllUsed(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let left = used.withLock { used in entries.indices.filter { !used.contains($0) } }
    guard !left.isEmpty else { return }
    reportIssue(
      (["Some entries of the recording were not asked for:"] + left.map { told($0, nil) }).joined(separator: "\n"),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  private func answer(_ index: Int, to request: APIRequest) throws -> APIResponse {
    let entry = entries[index]
    if entry.response.status == 0 {
      throw APIError(entry.error.flatMap(APIError.Code.init(name:)) ?? .unreachable)
    }
    guard let response = entry.response.recorded else {
      let reason = entry.response.content.comment ?? "not recorded"
      throw APIError(.failed, cause: HARMismatch(description: "The body of entry \(index + 1) is \(reason)."))
    }
    guard response.head.status.kind == .successful, request.streamsResponse else {
      guard response.body.count <= request.responseLimit else { throw APIError(.tooLarge) }
      return response
    }
    let type = response.head.headerFields[.contentType] ?? "application/octet-stream"
    return APIResponse(head: response.head, stream: Blob(response.body, contentType: type))
  }

  /// Why an entry does not answer a request. `nil` for one that does.
  private func difference(_ wanted: HARKey, _ index: Int, _ request: APIRequest) -> HARKey.Difference? {
    guard let key = HARKey(entries[index].request, for: request.endpoint, redaction) else { return .path }
    if key.method != wanted.method { return .method }
    if key.path != wanted.path { return .path }
    if matching.contains(.query), key.query != wanted.query { return .query }
    // A body that was not recorded can't be compared.
    if matching.contains(.body), let body = key.body, body != wanted.body { return .body }
    return nil
  }

  private func unknown(_ wanted: HARKey, _ request: APIRequest) -> APIError {
    let used = used.withLock { $0 }
    let nearest =
      entries.indices
      .map { (index: $0, difference: difference(wanted, $0, request)) }
      .sorted { ($0.difference?.rank ?? 0, $0.index) < ($1.difference?.rank ?? 0, $1.index) }
      .prefix(3)
      .map { told($0.index, $0.difference.map(\.rawValue) ?? (used.contains($0.index) ? "was used already" : nil)) }
    let text = """
      The recording has no answer (any more) for \(request.endpoint.id): \(wanted).
      \(nearest.isEmpty ? "It has no entries." : (["The nearest entries:"] + nearest).joined(separator: "\n"))
      """
    reportIssue(text, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    return APIError(.unimplemented, cause: HARMismatch(description: text))
  }

  private func told(_ index: Int, _ remark: String?) -> String {
    let request = entries[index].request
    return "\(index + 1). \(request.method) \(request.target(redaction) ?? request.url)"
      + (remark.map { ": \($0)" } ?? "")
  }
}

/// No entry of a recording answers a call.
private struct HARMismatch: Error, CustomStringConvertible {
  let description: String
}
