import Foundation
import HTTPTypes
import Naru
import NaruRecording

/// An exchange in the log, unredacted. It contains secrets and stays in the memory of the process: all output is redacted, so its
/// description and its mirror are empty.
final class LoggedExchange: Sendable, CustomStringConvertible, CustomReflectable {
  let id: Int
  let facts: Facts
  let attempt: Int?
  /// The path and the query, redacted once, because lists and searches read them often.
  let target: String
  /// The endpoint, the target, the caller, the key and the faults in lower case, for searches.
  let words: [UInt8]
  /// The release of the app. `nil` if the request has none, or an invalid one.
  let release: Release?
  /// The bodies without secrets, as far as a search has needed to know.
  let plain = Locked<Set<BodySoFar>>([])
  /// About how much memory the exchange takes, in bytes.
  let size: Int

  init(_ facts: Facts, id: Int, attempt: Int?, target: String) {
    self.id = id
    self.facts = facts
    self.attempt = attempt
    self.target = target
    release = Release(of: facts.request)
    let fields = [facts.request.headerFields, facts.response.headerFields].joined()
      .reduce(0) { $0 + 96 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    let parts =
      [facts.endpoint?.id, target.removingPercentEncoding ?? target, facts.caller.shown, facts.key] + facts.faults
    words = Array(parts.compactMap(\.self).joined(separator: "\n").lowercased().utf8)
    size =
      768 + fields + (facts.request.path?.utf8.count ?? 0) + target.utf8.count + words.count + facts.requestBody.kept
      + facts.responseBody.kept
  }

  /// A body at one time. Later, it may have more bytes.
  struct BodySoFar: Hashable {
    let isResponse: Bool
    let count: Int
  }

  /// The details of an exchange at the time it is added to the log.
  struct Facts {
    var at: Date
    var endpoint: Endpoint?
    var request: HTTPRequest
    var requestBody: Capture
    /// The head of the response. Its status is 0 if there was none.
    var response: HTTPResponse
    var responseBody: Capture
    var caller: CallerName
    var duration: Duration
    var key: String?
    var faults: [String]
    /// Whether the handler succeeded.
    var isApplied: Bool
  }

  var description: String { "<redacted>" }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// The status. `nil` if no response was sent.
  var status: Int? {
    let code = facts.response.status.code
    return code == 0 ? nil : code
  }

  // MARK: Output

  var summary: LabAPI.Exchange {
    LabAPI.Exchange(
      id: id,
      at: facts.at,
      endpoint: facts.endpoint?.id,
      method: facts.request.method.rawValue,
      target: target,
      caller: facts.caller.shown,
      release: release?.description,
      status: status,
      milliseconds: (facts.duration / .milliseconds(1) * 100).rounded() / 100,
      key: facts.key,
      attempt: attempt,
      faults: facts.faults,
      sent: facts.requestBody.content.count,
      received: facts.responseBody.content.count
    )
  }

  func har(_ redaction: Redaction) -> HARFile.Entry {
    HARFile.Entry(
      facts.endpoint,
      started: facts.at,
      duration: facts.duration,
      wait: facts.duration,
      request: HARFile.Request(facts.request, of: facts.endpoint, body: facts.requestBody, redaction),
      response: status == nil ? .none : HARFile.Response(facts.response, body: facts.responseBody, redaction),
      error: status == nil ? .unreachable : nil
    )
  }

  func detail(_ redaction: Redaction, uses: ExchangeLog.KeyUses?) -> LabAPI.ExchangeDetail {
    let har = har(redaction)
    let sent = har.request.postData
    return LabAPI.ExchangeDetail(
      exchange: summary,
      request: LabAPI.Message(
        headers: har.request.headers.map { LabAPI.Header(name: $0.name, value: $0.value) },
        body: sent?.encoding == nil ? sent?.text : nil,
        comment: sent?.comment ?? sent?.encoding.map { _ in "\(har.request.bodySize ?? 0) bytes" }
      ),
      response: status == nil
        ? nil
        : LabAPI.Message(
          headers: har.response.headers.map { LabAPI.Header(name: $0.name, value: $0.value) },
          body: har.response.content.encoding == nil ? har.response.content.text : nil,
          comment: har.response.content.comment
            ?? har.response.content.encoding.map { _ in "\(har.response.content.size ?? 0) bytes" }
        ),
      curl: call.curl,
      sentTimes: uses?.sent,
      appliedTimes: uses?.applied
    )
  }

  /// The request, to be sent again.
  var call: APIRequest {
    APIRequest(
      endpoint: facts.endpoint ?? Endpoint("", "", .get, "/"),
      head: facts.request,
      body: facts.requestBody.content.bytes ?? Data()
    )
  }
}

extension Capture {
  /// The number of bytes in memory.
  fileprivate var kept: Int { content.bytes?.count ?? 0 }
}
