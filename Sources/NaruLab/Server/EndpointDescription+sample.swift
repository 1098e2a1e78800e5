import Foundation
import HTTPTypes
import Naru

extension LabAPI.EndpointDescription {
  /// Describes an endpoint, with examples made from the schemas of its parameters.
  init(_ endpoint: Endpoint, now: Date) {
    let sample = Sample(now: now)
    var credentials: [LabAPI.Credential] = []
    for part in endpoint.security.flatMap(\.parts) where !credentials.contains(part.described) {
      credentials.append(part.described)
    }
    self.init(
      id: endpoint.id,
      method: endpoint.method.rawValue,
      path: "\(endpoint.path)",
      auth: endpoint.auth.rawValue,
      credentials: credentials,
      summary: endpoint.summary,
      status: endpoint.status?.code ?? 200,
      returns: (endpoint.result as? any Payload.Type).map { Sample.outline($0.schema) } ?? "",
      parameters: endpoint.parameters.map(sample.parameter)
    )
  }
}

extension SecurityScheme.Part {
  fileprivate var described: LabAPI.Credential {
    switch self {
    case .bearer: LabAPI.Credential(kind: "bearer")
    case .basic: LabAPI.Credential(kind: "basic")
    case .header(let name): LabAPI.Credential(kind: "header", name: name.rawName)
    case .query(let name): LabAPI.Credential(kind: "query", name: name)
    case .cookie(let name): LabAPI.Credential(kind: "cookie", name: name)
    }
  }
}

extension LabAPI.ParameterLimits {
  fileprivate init(_ limits: [Constraint]) {
    self.init()
    for limit in limits {
      switch limit {
      case .length(let least, let most): (minLength, maxLength) = (least > 0 ? least : nil, most)
      case .range(let least, let most): (min, max) = (least, most)
      case .items(let least, let most): (minItems, maxItems) = (least > 0 ? least : nil, most)
      case .pattern(let pattern): self.pattern = pattern
      case .format(let format): self.format = format.rawValue
      }
    }
  }
}

extension Sample {
  /// Describes a parameter.
  func parameter(_ parameter: Endpoint.Parameter) -> LabAPI.Parameter {
    let location = parameter.location
    var described = self.parameter(
      location == .header ? headerFieldName(parameter.name) : parameter.name,
      location,
      parameter.schema,
      parameter.constraints,
      isOptional: parameter.isOptional
    )
    described.separator = parameter.separator.map(String.init)
    // Without the modules.
    described.swiftType =
      parameter.type.map { String(reflecting: $0).replacing(/(^|[<, ])\w+\./) { "\($0.1)" } } ?? ""
    if parameter.isLink { described.type = "link" }
    if parameter.type is Blob.Type || parameter.type is [Blob].Type {
      (described.type, described.isList) = ("file", parameter.type is [Blob].Type)
    }
    if [.query, .form, .body].contains(location), case .object(_, let fields) = parameter.schema {
      described.fields = fields.map { field in
        let isOptional = !field.isRequired || parameter.isOptional
        return self.parameter(field.name, location, field.type.schema, field.constraints, isOptional: isOptional)
      }
    }
    return described
  }

  private func parameter(
    _ name: String,
    _ location: Endpoint.Parameter.Location,
    _ schema: Schema,
    _ limits: [Constraint],
    isOptional: Bool
  ) -> LabAPI.Parameter {
    let (element, isList) = schema.element
    let type = element.typeName
    let json = json(type == "json" ? schema : element, name: name, limits)
    // Outside of JSON, a string has no quotes.
    let example = type != "json" && json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
    let described = LabAPI.ParameterLimits(limits)
    return LabAPI.Parameter(
      name: name,
      location: location.rawValue,
      // A type that is not a payload is a string everywhere but in JSON.
      type: type == "json" && ![.body, .part].contains(location) ? "string" : type,
      isList: isList && type != "json",
      isOptional: isOptional,
      values: values(element),
      limits: described,
      swiftType: "",
      example: Array(repeating: example, count: isList && type != "json" ? max(1, described.minItems ?? 1) : 1)
        .joined(separator: "\n")
    )
  }
}

extension Schema {
  /// The schema of the values of a list, or of the value itself.
  fileprivate var element: (schema: Schema, isList: Bool) {
    switch self {
    case .optional(let value): value.schema.element
    case .array(let element): (element.schema, true)
    default: (self, false)
    }
  }

  /// The type of a value as ``LabAPI/Parameter`` names it.
  fileprivate var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .optional(let value): value.schema.typeName
    case .enumeration(_, let values, _):
      switch values.first {
      case .integer: "integer"
      case .number: "number"
      case .string, nil: "string"
      }
    case .array, .dictionary, .object, .union, .any: "json"
    }
  }
}

/// Makes example values from schemas.
private struct Sample {
  /// The depth after which nothing more is written, because a type may contain itself.
  private static let depthLimit = 6

  let now: Date

  /// An example of a value as JSON.
  func json(_ schema: Schema, name: String, _ limits: [Constraint] = [], depth: Int = 0) -> String {
    guard depth < Self.depthLimit else { return "null" }
    let indent = String(repeating: "  ", count: depth + 1)
    let end = String(repeating: "  ", count: depth)
    switch schema {
    case .boolean: return "true"
    case .integer: return Constraint.text(number(1, limits))
    case .number: return Constraint.text(number(1.5, limits))
    case .string(let format): return quoted(text(format, name, limits))
    case .array(let element): return "[\(json(element.schema, name: name, limits, depth: depth + 1))]"
    case .dictionary(let value): return "{\"이름\": \(json(value.schema, name: name, depth: depth + 1))}"
    case .optional(let value): return json(value.schema, name: name, limits, depth: depth)
    case .object(_, let fields):
      let lines = fields.map { line($0, indent, depth) }
      return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(end)}"
    case .enumeration(_, let values, _): return values.first.map(json) ?? "\"\""
    case .union(_, let tag, let variants, _): return json(tag, variants.first, indent, end, depth)
    case .any: return "{}"
    }
  }

  /// A field of an object.
  private func line(_ field: Schema.Field, _ indent: String, _ depth: Int) -> String {
    "\(indent)\(quoted(field.name)): \(json(field.type.schema, name: field.name, field.constraints, depth: depth + 1))"
  }

  /// The number, or the nearest one within the limits.
  private func number(_ number: Double, _ limits: [Constraint]) -> Double {
    limits.reduce(number) { number, limit in
      guard case .range(let least, let most) = limit else { return number }
      return min(max(number, least ?? number), most ?? .infinity)
    }
  }

  /// The values of an enumeration.
  func values(_ schema: Schema) -> [String]? {
    switch schema {
    case .enumeration(_, let values, _): values.map { json($0).trimmingCharacters(in: ["\""]) }
    case .optional(let value): values(value.schema)
    default: nil
    }
  }

  private func json(_ tag: String?, _ variant: Schema.Variant?, _ indent: String, _ end: String, _ depth: Int) -> String
  {
    guard let variant else { return "{}" }
    var fields = variant.fields
    if fields.isEmpty, case .object(_, let own)? = variant.type?.schema { fields = own }
    let lines = fields.map { line($0, indent, depth) }
    guard let tag else {
      return "{\(quoted(variant.name)): {\(lines.joined(separator: ", "))}}"
    }
    return "{\n\((["\(indent)\(quoted(tag)): \(quoted(variant.name))"] + lines).joined(separator: ",\n"))\n\(end)}"
  }

  private func json(_ value: Schema.Value) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    }
  }

  private func text(_ format: String?, _ name: String, _ limits: [Constraint]) -> String {
    limits.reduce(text(format, name, among: limits)) { text, limit in
      guard case .length(let least, let most) = limit else { return text }
      let copies = max(1, (least + text.count - 1) / text.count)
      return String(String(repeating: text, count: copies).prefix(most ?? .max))
    }
  }

  private func text(_ format: String?, _ name: String, among limits: [Constraint]) -> String {
    let limited = limits.compactMap { if case .format(let format) = $0 { format.rawValue } else { nil } }.first
    switch limited ?? format {
    case "email": return "reader@example.com"
    case "date-time": return now.formatted(.iso8601)
    case "date": return String(now.formatted(.iso8601).prefix(10))
    case "uuid": return "00000000-0000-0000-0000-000000000001"
    case "uri": return "https://example.com/"
    case "byte": return "64KY66OoCg=="
    default: break
    }
    return switch name.lowercased().filter(\.isLetter) {
    case let name where name.contains("isbn") || name == "bookid": "9788966260959"
    case let name where name.hasSuffix("id"): "1"
    case let name where name.contains("name"): "홍길동"
    case let name where name.contains("title"): "클린 코드"
    default: "나루"
    }
  }

  /// The form of a value: `[{ id: string (uuid), pages?: integer }]`.
  static func outline(_ schema: Schema, depth: Int = 0) -> String {
    guard depth < depthLimit else { return "…" }
    let indent = String(repeating: "  ", count: depth)
    func object(_ fields: [Schema.Field]) -> String {
      let lines = fields.map { field in
        "\n\(indent)  \(field.name)\(field.isRequired ? "" : "?"): \(outline(field.type.schema, depth: depth + 1))"
      }
      return lines.isEmpty ? "{}" : "{\(lines.joined())\n\(indent)}"
    }
    switch schema {
    case .boolean: return "boolean"
    case .integer: return "integer"
    case .number: return "number"
    case .string(let format): return "string" + (format.map { " (\($0))" } ?? "")
    case .array(let element): return "[\(outline(element.schema, depth: depth))]"
    case .dictionary(let value): return "{ string: \(outline(value.schema, depth: depth)) }"
    case .optional(let value): return "\(outline(value.schema, depth: depth)) or null"
    case .object(_, let fields): return object(fields)
    case .enumeration(_, let values, _):
      return values.map { value in
        switch value {
        case .string(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        }
      }.joined(separator: " | ")
    case .union(_, let tag, let variants, _):
      return variants.map { variant in
        let fields =
          variant.fields.isEmpty
          ? (variant.type.map { outline($0.schema, depth: depth) } ?? "{}") : object(variant.fields)
        return "\(tag.map { "\($0): " } ?? "")\(variant.name) \(fields)"
      }.joined(separator: " | ")
    case .any: return "any"
    }
  }

  private func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
