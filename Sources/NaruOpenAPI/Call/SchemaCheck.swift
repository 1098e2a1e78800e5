import Foundation
import Naru

/// Finds the values that a schema doesn't allow.
struct SchemaCheck {
  let source: ImportSource
  /// A sentence for each of these values.
  private(set) var problems: [LocalizedMessage] = []

  init(_ source: ImportSource) {
    self.source = source
  }

  /// Adds that a value is missing.
  mutating func missing(_ path: String) {
    problems.append(LocalizedMessage(korean: "`\(path)` 값이 필요합니다.", english: "`\(path)` is missing."))
  }

  /// Adds that a value is not what it must be.
  mutating func malformed(_ path: String, _ text: String, _ expected: LocalizedMessage) {
    let excerpt = text.count > 40 ? "\(text.prefix(40))…" : text
    problems.append(
      LocalizedMessage(
        korean: "`\(path)` 값은 \(expected.korean) 합니다: “\(excerpt)”",
        english: "`\(path)` must be \(expected.english): “\(excerpt)”"
      )
    )
  }

  /// Checks a value.
  mutating func check(_ value: JSONTree, _ schema: JSONTree, at path: String, depth: Int = 0) {
    let schema = source.resolved(schema, at: path)
    // A part of a schema may be the schema itself.
    guard depth < 64 else { return }
    for part in schema["allOf"]?.elements ?? [] { check(value, part, at: path, depth: depth + 1) }
    for word in ["oneOf", "anyOf"] { check(value, alternatives: schema[word]?.elements ?? [], path, depth) }
    let types = source.types(of: schema)
    if value == .null, types.isEmpty || types.contains("null") { return }
    if let values = schema["enum"]?.elements ?? schema["const"].map({ [$0] }) {
      guard !values.contains(where: { $0 == value || $0.number != nil && $0.number == value.number }) else { return }
      let list = values.map(\.words).joined(separator: ", ")
      return malformed(path, value.words, LocalizedMessage(korean: "\(list) 중 하나여야", english: "one of \(list)"))
    }
    if schema["type"] != nil, !types.contains(where: value.isOf) {
      return malformed(path, value.words, Self.expected(types))
    }
    switch value {
    case .string(let text): check(text, schema.textLimits, path)
    case .number: check(value.number, schema.numberLimits(isWhole: types == ["integer"]), path)
    case .array(let elements):
      check(elements, schema.listLimits, path)
      for (index, element) in elements.enumerated() {
        check(element, schema["items"] ?? [:], at: "\(path)[\(index)]", depth: depth + 1)
      }
    case .object: check(fields: value, schema, path, depth)
    case .null, .boolean: break
    }
  }

  private mutating func check(fields value: JSONTree, _ schema: JSONTree, _ path: String, _ depth: Int) {
    let place = { (name: String) in path.isEmpty ? name : "\(path).\(name)" }
    for name in schema["required"]?.elements.compactMap(\.text) ?? [] where value[name] == nil {
      let property = source.resolved(schema["properties"]?[name] ?? [:], at: path)
      if property["readOnly"]?.boolean != true { missing(place(name)) }
    }
    let others = schema["additionalProperties"].flatMap { $0.boolean == nil ? $0 : nil } ?? [:]
    for (name, field) in value.fields {
      check(field, schema["properties"]?[name] ?? others, at: place(name), depth: depth + 1)
    }
  }

  /// Checks that a value fits one of several schemas. The problems are those with the schema that it fits best.
  private mutating func check(_ value: JSONTree, alternatives: [JSONTree], _ path: String, _ depth: Int) {
    let checks = alternatives.map { schema in
      var other = SchemaCheck(source)
      other.check(value, schema, at: path, depth: depth + 1)
      return other.problems
    }
    problems += checks.min { $0.count < $1.count } ?? []
  }

  /// The sentences are those of a server with a contract.
  private mutating func check(_ value: (any Sendable)?, _ constraints: [Constraint], _ path: String) {
    let endpoint = Endpoint("", "", .get, "/", parameters: [.init(path, .query, constraints: constraints)])
    problems += endpoint.problems([path: value]).map(\.localizedMessage)
  }

  private static func expected(_ types: [String]) -> LocalizedMessage {
    let words: [LocalizedMessage] = types.map { type in
      switch type {
      case "integer": LocalizedMessage(korean: "정수", english: "an integer")
      case "number": LocalizedMessage(korean: "숫자", english: "a number")
      case "boolean": LocalizedMessage(korean: "true나 false", english: "true or false")
      case "string": LocalizedMessage(korean: "문자열", english: "text")
      case "array": LocalizedMessage(korean: "목록", english: "a list")
      case "object": LocalizedMessage(korean: "객체", english: "an object")
      default: LocalizedMessage(korean: type, english: type)
      }
    }
    let korean = words.map(\.korean).joined(separator: ", ")
    return LocalizedMessage(korean: "\(korean) 형식이어야", english: words.map(\.english).joined(separator: " or "))
  }
}

extension JSONTree {
  /// The value for a person: a text without quotes, anything else as JSON.
  var words: String {
    scalar ?? (try? JSONCoding().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether the value has a type of a schema.
  func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .number(let text): type == "number" || type == "integer" && Double(text).map { $0 == $0.rounded() } ?? false
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
