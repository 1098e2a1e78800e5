public import Foundation
public import Naru

/// An operation of an OpenAPI 3 document that can be called without a contract, such as to try an API before it is imported.
///
/// ```swift
/// let operations = try OpenAPIOperation.all(in: file)
/// let show = operations.first { $0.id == "showPet" }
/// let id = show?.fields.first { $0.name == "petId" }
/// ```
public struct OpenAPIOperation {
  /// A value that a call can have: a parameter, or a field of the body.
  public struct Field: Sendable, Hashable {
    /// The name in the document.
    public let name: String
    /// The place in a request: `path`, `query`, `header`, `cookie` or `body`.
    public let location: String
    /// Whether a call needs a value.
    public let isRequired: Bool
    /// The kind of its values: `integer`, `string (date)`, `array of string`. For an enum, its values: `asc | desc`.
    public let type: String
    /// The description in the document, or an empty text.
    public let summary: String
    let schema: JSONTree
    let style: String?
    let explodes: Bool?
    /// Whether the document has a media type for its values.
    let isJSON: Bool
  }

  /// The `operationId`, or `GET /pets` if the document has none.
  public let id: String
  /// The method: `GET`.
  public let method: String
  /// The path with placeholders, as it is in the document.
  public let path: String
  /// The summary, or an empty text.
  public let summary: String
  /// The values that a call can have: the parameters, then the fields of a body that is an object or a form.
  public let fields: [Field]
  /// Whether a call can have a body.
  public var hasBody: Bool { body != nil }
  /// The first server that the document names for the operation, with the default values of its variables. `nil` if there is none,
  /// or if its address is relative.
  public let server: URL?
  /// Whether a call is authenticated, and the schemes, one of which is enough.
  public let auth: Endpoint.Auth
  /// The schemes, one of which is enough.
  public let security: [SecurityScheme]

  let source: ImportSource
  let operation: DocumentOperation
  let body: DocumentOperation.Body?

  /// Reads a document, in the same way as ``OpenAPIImport``.
  ///
  /// - Parameter file: a document in JSON or YAML, a recording (HAR 1.2) or a collection of Postman's.
  /// - Returns: the operations, in the order of the document.
  /// - Throws: `MessageError` if the file is none of these, or an error of the file system.
  public static func all(in file: URL) throws -> [OpenAPIOperation] {
    all(in: try ImportSource(contentsOf: file, baseURL: nil))
  }

  static func all(in source: ImportSource) -> [OpenAPIOperation] {
    source.operations.map { OpenAPIOperation($0, source) }
  }

  private init(_ operation: DocumentOperation, _ source: ImportSource) {
    self.source = source
    self.operation = operation
    method = operation.method.uppercased()
    path = operation.path
    id = operation.content["operationId"]?.text ?? "\(method) \(path)"
    summary = (operation.content["summary"] ?? operation.content["description"])?.text ?? ""
    let body = ["GET", "HEAD"].contains(method) ? nil : source.body(of: operation)
    self.body = body
    fields =
      source.parameters(of: operation).compactMap { Field(parameter: $0, source) } + Self.fields(of: body, source)
    let imported = SecurityImporter(source: source, place: operation.place)
      .read(operation.content["security"] ?? source.root["security"])
    auth = imported.auth == ".none" ? .none : imported.auth == ".optional" ? .optional : .required
    security = imported.schemes
    let server = operation.server ?? source.root["servers"]?.elements.first
    let address = (server?["variables"]?.fields ?? []).reduce(server?["url"]?.text ?? "") { address, variable in
      address.replacing("{\(variable.name)}", with: variable.value["default"]?.text ?? "")
    }
    self.server = address.contains("://") ? URL(string: address) : nil
  }

  private static func fields(of body: DocumentOperation.Body?, _ source: ImportSource) -> [Field] {
    guard let body, body.kind != .bytes else { return [] }
    let object = source.flattened(body.schema, at: body.type)
    let required = object["required"]?.elements ?? []
    return (object["properties"]?.fields ?? []).compactMap { name, schema in
      let resolved = source.resolved(schema, at: name)
      // Only responses have it.
      if resolved["readOnly"]?.boolean == true { return nil }
      return Field(name, "body", required.contains(.string(name)), schema, source)
    }
  }
}

/// An operation reads more of its document when it is called.
@available(*, unavailable)
extension OpenAPIOperation: Sendable {}

extension OpenAPIOperation.Field {
  fileprivate init(
    _ name: String,
    _ location: String,
    _ isRequired: Bool,
    _ schema: JSONTree,
    _ source: ImportSource,
    parameter: JSONTree = [:]
  ) {
    self.name = name
    self.location = location
    self.isRequired = isRequired
    self.schema = schema
    type = source.words(for: schema)
    summary = (parameter["description"] ?? source.resolved(schema, at: name)["description"])?.text ?? ""
    style = parameter["x-rest"] == true ? "x-rest" : parameter["style"]?.text
    explodes = parameter["explode"]?.boolean
    isJSON = parameter["content"] != nil
  }

  fileprivate init?(parameter: JSONTree, _ source: ImportSource) {
    guard let name = parameter["name"]?.text, let location = parameter["in"]?.text else { return nil }
    // OpenAPI ignores these, because other words describe them.
    if location == "header", ["accept", "content-type", "authorization"].contains(name.lowercased()) { return nil }
    let schema = parameter["schema"] ?? parameter["content"]?.fields.first?.value["schema"] ?? [:]
    let isRequired = parameter["required"]?.boolean ?? (location == "path")
    self.init(name, location, isRequired, schema, source, parameter: parameter)
  }
}

extension ImportSource {
  /// Returns the kind of a schema's values for a person.
  fileprivate func words(for schema: JSONTree, depth: Int = 0) -> String {
    let schema = resolved(schema, at: "")
    if let values = schema["enum"]?.elements.compactMap(\.scalar) { return values.joined(separator: " | ") }
    let types = types(of: schema).filter { $0 != "null" }
    guard types.count == 1, let type = types.first else {
      return types.isEmpty ? "any" : types.joined(separator: " | ")
    }
    if type == "array", depth < 3 { return "array of \(words(for: schema["items"] ?? [:], depth: depth + 1))" }
    return schema["format"]?.text.map { "\(type) (\($0))" } ?? type
  }

  /// Returns the types that a schema's values can have. Empty for any.
  func types(of schema: JSONTree, depth: Int = 0) -> [String] {
    let schema = resolved(schema, at: "")
    if let type = schema["type"] {
      return (type.text.map { [$0] } ?? type.elements.compactMap(\.text)) + (schema["nullable"] == true ? ["null"] : [])
    }
    // Texts of digits stay texts.
    if schema["enum"]?.elements.contains(where: { $0.text != nil }) == true { return ["string"] }
    let parts = ["allOf", "oneOf", "anyOf"].flatMap { schema[$0]?.elements ?? [] }
    guard depth < 8, !parts.isEmpty else {
      return schema["properties"] != nil ? ["object"] : schema["items"] != nil ? ["array"] : []
    }
    return parts.flatMap { types(of: $0, depth: depth + 1) }.reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }
}
