import Foundation
import HTTPTypes
import Naru
import NaruRecording

/// An exchange in the log, unredacted. It contains secrets and stays in the memory of the process: all output is redacted, so its
/// description and its mirror are empty.
final class LoggedExchange: Sendable, CustomStringConvertible, CustomReflectable {
  let id: Int
  let at: Date
  let endpoint: Endpoint?
  let request: HTTPRequest
  let requestBody: Capture
  /// The head of the response. Its status is 0 if there was none.
  let response: HTTPResponse
  let responseBody: Capture
  let caller: CallerName
  let duration: Duration
  let key: String?
  let attempt: Int?
  let faults: [String]
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
    self.attempt = attempt
    self.target = target
    at = facts.at
    endpoint = facts.endpoint
    request = facts.request
    requestBody = facts.requestBody
    response = facts.response
    responseBody = facts.responseBody
    caller = facts.caller
    release = Release(of: facts.request)
    duration = facts.duration
    key = facts.key
    faults = facts.faults
    let fields = [request.headerFields, response.headerFields].joined()
      .reduce(0) { $0 + 96 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    let parts = [endpoint?.id, target.removingPercentEncoding ?? target, caller.shown, key] + faults
    words = Array(parts.compactMap(\.self).joined(separator: "\n").lowercased().utf8)
    size =
      768 + fields + (request.path?.utf8.count ?? 0) + target.utf8.count + words.count + requestBody.kept
      + responseBody.kept
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
    let code = response.status.code
    return code == 0 ? nil : code
  }

  // MARK: Output

  var summary: LabAPI.Exchange {
    LabAPI.Exchange(
      id: id,
      at: at,
      endpoint: endpoint?.id,
      method: request.method.rawValue,
      target: target,
      caller: caller.shown,
      release: release?.description,
      status: status,
      milliseconds: (duration / .milliseconds(1) * 100).rounded() / 100,
      key: key,
      attempt: attempt,
      faults: faults,
      sent: requestBody.content.count,
      received: responseBody.content.count
    )
  }

  func har(_ redaction: Redaction) -> HARFile.Entry {
    HARFile.Entry(
      endpoint,
      started: at,
      duration: duration,
      wait: duration,
      request: HARFile.Request(request, of: endpoint, body: requestBody, redaction),
      response: status == nil ? .none : HARFile.Response(response, body: responseBody, redaction),
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
            ?? har.response.content.encoding.map { _ in
              "\(har.response.content.size) bytes"
            }
        ),
      curl: call.curl,
      sentTimes: uses?.sent,
      appliedTimes: uses?.applied
    )
  }

  /// The request, to be sent again.
  var call: APIRequest {
    APIRequest(
      endpoint: endpoint ?? Endpoint("", "", .get, "/"),
      head: request,
      body: requestBody.content.bytes ?? Data()
    )
  }
}

extension Capture {
  /// The number of bytes in memory.
  fileprivate var kept: Int { content.bytes?.count ?? 0 }
}
