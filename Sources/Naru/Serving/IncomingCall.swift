import Foundation
import HTTPTypes

// MARK: - For generated code

/// A request that was matched to an endpoint. A route reads its parameters from it and writes its response with it.
///
/// A missing or malformed parameter is an error that names it, and becomes a 400 in the contract's own format.
public struct IncomingCall: Sendable {
  /// The endpoint that is called.
  package let endpoint: Endpoint
  let head: HTTPRequest
  let pathValues: [(name: String, value: Substring)]
  let query: [(name: String, value: String)]
  /// The body, which can be read once.
  var content: @Sendable () -> Blob
  /// The limits in bytes for a body that is read into memory and for a body that is streamed.
  let limits: (body: Int, upload: Int)
  /// The server's own sentences about values beyond a limit.
  let describe: @Sendable (ConstraintViolation) -> LocalizedMessage?
  /// Whether the body was read, and the form in it. `nil` if the endpoint declares none.
  let readBody: Locked<(isRead: Bool, form: IncomingForm?)>?

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
    limits = (options.maxBodySize, options.maxUploadSize)
    describe = options.describe
    let hasBody = endpoint.parameters.contains { $0.location.isInBody }
    readBody = hasBody ? Locked((false, nil)) : nil
    query = try head.path?.splitTarget.query.map(QueryString.items) ?? []
  }

  /// Reads a request as a client sends it. Its path may begin with more than the contract's path.
  package init(_ request: APIRequest) throws {
    let segments = QueryString.normalized((request.head.path ?? "/").splitTarget.path).pathSegments
    let template = request.endpoint.path
    try self.init(
      endpoint: request.endpoint,
      head: request.head,
      pathValues: template.match(Array(segments.dropFirst(max(0, template.start(in: segments))))) ?? [],
      content: { request.content },
      options: ServingOptions(maxBodySize: .max, maxUploadSize: .max)
    )
  }

  /// Checks the value of a parameter against the limits that the endpoint declares. For generated code.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - index: the parameter's position in the endpoint's list.
  /// - Throws: the error that names the parameter.
  public func _check<Value>(_ value: Value, _ index: Int) throws {
    let parameter = endpoint.parameters[index]
    for constraint in parameter.constraints {
      if let excess = constraint.excess(of: value) { throw ConstraintViolation(path: parameter.name, excess) }
    }
  }

  /// Checks the value of an optional parameter. An absent one is within all limits.
  public func _check<Value>(_ value: Value?, _ index: Int) throws {
    if let value { try _check(value, index) }
  }

  /// Reads a value from the path. A list has commas between its values.
  public func path<Value: Decodable>(_ name: String) throws -> Value {
    let texts = try pathValues.first { $0.name == name }.map { _, text in
      // The comma first: looking for a conformance takes longer.
      let isList =
        text.utf8.contains(UInt8(ascii: ",")) && Value.self is any Collection.Type && Value.self != String.self
      let parts = isList ? text.split(separator: ",", omittingEmptySubsequences: false) : [text]
      return try parts.map { (name, try QueryString.decode($0)) }
    }
    return try ParameterDecoder(items: texts ?? [], format: endpoint.format).value(Value.self, name: name)
  }

  /// Reads a value from the rest of the path. A path with an empty segment, `.` or `..` is rejected, because it could lead out of
  /// the folder that a server looks in.
  public func rest<Value: Decodable>(_ name: String) throws -> Value {
    if Value.self == LinkURL.self, let link = LinkURL(head.path ?? "/") as? Value { return link }
    let text = try pathValues.first { $0.name == name }.map { try QueryString.decode($0.value) } ?? ""
    if text.split(separator: "/", omittingEmptySubsequences: false).contains(where: { ["", ".", ".."].contains($0) }) {
      throw MalformedParameter(name: name, text: text, expected: .plainPath)
    }
    return try ParameterDecoder(items: [(name, text)], format: endpoint.format).value(Value.self, name: name)
  }

  /// Reads a value from the query. The fields of a struct are read from the items with their names.
  public func query<Value: Decodable>(_ name: String) throws -> Value {
    if Value.self == PageLink.self, let link = PageLink(head.path ?? "/") as? Value { return link }
    return try queryDecoder.value(Value.self, name: name)
  }

  private var queryDecoder: ParameterDecoder {
    ParameterDecoder(items: query, format: endpoint.format, others: (endpoint.details, .query))
  }

  /// Reads a value from the query, or returns `nil` if all of it is absent.
  public func optionalQuery<Value: Decodable>(_ name: String) throws -> Value? {
    if Value.self == PageLink.self { return head.path?.splitTarget.query == nil ? nil : try query(name) as Value }
    return try queryDecoder.optional(Value.self, name: name)
  }

  /// Reads a list from one query item with a separator between the values. Several items also form one list.
  public func joinedQuery<Value: Decodable>(_ name: String, by separator: Character = ",") throws -> Value {
    try ParameterDecoder(items: joined(name, separator), format: endpoint.format).value(Value.self, name: name)
  }

  /// Reads a list from one query item, or returns `nil` if the item is absent.
  public func optionalJoinedQuery<Value: Decodable>(_ name: String, by separator: Character = ",") throws -> Value? {
    guard query.contains(where: { $0.name == name }) else { return nil }
    return try joinedQuery(name, by: separator) as Value
  }

  /// Reads an object from the query, either from items such as `size[gte]` or from one item in JSON.
  public func query<Value: Decodable>(_ name: String, nested nesting: Endpoint.Parameter.Nesting) throws -> Value {
    try nested(name, nesting, query)
  }

  /// Reads an object from items.
  func nested<Value: Decodable>(
    _ name: String,
    _ nesting: Endpoint.Parameter.Nesting,
    _ items: [(name: String, value: String)]
  ) throws -> Value {
    if nesting == .deepObject { return try deepDecoder(items).value(Value.self, name: name) }
    let text = try ParameterDecoder(items: items, format: endpoint.format).value(String.self, name: name)
    do {
      return try endpoint.format.json.decodeChecked(Value.self, from: Data(text.utf8))
    } catch  where !(error is any RequestError) {
      throw MalformedParameter(name: name, text: text, expected: .json)
    }
  }

  /// Reads an object from the query, or returns `nil` if all of it is absent.
  public func optionalQuery<Value: Decodable>(_ name: String, nested nesting: Endpoint.Parameter.Nesting) throws
    -> Value?
  {
    try optionalNested(name, nesting, query)
  }

  /// Reads an object from items, or returns `nil` if all of it is absent.
  func optionalNested<Value: Decodable>(
    _ name: String,
    _ nesting: Endpoint.Parameter.Nesting,
    _ items: [(name: String, value: String)]
  ) throws -> Value? {
    if nesting == .deepObject { return try deepDecoder(items).optional(Value.self, name: name) }
    return items.contains { $0.name == name } ? try nested(name, nesting, items) as Value : nil
  }

  /// Reads a value from the header field of a parameter.
  public func header<Value: Decodable>(_ name: String) throws -> Value {
    try headerDecoder(name, Value.self).value(Value.self, name: name)
  }

  /// Reads a value from the header field of a parameter, or returns `nil` if the field is absent.
  public func optionalHeader<Value: Decodable>(_ name: String) throws -> Value? {
    try headerDecoder(name, Value.self).optional(Value.self, name: name)
  }

  /// Reads a value from a cookie.
  public func cookie<Value: Decodable>(_ name: String) throws -> Value {
    try cookieDecoder(name).value(Value.self, name: name)
  }

  /// Reads a value from a cookie, or returns `nil` if the cookie is absent.
  public func optionalCookie<Value: Decodable>(_ name: String) throws -> Value? {
    try cookieDecoder(name).optional(Value.self, name: name)
  }

  /// A browser may send several cookies with one name. The first one is the one for the longest path (RFC 6265, section 5.4).
  private func cookieDecoder(_ name: String) -> ParameterDecoder {
    let items = SecurityScheme.Part.cookie(name).values(in: head).prefix(1).map { value in
      let value = Substring(value.utf8.drop { $0 == UInt8(ascii: "\"") }.prefix { $0 != UInt8(ascii: "\"") })
      // A client of another kind may not encode it.
      return (name, (try? QueryString.decode(value)) ?? String(value))
    }
    return ParameterDecoder(items: items, format: endpoint.format)
  }

  private func joined(_ name: String, _ separator: Character) -> [(name: String, value: String)] {
    query.filter { $0.name == name }.flatMap { item in
      item.value.split(separator: separator).map { (name, String($0)) }
    }
  }

  /// The decoder of objects whose fields have the parameter's name before their own, and of lists whose values end in `[]`.
  private func deepDecoder(_ items: [(name: String, value: String)]) -> ParameterDecoder {
    let items = items.map { ($0.name.hasSuffix("[]") ? String($0.name.dropLast(2)) : $0.name, $0.value) }
    return ParameterDecoder(items: items, format: endpoint.format, isDeep: true)
  }

  private func headerDecoder<Value>(_ name: String, _ type: Value.Type) -> ParameterDecoder {
    guard let fieldName = HTTPField.Name(headerFieldName(name)) else {
      return ParameterDecoder(items: [], format: endpoint.format)
    }
    var values = head.headerFields[values: fieldName]
    // A client sends all cookies in one field, and HTTP/2 may split it.
    if fieldName == .cookie, !values.isEmpty {
      let cookies = values.flatMap { $0.split(separator: ";").map { String($0.utf8.trimmed) } }
      values = ParameterDecoder.isSingle(type) ? [cookies.joined(separator: "; ")] : cookies
    }
    return ParameterDecoder(items: values.map { (name, $0) }, format: endpoint.format, isHeader: true)
  }
}
