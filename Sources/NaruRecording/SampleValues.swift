package import Foundation
package import Naru

/// Valid values of schemas. Names that occurred in a response get its value.
package struct SampleValues {
  /// A value for schemas that allow any; `nil` for none.
  package var anything: JSONTree?
  /// The time of dates.
  private let now: Date
  /// The values by name, in lower case without separators.
  private var known: [String: JSONTree] = [:]

  /// Creates samples.
  package init(now: Date = Date(timeIntervalSince1970: 1_772_616_600)) {
    self.now = now
  }

  /// Collects the strings and numbers of a response by the names of their fields. The outermost value with a name wins.
  package mutating func learn(from value: JSONTree) {
    var level = [value]
    while !level.isEmpty {
      for (name, field) in level.flatMap(\.fields) where field.text?.isEmpty == false || field.number != nil {
        if known[Self.key(name)] == nil { known[Self.key(name)] = field }
      }
      level = level.flatMap { $0.elements + $0.fields.map(\.value) }
    }
  }

  private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Returns a value.
  package func value(
    _ schema: Schema,
    _ name: String,
    _ constraints: [Constraint] = [],
    dates: DateCoding
  ) -> JSONTree? {
    value(schema, name, constraints, dates, [])
  }

  /// Returns the learned value of a name.
  func learned(_ name: String) -> JSONTree? {
    let key = Self.key(name)
    return known[key] ?? known[key + "id"] ?? (key.hasSuffix("id") ? known["id"] : nil)
  }

  /// Returns a value that is in values of other types.
  private func value(
    _ schema: Schema,
    _ name: String,
    _ constraints: [Constraint],
    _ dates: DateCoding,
    _ outer: [ObjectIdentifier]
  ) -> JSONTree? {
    var outer = outer
    if let named = schema.named {
      // Without this, a type that contains itself would have no end.
      guard !outer.contains(named) else { return nil }
      outer.append(named)
    }
    func part(_ schema: Schema, _ name: String, _ constraints: [Constraint] = []) -> JSONTree? {
      value(schema, name, constraints, dates, outer)
    }
    switch schema {
    case .boolean: return true
    case .integer, .number:
      let number = learned(name)?.number.map { JSONTree.number(Constraint.text($0)) } ?? 1
      return fitting(number, constraints)
    case .string(let format): return text(format, name, constraints, dates)
    case .array(let element):
      let least = constraints.compactMap { if case .items(let min, _) = $0 { min } else { nil } }.max() ?? 0
      let rest = constraints.filter { if case .items = $0 { false } else { true } }
      guard let value = part(element.schema, name, rest) else { return least == 0 ? [] : nil }
      return .array(Array(repeating: value, count: max(least, 1)))
    case .dictionary: return [:]
    case .date(let dates): return date(dates)
    case .optional(let wrapped), .lenient(let wrapped): return part(wrapped.schema, name, constraints)
    case .object(_, let fields, _):
      var object = JSONTree.Fields()
      // A value deep in others has only the fields that it needs, because all of them would be too many.
      for field in fields where field.isRequired || outer.count <= 3 {
        if let value = part(field.type.schema, field.name, field.constraints) {
          object[field.name] = value
        } else if field.isRequired {
          return nil
        }
      }
      return .object(object)
    case .enumeration(_, let values, _): return values.first?.tree
    case .union(_, let tag, let variants, _):
      guard let variant = variants.first else { return nil }
      var content: JSONTree = variant.type.flatMap { part($0.schema, name) } ?? [:]
      for field in variant.fields { content[field.name] = part(field.type.schema, field.name, field.constraints) }
      guard let tag else { return [variant.name: content] }
      content[tag] = .string(variant.name)
      return content
    case .anyOf(_, let types):
      for type in types {
        if let value = part(type.schema, name) { return value }
      }
      return nil
    case .any: return anything
    }
  }

  private func text(_ format: String?, _ name: String, _ constraints: [Constraint], _ dates: DateCoding) -> JSONTree? {
    let limited = constraints.compactMap { if case .format(let format) = $0 { format.rawValue } else { nil } }.first
    let format = limited ?? format
    switch format {
    case "date-time"?: return date(dates)
    case "uuid"?:
      if let text = learned(name)?.text, UUID(uuidString: text) != nil { return .string(text) }
      return Self.sample("uuid").map(JSONTree.string)
    case "date"?, "uri"?, "email"?, "byte"?: return format.flatMap(Self.sample).map(JSONTree.string)
    case "password"?: return fitting("a secret", constraints)
    default:
      if let text = learned(name)?.text, let learned = fitting(.string(text), constraints) { return learned }
      let patterns = constraints.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
      let usual = ["나루", "naru", "NARU", "1", "2026-03-04", "https://example.com/a"] as [JSONTree]
      return (usual + patterns.map { .string(PatternSample.string($0)) }).lazy
        .compactMap { fitting($0, constraints) }.first
    }
  }

  private func date(_ dates: DateCoding) -> JSONTree? {
    (try? JSONCoding(dates: dates).encode(now)).flatMap(JSONTree.init(json:))
  }

  /// Returns a string of a format.
  package static func sample(_ format: String) -> String? {
    switch format {
    case "date": "2026-03-04"
    case "uuid": "7b0f2c58-5f0e-4d35-9f53-9f2f4c8a1e11"
    case "uri": "https://example.com/a"
    case "email": "reader@example.com"
    case "base64", "byte": "aGVsbG8="
    default: nil
    }
  }

  /// Returns the value, changed so that it is within the limits. `nil` for a pattern that it does not match.
  private func fitting(_ value: JSONTree, _ constraints: [Constraint]) -> JSONTree? {
    var value = value
    for limit in constraints {
      switch (limit, value) {
      case (.range(let min, let max), .number(let text)):
        let number = Double(text) ?? 0
        let fitting = Swift.min(Swift.max(number, min ?? number), max ?? .infinity)
        if fitting != number { value = .number(Constraint.text(fitting)) }
      case (.length(let min, let max), .string(let text)):
        var fitting = text
        while !text.isEmpty, fitting.count < min { fitting += text }
        value = .string(String(fitting.prefix(max ?? .max)))
      case (.pattern, .string(let text)) where limit.excess(of: text) != nil: return nil
      default: break
      }
    }
    return value
  }
}

extension Schema {
  /// The declared type of an object or a union, with or without a tag.
  fileprivate var named: ObjectIdentifier? {
    switch self {
    case .object(let named, _, _), .union(let named, _, _, _), .anyOf(let named, _): ObjectIdentifier(named.type)
    default: nil
    }
  }
}

extension Schema.Value {
  package var tree: JSONTree {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .number("\(number)")
    case .number(let number): .number("\(number)")
    }
  }
}
