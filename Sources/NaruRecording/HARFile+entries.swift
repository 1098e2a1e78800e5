package import Foundation
package import HTTPTypes
package import Naru

extension HARFile.Entry {
  /// Records a call.
  package init(
    _ endpoint: Endpoint?,
    started: Date,
    duration: Duration,
    wait: Duration,
    request: HARFile.Request,
    response: HARFile.Response,
    error: APIError.Code? = nil
  ) {
    let (time, wait) = (duration / .milliseconds(1), wait / .milliseconds(1))
    self.init(
      startedDateTime: started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      time: time,
      request: request,
      response: response,
      timings: HARFile.Timings(wait: wait, receive: time - wait),
      endpoint: endpoint?.id,
      error: error?.description
    )
  }
}

extension HARFile.Request {
  /// Records a request, with secrets redacted.
  package init(_ head: HTTPRequest, of endpoint: Endpoint?, body: Capture, _ redaction: Redaction) {
    let redaction = redaction.knowing(endpoint)
    let target = redaction.target(head.path ?? "/", of: endpoint)
    self.init(
      method: head.method.rawValue,
      url: "\(head.scheme ?? "http")://\(head.authority ?? "")\(target)",
      headers: redaction.pairs(head.headerFields),
      queryString: target.splitTarget.query.map(HARFile.items) ?? []
    )
    let (bytes, count) = body.content
    bodySize = count
    guard count > 0 else { return }
    let type = head.headerFields[.contentType] ?? "application/octet-stream"
    let recorded = RecordedBody(bytes, count: count, type: type, redaction: redaction)
    postData = HARFile.PostData(
      mimeType: type,
      text: recorded.text,
      encoding: recorded.encoding,
      comment: recorded.comment
    )
  }
}

extension HARFile.Response {
  /// The record of a response that did not arrive.
  package static let none = HARFile.Response(
    status: 0,
    headers: [],
    content: HARFile.Content(size: 0, mimeType: "x-unknown")
  )

  /// Records a response, with secrets redacted. The body is recorded only if it is whole, because a part of it must not be
  /// replayed.
  package init(_ head: HTTPResponse, body: Capture, isWhole: Bool = true, _ redaction: Redaction) {
    let type = head.headerFields[.contentType] ?? ""
    let (bytes, count) = body.content
    let recorded = RecordedBody(isWhole ? bytes : nil, count: count, type: type, redaction: redaction)
    self.init(
      status: head.status.code,
      statusText: head.status.reasonPhrase,
      headers: redaction.pairs(head.headerFields),
      content: HARFile.Content(
        size: count,
        mimeType: type,
        text: recorded.text,
        encoding: recorded.encoding,
        comment: recorded.comment
      ),
      redirectURL: head.headerFields[.location].map(redaction.redirect) ?? "",
      bodySize: count
    )
  }
}

extension HARFile {
  /// The items of a query; none if it is invalid.
  package static func items(_ query: Substring) -> [Pair] {
    (try? QueryString.items(query).map { Pair(name: $0.name, value: $0.value) }) ?? []
  }
}

extension Redaction {
  /// The header fields, with secrets redacted.
  package func pairs(_ fields: HTTPFields) -> [HARFile.Pair] {
    fields.map { HARFile.Pair(name: $0.name.rawName, value: field($0)) }
  }
}
