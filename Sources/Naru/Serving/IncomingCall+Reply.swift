import Foundation
import HTTPTypes

extension IncomingCall {
  /// Writes a response with a value: as text if the endpoint asks for text and the value is a `String`, otherwise in the
  /// format. A value that is `nil` has the endpoint's status `nilOn` if it declares one.
  public func reply(_ value: some Encodable) throws -> APIResponse {
    if let nilOn = endpoint.nilOn, (value as? any AnyOptional)?.isNil ?? false {
      guard nilOn.kind == .successful else { throw APIError(.notFound, status: nilOn) }
      return APIResponse(head: HTTPResponse(status: nilOn))
    }
    if let type = endpoint.headers[.accept], type.hasPrefix("text/"), let text = value as? String {
      return self.text(text, type)
    }
    return response(status: endpoint.status ?? .ok, body: try endpoint.format.encode(value))
  }

  /// Writes a response without a value.
  public func reply(_ value: Void) throws -> APIResponse {
    let empty = endpoint.format.emptySuccess
    return response(status: endpoint.status ?? empty.status, body: empty.body)
  }

  /// Writes a response with a value that is partly in header fields.
  public func reply<Value: ResultWithHeaders>(_ value: Value) throws -> APIResponse where Value.Body: Encodable {
    let isEmpty = (value.body as? any AnyOptional)?.isNil ?? false
    let body = isEmpty ? Data() : try endpoint.format.encode(value.body)
    var response = response(status: endpoint.status ?? .ok, body: body)
    for field in value.headers { response.head.headerFields.append(field) }
    return response
  }

  /// Writes a response with header fields only. Without a status of the endpoint, it is the format's for an empty result.
  public func reply<Value: ResultWithHeaders>(_ value: Value) throws -> APIResponse where Value.Body == Void {
    var response = try reply(())
    for field in value.headers { response.head.headerFields.append(field) }
    return response
  }

  /// Writes a response with bytes and header fields. A field of the value replaces the bytes' field, such as `Content-Type`.
  public func reply<Value: ResultWithHeaders>(_ value: Value) throws -> APIResponse where Value.Body == Blob {
    var response = try reply(value.body)
    response.head.headerFields.replace(with: value.headers)
    return response
  }

  /// Writes a response with bytes as they are. A browser saves them under their ``Blob/filename`` if they have one.
  public func reply(_ value: Blob) throws -> APIResponse {
    var head = HTTPResponse(status: endpoint.status ?? .ok)
    guard HTTPField.isValidValue(value.contentType) else {
      throw EncodingError.invalidValue(
        value.contentType,
        .init(codingPath: [], debugDescription: "“\(value.contentType.prefix(60))” is not a valid media type.")
      )
    }
    head.headerFields[.contentType] = value.contentType
    // A browser must not guess another type.
    head.headerFields[.contentTypeOptions] = "nosniff"
    if let filename = value.filename {
      head.headerFields[.contentDisposition] = ContentDisposition.attachment(filename)
    }
    return APIResponse(head: head, stream: value)
  }

  /// Writes a response with a stream of values. Each is sent as soon as there is one.
  public func reply(_ value: some StreamedResult) throws -> APIResponse {
    let bytes = value.bytes(endpoint.format.json)
    var head = HTTPResponse(status: endpoint.status ?? .ok)
    head.headerFields[.contentType] = bytes.contentType
    head.headerFields[.cacheControl] = "no-store"
    // nginx would collect the values otherwise.
    head.headerFields[.known("X-Accel-Buffering")] = "no"
    return APIResponse(head: head, stream: bytes)
  }

  private func text(_ text: String, _ type: String) -> APIResponse {
    var head = HTTPResponse(status: endpoint.status ?? .ok)
    head.headerFields[.contentType] = "\(MediaType(type).essence); charset=utf-8"
    head.headerFields[.contentTypeOptions] = "nosniff"
    return APIResponse(head: head, body: Data(text.utf8))
  }

  func response(status: HTTPResponse.Status, body: Data) -> APIResponse {
    APIResponse(head: HTTPResponse(status: status, headerFields: body.isEmpty ? [:] : Self.json), body: body)
  }

  /// Made once, because checking a field's value takes time.
  private static let json: HTTPFields = [.contentType: "application/json; charset=utf-8"]
}

extension HTTPField.Name {
  static let contentTypeOptions = known("X-Content-Type-Options")
}
