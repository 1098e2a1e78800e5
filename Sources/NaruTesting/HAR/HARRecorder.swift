public import Foundation
import HTTPTypes
public import Naru
import NaruRecording

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
/// **Secrets** are redacted before they are recorded, even in memory: header fields, query items, placeholders, and fields of JSON and
/// forms whose names say that they are secret (`Authorization`, `Cookie`, `accessToken`, `password`, and the names that you add),
/// and values elsewhere that look like tokens. They are replaced by `redacted`, a UUID of zeros or 0, so that the contract's types
/// can still be decoded. Multipart forms are not recorded. All other values are recorded as they are, so record with test accounts.
///
/// A stream is recorded while the caller reads it. Put the recorder last in the list of middleware to record every attempt.
public final class HARRecorder: Middleware {
  private let names: [String]
  private let redaction: Redaction
  private let maxBodySize: Int
  private let now: @Sendable () -> Date
  /// The entries, in the order of their requests; `nil` for calls in flight.
  private let kept = Locked<[HAR.Entry?]>([])

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - names: additional secret names of header fields, query items, placeholders and body fields. Case, hyphens and underscores
  ///     are ignored.
  ///   - maxBodySize: the maximum size of a recorded body in bytes. Only the size of a larger body is recorded.
  ///   - now: returns the current date.
  public init(
    redacting names: [String] = [],
    maxBodySize: Int = 1 << 20,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.names = names
    redaction = Redaction(names: names)
    self.maxBodySize = maxBodySize
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
    let sent: Capture
    var copy = request
    if let stream = request.stream, stream.data == nil {
      sent = Capture(limit: maxBodySize)
      copy.stream = stream.watched(onChunk: sent.add) { _, _ in }
    } else {
      sent = Capture(limit: maxBodySize, request.stream?.data ?? request.body)
    }
    let head = copy.head
    @Sendable func keep(_ response: HARFile.Response, waited: Duration, error: APIError.Code? = nil) {
      let entry = HARFile.Entry(
        request.endpoint,
        started: started,
        duration: clock.duration(to: .now),
        wait: waited,
        request: HARFile.Request(head, of: request.endpoint, body: sent, redaction),
        response: response,
        error: error
      )
      kept.withLock { $0[index] = entry }
    }
    do {
      var response = try await next(copy)
      let head = response.head
      let waited = clock.duration(to: .now)
      if let stream = response.stream, stream.data == nil {
        let received = Capture(limit: maxBodySize)
        response.stream = stream.watched(onChunk: received.add) { [self] bytes, error in
          // A partial body must not be replayed.
          let isWhole = error == nil && (stream.length ?? bytes) == bytes
          keep(HARFile.Response(head, body: received, isWhole: isWhole, redaction), waited: waited)
        }
      } else {
        let body = response.stream?.data ?? response.body
        let text = APIResponse(head: head, body: body).inUTF8?.body ?? body
        keep(HARFile.Response(head, body: Capture(limit: maxBodySize, text), redaction), waited: waited)
      }
      return response
    } catch {
      let code = (error as? APIError)?.code ?? (error is CancellationError ? .cancelled : .unknown)
      keep(.none, waited: clock.duration(to: .now), error: code)
      throw error
    }
  }
}
