import Foundation
import Naru

/// Reads values as an app or a server of a document does: it ignores fields that it does not know.
struct SchemaReader {
  let api: DescribedAPI
  /// Whether limits and closed objects are checked. A server does, an app does not.
  let isServer: Bool
  /// Whether the values are in a path, a query, a header field or a form, where all of them are strings.
  var isText = false

  /// A reason why a value can't be read, with the place that it is about.
  typealias Problem = (place: String, text: String)

  /// Returns the first reason why a value can't be read. `nil` if it can.
  func problem(_ value: JSONTree, _ schema: JSONTree) -> String? { problems(value, schema).first?.text }

  /// Returns the reasons why a value can't be read. The `open` unions are trying the same value already: a union that contains itself reads
  /// no more than its other variants.
  func problems(
    _ value: JSONTree,
    _ schema: JSONTree,
    _ place: String = "",
    within open: Set<JSONTree> = []
  ) -> [Problem] {
    let view = api.view(schema)
    let value = isText ? view.parsed(value) : value
    func wrong(_ reason: String, field: String? = nil) -> [Problem] {
      [(field.map { "\(place)/\(pointer($0))" } ?? place, (place.isEmpty ? "the value" : place) + " \(reason)")]
    }
    if value == .null { return view.isNullable || view.isAny ? [] : wrong("is null") }
    if let union = view.union {
      if open.contains(schema) { return wrong("is of a type that is nothing but itself") }
      let inner = open.union([schema])
      if let tag = union.tag {
        guard let name = value[tag]?.text else { return wrong("has no “\(tag)”", field: tag) }
        if let variant = union.variants.first(where: { $0.name == name }) {
          return problems(value, variant.schema, place, within: inner)
        }
        return union.isOpen ? [] : wrong("is of the unknown variant “\(name)”", field: tag)
      }
      let all = union.variants.map { problems(value, $0.schema, place, within: inner) }
      if all.contains(where: \.isEmpty) { return [] }
      let known = union.isKeyed ? union.variants.firstIndex { value[$0.name] != nil } : nil
      if let known { return all[known] }
      if union.isOpen { return [] }
      return union.isKeyed ? wrong("is of an unknown variant") : all.flatMap(\.self)
    }
    if !view.types.isEmpty, !view.accepts(typeOf: value) {
      return wrong("is not \(view.types.map(\.withArticle).joined(separator: " or "))")
    }
    if let values = view.values, !view.isOpen, !values.contains(where: { $0.equals(value) }) {
      return wrong("is not one of the known values")
    }
    var found: [Problem] = []
    switch value {
    case .number:
      if let width = view.width, let number = value.number, !width.contains(number) {
        found += wrong("is not from \(Constraint.text(width.lowerBound)) to \(Constraint.text(width.upperBound))")
      }
    case .string(let text):
      if let format = view.format, api.parses(format, isServer: isServer), !api.accepts(text, format) {
        found += wrong("has not the format \(format)")
      }
    case .object(let fields):
      for name in view.required where fields[name] == nil {
        let schema = view.properties[name] ?? [:]
        let hasDefault = isServer && api.view(schema).defaultValue != nil
        if hasDefault || !isServer && api.readsNone(name, of: view) { continue }
        if !api.isEmptyIfAbsent(schema, isText: isText) { found += wrong("has no “\(name)”", field: name) }
      }
      for (name, field) in fields.all {
        if let schema = view.properties[name] ?? view.additional {
          if field == .null, !isServer, view.properties[name] != nil, api.readsNone(name, of: view) { continue }
          found += problems(field, schema, "\(place)/\(pointer(name))")
        } else if isServer, view.never.contains(name) || view.isClosed && !view.hidden.contains(name) {
          found += wrong("has the unknown field “\(name)”", field: name)
        }
      }
    case .array(let elements):
      guard let items = view.items else { break }
      for (index, element) in elements.enumerated() { found += problems(element, items, "\(place)/\(index)") }
    default: break
    }
    if isServer, let limit = view.excess(of: value) { found += wrong("is beyond \(limit)") }
    return found
  }
}

extension SchemaView {
  fileprivate func accepts(typeOf value: JSONTree) -> Bool {
    let type = value.typeName
    if types.contains(type) { return true }
    if type == "integer" { return types.contains("number") }
    // 1.0 is an integer.
    return type == "number" && types.contains("integer") && value.number.map { $0 == $0.rounded() } ?? false
  }

  /// Returns a value as it is read from a string, or from several.
  fileprivate func parsed(_ value: JSONTree) -> JSONTree {
    if types == ["array"], value.elements.isEmpty, value != [] { return [value] }
    guard let text = value.scalar, !types.contains("string") else { return value.scalar.map(JSONTree.string) ?? value }
    if types.contains("boolean"), ["true", "false"].contains(text) { return .boolean(text == "true") }
    return Double(text) == nil || types.isEmpty ? .string(text) : .number(text)
  }
}

extension JSONTree {
  /// Whether two values are the same, even if numbers are written in other ways.
  func equals(_ other: JSONTree) -> Bool { self == other || (number != nil && number == other.number) }
}

extension String {
  var withArticle: String { (first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + self }
}
