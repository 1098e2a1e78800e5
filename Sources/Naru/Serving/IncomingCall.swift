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
  /// The body, which can be read once.
  let content: @Sendable () -> Blob
  /// How many bytes a body may have: one that is read into memory, and one that is not.
  let limits: (body: Int, upload: Int)
  /// The fields of the body, where it is a form and was read.
  let form = Locked<IncomingForm?>(nil)

  init(
    endpoint: Endpoint,
    head: HTTPRequest,
    pathValues: [(name: String, value: Substring)],
    content: @escaping @Sendable () -> Blob,
    options: ServingOptions
  ) throws {
    self.endpoint = endpoint
    self.head = head
    self.pathValues = pathValues
    self.content = content
    limits = (options.bodyLimit, options.uploadLimit)
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
      content: { request.content },
      options: ServingOptions(bodyLimit: .max, uploadLimit: .max)
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

  /// A list from the query whose values stand in one item, with commas between them. Several items are one list too.
  public func joinedQuery<Value: Decodable>(_ name: String) throws -> Value {
    try ParameterDecoder(items: joined(name)).value(Value.self, name: name)
  }

  /// A list from the query whose values stand in one item, or `nil` where the item did not come.
  public func optionalJoinedQuery<Value: Decodable>(_ name: String) throws -> Value? {
    guard query.contains(where: { $0.name == name }) else { return nil }
    return try joinedQuery(name) as Value
  }

  /// A value from the header field that the parameter stands for.
  public func header<Value: Decodable>(_ name: String) throws -> Value {
    try headerDecoder(name).value(Value.self, name: name)
  }

  /// A value from the header field that the parameter stands for, or `nil` where it did not come.
  public func optionalHeader<Value: Decodable>(_ name: String) throws -> Value? {
    try headerDecoder(name).optional(Value.self, name: name)
  }

  private func joined(_ name: String) -> [(name: String, value: String)] {
    query.filter { $0.name == name }.flatMap { item in
      item.value.split(separator: ",").map { (name, String($0)) }
    }
  }

  private func headerDecoder(_ name: String) -> ParameterDecoder {
    guard let fieldName = HTTPField.Name(headerFieldName(name)) else { return ParameterDecoder(items: []) }
    return ParameterDecoder(items: head.headerFields[values: fieldName].map { (name, $0) })
  }
}
