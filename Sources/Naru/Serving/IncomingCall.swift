import Foundation
import HTTPTypes

/// A request that was matched to an endpoint: where a route reads its parameters, and writes its answer.
///
/// Every parameter that is missing or malformed is an error that names it, and becomes a 400 in the contract's own format.
public struct IncomingCall: Sendable {
  /// The endpoint that is called.
  public let endpoint: Endpoint
  let head: HTTPRequest
  let pathValues: [(name: String, value: Substring)]
  let query: [(name: String, value: String)]
  let bytes: Data

  init(endpoint: Endpoint, head: HTTPRequest, pathValues: [(name: String, value: Substring)], body: Data) throws {
    self.endpoint = endpoint
    self.head = head
    self.pathValues = pathValues
    bytes = body
    query = try head.path?.splitTarget.query.map(QueryString.items) ?? []
  }

  /// The values of a request as a client sends it: its address may have more before the contract's path.
  package init(_ request: APIRequest) throws {
    let segments = (request.head.path ?? "/").splitTarget.path.pathSegments
    let template = request.endpoint.path
    try self.init(
      endpoint: request.endpoint,
      head: request.head,
      pathValues: template.match(Array(segments.suffix(template.segments.count))) ?? [],
      body: request.body
    )
  }

  /// A value from the path.
  public func path<Value: Decodable>(_ name: String) throws -> Value {
    let text = try pathValues.first { $0.name == name }.map { try QueryString.decode($0.value) }
    return try ParameterDecoder(items: text.map { [(name, $0)] } ?? []).value(Value.self, name: name)
  }

  /// A value from the query. The fields of a struct come from the items with their names.
  public func query<Value: Decodable>(_ name: String) throws -> Value {
    try ParameterDecoder(items: query).value(Value.self, name: name)
  }

  /// A value from the query, or `nil` where nothing of it came.
  public func optionalQuery<Value: Decodable>(_ name: String) throws -> Value? {
    try ParameterDecoder(items: query).optional(Value.self, name: name)
  }

  /// A value from the header field that the parameter stands for.
  public func header<Value: Decodable>(_ name: String) throws -> Value {
    try headerDecoder(name).value(Value.self, name: name)
  }

  /// A value from the header field that the parameter stands for, or `nil` where it did not come.
  public func optionalHeader<Value: Decodable>(_ name: String) throws -> Value? {
    try headerDecoder(name).optional(Value.self, name: name)
  }

  /// The value that is the JSON body.
  public func body<Value: Decodable>() throws -> Value {
    try checkContentType()
    guard !bytes.isEmpty else { throw MissingBody() }
    do {
      return try endpoint.format.json.decode(Value.self, from: bytes)
    } catch let error as DecodingError {
      throw MalformedBody(error, in: bytes)
    }
  }

  /// The value that is the JSON body, or `nil` where the body is empty or `null`.
  public func optionalBody<Value: Decodable>() throws -> Value? {
    if bytes.isEmpty { return nil }
    return try body() as Value?
  }

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

  private func response(status: HTTPResponse.Status, body: Data) -> APIResponse {
    var head = HTTPResponse(status: status)
    if !body.isEmpty { head.headerFields[.contentType] = "application/json; charset=utf-8" }
    return APIResponse(head: head, body: body)
  }

  private func headerDecoder(_ name: String) -> ParameterDecoder {
    guard let fieldName = HTTPField.Name(headerFieldName(name)) else { return ParameterDecoder(items: []) }
    return ParameterDecoder(items: head.headerFields[values: fieldName].map { (name, $0) })
  }

  /// A body without a type is taken for JSON; one that says that it is something else is not.
  private func checkContentType() throws {
    guard let type = head.headerFields[.contentType] else { return }
    let parts = type.lowercased().split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8).trimmingCharacters(in: ["\""])
    let media = parts.first ?? ""
    guard media == "application/json" || media.hasSuffix("+json"), charset == nil || charset == "utf-8" else {
      throw APIError(
        .unsupportedMediaType,
        Sentence(
          korean: "본문은 application/json (UTF-8) 형식이어야 합니다: “\(type.prefix(60))”",
          english: "The body must be application/json in UTF-8, not “\(type.prefix(60))”."
        )
      )
    }
  }
}
