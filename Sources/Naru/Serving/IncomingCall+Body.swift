import Foundation
import HTTPTypes

// A body is read only when a parameter needs it, so the body of a rejected caller is never read.

extension IncomingCall {
  /// Reads the JSON body, or the plain text of an endpoint with the `Content-Type` `text/…`.
  public func body<Value: Decodable>() async throws -> Value {
    try head.checkContentType(of: Value.self, endpoint)
    let bytes = try await collected()
    if let text = try text(Value.self, in: bytes) { return text }
    guard !bytes.isEmpty else {
      // The type may be an alias of an optional.
      if let type = Value.self as? any AnyOptional.Type, let none = type.none as? Value { return none }
      throw MissingBody()
    }
    return try decode(bytes)
  }

  /// Reads the JSON body or the plain text, or returns `nil` if the body is empty or, in JSON, `null`.
  public func optionalBody<Value: Decodable>() async throws -> Value? {
    try head.checkContentType(of: Value.self, endpoint)
    let bytes = try await collected()
    guard !bytes.isEmpty else { return nil }
    return try text(Value.self, in: bytes) ?? decode(bytes)
  }

  /// Returns a body that the endpoint declares as plain text. `nil` if it is JSON.
  func text<Value>(_ type: Value.Type, in bytes: Data) throws -> Value? {
    guard endpoint.hasText(type) else { return nil }
    guard let text = String(data: bytes, encoding: .utf8) as? Value else { throw MalformedText() }
    return text
  }

  /// Returns the body as a stream of bytes of any type, up to ``ServingOptions/maxUploadSize``. It can be read once.
  public func body() async throws -> Blob {
    let limit = limits.upload
    readBody?.withLock { $0.isRead = true }
    let blob = try received()
    if let length = blob.length, length > limit { throw APIError.tooLarge(limit: limit) }
    return blob.counted { if $0 > limit { throw APIError.tooLarge(limit: limit) } }
  }

  /// Returns the body as a stream of bytes, or `nil` if it is known to be empty.
  public func optionalBody() async throws -> Blob? {
    let blob: Blob = try await body()
    return blob.length == 0 ? nil : blob
  }

  /// Reads a value from the fields of a form. The fields of a struct are read from the form's fields with their names.
  public func form<Value: Decodable>(_ name: String) async throws -> Value {
    try await formDecoder().value(Value.self, name: name)
  }

  /// Reads a value from the fields of a form, or returns `nil` if all of it is absent.
  public func optionalForm<Value: Decodable>(_ name: String) async throws -> Value? {
    try await formDecoder().optional(Value.self, name: name)
  }

  private func formDecoder() async throws -> ParameterDecoder {
    ParameterDecoder(items: try await fields(), format: endpoint.format, others: (endpoint.details, .form))
  }

  /// Reads an object from the fields of a form, in one of the ways that it is read from a query.
  public func form<Value: Decodable>(_ name: String, nested nesting: Endpoint.Parameter.Nesting) async throws -> Value {
    try nested(name, nesting, try await fields())
  }

  /// Reads an object from the fields of a form, or returns `nil` if all of it is absent.
  public func optionalForm<Value: Decodable>(_ name: String, nested nesting: Endpoint.Parameter.Nesting) async throws
    -> Value?
  {
    try optionalNested(name, nesting, try await fields())
  }

  /// Reads a value from a part: from JSON if that is the part's media type, otherwise from text.
  public func part<Value: Decodable>(_ name: String) async throws -> Value {
    let form = try await parts()
    if let json = try await json(name, form, as: Value.self) { return json }
    return try ParameterDecoder(items: form.fields, format: endpoint.format).value(Value.self, name: name)
  }

  /// Reads a value from a part, or returns `nil` if the part is absent.
  public func optionalPart<Value: Decodable>(_ name: String) async throws -> Value? {
    let form = try await parts()
    if let json = try await json(name, form, as: Value.self) { return json }
    return try ParameterDecoder(items: form.fields, format: endpoint.format).optional(Value.self, name: name)
  }

  /// Returns the only file with a name.
  public func part(_ name: String) async throws -> Blob {
    guard let blob: Blob = try await optionalPart(name) else { throw MissingParameter(name: name) }
    return blob
  }

  /// Returns the only file with a name, or `nil` if it is absent.
  public func optionalPart(_ name: String) async throws -> Blob? {
    let blobs: [Blob] = try await part(name)
    guard blobs.count < 2 else { throw RepeatedParameter(name: name) }
    return blobs.first
  }

  /// Returns all files with a name, in the order of the body.
  public func part(_ name: String) async throws -> [Blob] {
    let form = try await parts()
    return form.parts.filter { $0.name == name }.map(\.content)
      // A file without a file name and media type looks like a field.
      + form.fields.filter { $0.name == name }.map { Blob(Data($0.value.utf8), contentType: "text/plain") }
  }

  /// Returns all files with a name, or `nil` if there are none.
  public func optionalPart(_ name: String) async throws -> [Blob]? {
    let blobs: [Blob] = try await part(name)
    return blobs.isEmpty ? nil : blobs
  }

  private func decode<Value: Decodable>(_ bytes: Data) throws -> Value {
    do {
      return try endpoint.format.json.decodeChecked(Value.self, from: bytes)
    } catch let error as DecodingError {
      let errors = endpoint.format.json.problems(reading: Value.self, in: bytes) ?? [error]
      throw MalformedBody(errors, in: bytes, describe: describe)
    }
  }

  /// The body as it was received. A compressed one is rejected.
  private func received() throws -> Blob {
    try head.checkContentCoding()
    return content()
  }

  /// The body in memory.
  func collected() async throws -> Data {
    readBody?.withLock { $0.isRead = true }
    return try await head.collect(content(), upTo: limits.body)
  }

  private func json<Value: Decodable>(_ name: String, _ form: IncomingForm, as type: Value.Type) async throws -> Value?
  {
    guard let part = form.parts.first(where: { $0.name == name && MediaType($0.content.contentType).isJSON }) else {
      return nil
    }
    return try decode(try await part.content.collect(upTo: limits.body))
  }

  private func fields() async throws -> [(name: String, value: String)] {
    if let form = readBody?.withLock({ $0.form }) { return form.fields }
    try head.checkContentType(is: "application/x-www-form-urlencoded")
    let new = try IncomingForm.fields(of: try await collected())
    readBody?.withLock { $0.form = new }
    return new.fields
  }

  private func parts() async throws -> IncomingForm {
    if let form = readBody?.withLock({ $0.form }) { return form }
    try head.checkContentType(is: "multipart/form-data")
    readBody?.withLock { $0.isRead = true }
    let new = try await IncomingForm.parts(of: received(), fieldLimit: limits.body, fileLimit: limits.upload)
    readBody?.withLock { $0.form = new }
    return new
  }
}
