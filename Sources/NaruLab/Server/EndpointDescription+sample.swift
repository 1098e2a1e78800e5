import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

extension LabAPI.EndpointDescription {
  /// Describes an endpoint, with examples made from the schemas of its parameters.
  init(_ endpoint: Endpoint) {
    let sample = Sample(dates: endpoint.format.json.dates)
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
      returns: endpoint.resultKind.map(Sample.outline) ?? "",
      changes: endpoint.changes.map(\.id),
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
    if [.query, .form, .body].contains(location), case .object(_, let fields, _) = parameter.schema,
      parameter.nesting != .json
    {
      described.fields = fields.map { field in
        let isOptional = !field.isRequired || parameter.isOptional
        let name = parameter.nesting == nil ? field.name : "\(parameter.name)[\(field.name)]"
        return self.parameter(name, location, field.type.schema, field.constraints, isOptional: isOptional)
      }
    }
    if [.query, .form].contains(location), parameter.nesting == nil, case .dictionary = parameter.schema {
      (described.type, described.isList, described.example) = ("pairs", true, "key=value")
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
    let dates = location == .body ? dates : dates.asParameter
    let sampled = type == "json" ? schema : element
    let sample = sampled.sample(named: name, limits, dates: dates, known: Self.known, anything: [:])
    let example = sample?.unquoted ?? ""
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
    case .optional(let value), .lenient(let value): value.schema.element
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
    case .optional(let value), .lenient(let value): value.schema.typeName
    case .date(let dates): dates.json.type
    case .enumeration(_, let values, _):
      switch values.first {
      case .integer: "integer"
      case .number: "number"
      case .string, nil: "string"
      }
    case .array, .dictionary, .object, .union, .anyOf, .any: "json"
    }
  }
}

/// Describes parameters and results, with examples.
private struct Sample {
  /// The depth after which nothing more is written, because a type may contain itself.
  private static let depthLimit = 6

  private static let known: KnownValues = {
    var known = KnownValues()
    known.learn(from: ["id": "1", "name": "홍길동", "query": "클린 코드", "search": "클린 코드", "title": "클린 코드"])
    let isbn: JSONTree = "9788966260959"
    known.learn(from: ["isbn": isbn, "isbn13": isbn, "book": isbn, "bookId": isbn])
    return known
  }()

  let dates: DateCoding

  /// The values of an enumeration.
  func values(_ schema: Schema) -> [String]? {
    switch schema {
    case .enumeration(_, let values, _): values.map(\.tree.unquoted)
    case .optional(let value), .lenient(let value): values(value.schema)
    default: nil
    }
  }

  /// The form of a result: `[{ id: string (uuid), pages?: integer }]`.
  static func outline(_ kind: ResultKind) -> String {
    switch kind {
    case .body(let type), .created(let type), .counted(let type), .bodyWithHeaders(let type, _): outline(type)
    case .variants(let variants):
      variants.map { "\($0.status) \($0.value.map { outline($0) } ?? "")" }.joined(separator: "\n")
    case .values(let type, let media): "\(media): \(outline(type))"
    case .bytes: "bytes"
    }
  }

  private static func outline(_ type: Any.Type) -> String {
    if let type = type as? any Payload.Type { return outline(type.schema) }
    return type == Void.self ? "" : type == Blob.self ? "bytes" : "any"
  }

  private static func outline(_ schema: Schema, depth: Int = 0) -> String {
    guard depth < depthLimit else { return "…" }
    let indent = String(repeating: "  ", count: depth)
    func object(_ fields: [Schema.Field], _ others: Schema.TypeReference? = nil) -> String {
      var lines = fields.map { field in
        "\n\(indent)  \(field.name)\(field.isRequired ? "" : "?"): \(outline(field.type.schema, depth: depth + 1))"
      }
      if let others { lines.append("\n\(indent)  string: \(outline(others.schema, depth: depth + 1))") }
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
    case .lenient(let value): return outline(value.schema, depth: depth)
    case .date(let dates): return "\(dates.json.type) (date-time)"
    case .object(_, let fields, let others): return object(fields, others)
    case .enumeration(_, let values, _): return values.map(\.tree.line).joined(separator: " | ")
    case .union(_, let tag, let variants, _):
      return variants.map { variant in
        let fields =
          variant.fields.isEmpty
          ? (variant.type.map { outline($0.schema, depth: depth) } ?? "{}") : object(variant.fields)
        return "\(tag.map { "\($0): " } ?? "")\(variant.name) \(fields)"
      }.joined(separator: " | ")
    case .anyOf(_, let types): return types.map { outline($0.schema, depth: depth) }.joined(separator: " | ")
    case .any: return "any"
    }
  }
}

extension JSONTree {
  /// The value outside of JSON, where a string has no quotes.
  fileprivate var unquoted: String { text ?? line }
}
