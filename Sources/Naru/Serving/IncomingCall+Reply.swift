import Foundation
import HTTPTypes

extension IncomingCall {
  /// The answer with a value.
  public func reply(_ value: some Encodable) throws -> APIResponse {
    response(status: endpoint.status ?? .ok, body: try endpoint.format.encode(value))
  }

  /// The answer to a call that has no value.
  public func reply(_ value: Void) throws -> APIResponse {
    let empty = endpoint.format.emptySuccess
    return response(status: endpoint.status ?? empty.status, body: empty.body)
  }

  /// The answer with a value of which a part travels in header fields.
  public func reply(_ value: some ResultWithHeaders) throws -> APIResponse {
    var response = response(status: endpoint.status ?? .ok, body: try endpoint.format.encode(value.body))
    for field in value.headers { response.head.headerFields.append(field) }
    return response
  }

  /// The answer with bytes as they are. A browser saves bytes that have a ``Blob/filename`` under it.
  public func reply(_ value: Blob) throws -> APIResponse {
    var head = HTTPResponse(status: endpoint.status ?? .ok)
    guard HTTPField.isValidValue(value.contentType) else {
      throw EncodingError.invalidValue(
        value.contentType,
        .init(codingPath: [], debugDescription: "“\(value.contentType.prefix(60))” is no media type.")
      )
    }
    head.headerFields[.contentType] = value.contentType
    // What the bytes are is said, and not for the browser to guess.
    head.headerFields[.contentTypeOptions] = "nosniff"
    if let filename = value.filename {
      head.headerFields[.contentDisposition] = ContentDisposition.attachment(filename)
    }
    return APIResponse(head: head, stream: value)
  }

  /// The answer with events, each sent when it is there.
  public func reply<Value>(_ value: EventStream<Value>) throws -> APIResponse {
    var head = HTTPResponse(status: endpoint.status ?? .ok)
    head.headerFields[.contentType] = EventStream<Value>.contentType
    head.headerFields[.cacheControl] = "no-store"
    return APIResponse(head: head, stream: value.blob(endpoint.format.json))
  }

  private func response(status: HTTPResponse.Status, body: Data) -> APIResponse {
    var head = HTTPResponse(status: status)
    if !body.isEmpty { head.headerFields[.contentType] = "application/json; charset=utf-8" }
    return APIResponse(head: head, body: body)
  }
}

extension HTTPField.Name {
  static let contentTypeOptions = known("X-Content-Type-Options")
}
