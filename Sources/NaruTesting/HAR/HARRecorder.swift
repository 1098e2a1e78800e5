public import Foundation
import HTTPTypes
public import Naru

/// A middleware that records calls and their responses as an HTTP Archive, which ``HARTransport`` replays and browsers and proxies
/// show.
///
/// ```swift
/// let recorder = HARRecorder(redacting: ["phone"])
/// let client = APIClient(url, transport: transport, middleware: [BearerAuthentication { token }, recorder])
/// …
/// try recorder.har.write(to: file)
/// ```
///
/// **Secrets** are redacted before they are kept, also in memory: header fields, query items, placeholders, and fields of JSON and
/// forms whose names say that they are secret (`Authorization`, `Cookie`, `accessToken`, `password`, and the names that you add),
/// and values elsewhere that look like tokens. They are replaced by `redacted`, a UUID of zeros or 0, so that the contract's types
/// can still be decoded. Multipart forms are not recorded. All other values are recorded as they are, so record with test accounts.
///
/// A stream is recorded while the caller reads it. Put the recorder last in the list of middleware to record every attempt.
public final class HARRecorder: Middleware {
  private let names: [String]
  private let redaction: Redaction
  private let bodyLimit: Int
  private let now: @Sendable () -> Date
  /// The entries, in the order of their requests; `nil` for calls in flight.
  private let kept = Locked<[HAR.Entry?]>([])

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - names: additional secret names of header fields, query items, placeholders and body fields. Case, hyphens and underscores
  ///     are ignored.
  ///   - bodyLimit: the size in bytes up to which bodies are recorded. Of a larger body, only the size is recorded.
  ///   - now: returns the current date.
  public init(
    redacting names: [String] = [],
    bodyLimit: Int = 1 << 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.names = names
    redaction = Redaction(names: names)
    self.bodyLimit = bodyLimit
    self.now = now
  }

  /// The recording of all calls that have finished.
  public var har: HAR { HAR(kept.withLock { $0.compactMap(\.self) }, redacting: names) }

  /// Forwards a call and records it with its response.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let started = now()
    let clock = ContinuousClock.now
    let index = kept.withLock { entries in
      entries.append(nil)
      return entries.count - 1
    }
    let sent = Capture(limit: bodyLimit, request.stream?.data ?? request.body)
    var copy = request
    if let stream = request.stream, stream.data == nil {
      copy.stream = stream.watched(onChunk: sent.add) { _, _ in }
    }
    let head = copy.head
    @Sendable func keep(_ response: HAR.Response, waited: Duration, error: APIError.Code? = nil) {
      let time = clock.duration(to: .now) / .milliseconds(1)
      let wait = waited / .milliseconds(1)
      let entry = HAR.Entry(
        startedDateTime: started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        time: time,
        request: harRequest(request.endpoint, head, sent),
        response: response,
        timings: HAR.Timings(wait: wait, receive: time - wait),
        endpoint: request.endpoint.id,
        error: error?.description
      )
      kept.withLock { $0[index] = entry }
    }
    do {
      var response = try await next(copy)
      let head = response.head
      let waited = clock.duration(to: .now)
      if let stream = response.stream, stream.data == nil {
        let received = Capture(limit: bodyLimit)
        response.stream = stream.watched(onChunk: received.add) { [self] bytes, error in
          // A partial body must not be replayed.
          let isWhole = error == nil && (stream.length ?? bytes) == bytes
          keep(harResponse(head, received, isWhole: isWhole), waited: waited)
        }
      } else {
        let body = response.stream?.data ?? response.body
        let text = APIResponse(head: head, body: body).inUTF8?.body ?? body
        keep(harResponse(head, Capture(limit: bodyLimit, text)), waited: waited)
      }
      return response
    } catch {
      let code = (error as? APIError)?.code ?? (error is CancellationError ? .cancelled : .failed)
      let nothing = HAR.Response(status: 0, headers: [], content: HAR.Content(size: 0, mimeType: "x-unknown"))
      keep(nothing, waited: clock.duration(to: .now), error: code)
      throw error
    }
  }

  private func harRequest(_ endpoint: Endpoint, _ head: HTTPRequest, _ body: Capture) -> HAR.Request {
    let target = redaction.target(head.path ?? "/", of: endpoint)
    var request = HAR.Request(
      method: head.method.rawValue,
      url: "\(head.scheme ?? "http")://\(head.authority ?? "")\(target)",
      headers: pairs(head.headerFields),
      queryString: target.splitTarget.query.map(HAR.items) ?? []
    )
    let (bytes, count) = body.content
    request.bodySize = count
    guard count > 0 else { return request }
    let type = head.headerFields[.contentType] ?? "application/octet-stream"
    let recorded = RecordedBody(bytes, count: count, type: type, redaction: redaction)
    request.postData = HAR.PostData(
      mimeType: type,
      text: recorded.text,
      encoding: recorded.encoding,
      comment: recorded.comment
    )
    return request
  }

  private func harResponse(_ head: HTTPResponse, _ body: Capture, isWhole: Bool = true) -> HAR.Response {
    let type = head.headerFields[.contentType] ?? ""
    let (bytes, count) = body.content
    let recorded = RecordedBody(isWhole ? bytes : nil, count: count, type: type, redaction: redaction)
    return HAR.Response(
      status: head.status.code,
      statusText: head.status.reasonPhrase,
      headers: pairs(head.headerFields),
      content: HAR.Content(
        size: count,
        mimeType: type,
        text: recorded.text,
        encoding: recorded.encoding,
        comment: recorded.comment
      ),
      redirectURL: head.headerFields[.location].map(redaction.value) ?? "",
      bodySize: count
    )
  }

  private func pairs(_ fields: HTTPFields) -> [HAR.Pair] {
    fields.map { HAR.Pair(name: $0.name.rawName, value: redaction.field($0)) }
  }
}

/// The bytes of a body, up to a limit.
private final class Capture: Sendable {
  private let limit: Int
  private let state: Locked<(bytes: Data, count: Int)>

  init(limit: Int, _ bytes: Data = Data()) {
    self.limit = limit
    state = Locked((bytes, bytes.count))
  }

  @Sendable
  func add(_ chunk: Data) {
    state.withLock { state in
      state.count += chunk.count
      // Nothing of a body that is too large is recorded.
      if state.count <= limit { state.bytes.append(chunk) } else { state.bytes = Data() }
    }
  }

  /// The bytes, or `nil` if there were too many, and their number.
  var content: (bytes: Data?, count: Int) {
    state.withLock { ($0.count <= limit ? $0.bytes : nil, $0.count) }
  }
}

extension HAR {
  /// The items of a query; none if it is invalid.
  static func items(_ query: Substring) -> [Pair] {
    (try? QueryString.items(query).map { Pair(name: $0.name, value: $0.value) }) ?? []
  }
}
