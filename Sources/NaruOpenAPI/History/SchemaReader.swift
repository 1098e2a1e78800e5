import Foundation
import Naru

/// Reads values as an app or a server of a document does: it ignores fields that it does not know.
struct SchemaReader {
  let api: DescribedAPI
  /// Whether limits and closed objects are checked. A server does, an app does not.
  let isServer: Bool
  /// Whether the values are in a path, a query, a header field or a form, where all of them are strings.
  var isText = false

  /// Returns the reason why a value can't be read, with its place. `nil` if it can. The `open` unions are trying the same value already: a
  /// union that contains itself reads no more than its other variants.
  func problem(_ value: JSONTree, _ schema: JSONTree, _ place: String = "", within open: Set<JSONTree> = []) -> String?
  {
    let view = api.view(schema)
    let value = isText ? view.parsed(value) : value
    func wrong(_ reason: String) -> String { (place.isEmpty ? "the value" : place) + " \(reason)" }
    if value == .null { return view.isNullable || view.isAny ? nil : wrong("is null") }
    if let union = view.union {
      return open.contains(schema)
        ? wrong("is of a type that is nothing but itself") : problem(value, union, place, open.union([schema]))
    }
    if !view.types.isEmpty, !view.accepts(typeOf: value) {
      return wrong("is not \(view.types.map(\.withArticle).joined(separator: " or "))")
    }
    if let values = view.values, !view.isOpen, !values.contains(where: { $0.equals(value) }) {
      return wrong("is not one of the known values")
    }
    switch value {
    case .number:
      if let width = view.width, let number = value.number, !width.contains(number) {
        return wrong("is not from \(Constraint.text(width.lowerBound)) to \(Constraint.text(width.upperBound))")
      }
    case .string(let text):
      if let format = view.format, api.parses(format, isServer: isServer), !api.accepts(text, format) {
        return wrong("has not the format \(format)")
      }
    case .object(let fields):
      let missing = view.required.first { name in
        fields[name] == nil && !(isServer && view.properties[name].map { api.view($0).defaultValue != nil } ?? false)
      }
      if let missing { return wrong("has no “\(missing)”") }
      for (name, field) in fields.all {
        if let schema = view.properties[name] ?? view.additional {
          if field == .null, !isServer, api.readsNull(name, of: view) { continue }
          if let problem = problem(field, schema, "\(place)/\(name)") { return problem }
        } else if view.isClosed, isServer, !view.hidden.contains(name) {
          return wrong("has the unknown field “\(name)”")
        }
      }
    case .array(let elements):
      guard let items = view.items else { break }
      for (index, element) in elements.enumerated() {
        if let problem = problem(element, items, "\(place)/\(index)") { return problem }
      }
    default: break
    }
    guard isServer else { return nil }
    return view.excess(of: value).map { wrong("is beyond \($0)") }
  }

  private func problem(_ value: JSONTree, _ union: SchemaView.Union, _ place: String, _ open: Set<JSONTree>) -> String?
  {
    func read(_ schema: JSONTree) -> String? { problem(value, schema, place, within: open) }
    let name = place.isEmpty ? "the value" : place
    if let tag = union.tag {
      guard let variantName = value[tag]?.text else { return "\(name) has no “\(tag)”" }
      guard let variant = union.variants.first(where: { $0.name == variantName }) else {
        return union.isOpen ? nil : "\(place)/\(tag) is the unknown variant “\(variantName)”"
      }
      return read(variant.schema)
    }
    let problems = union.variants.map { read($0.schema) }
    if problems.contains(where: { $0 == nil }) { return nil }
    if union.isKeyed {
      guard let known = union.variants.firstIndex(where: { value[$0.name] != nil }) else {
        return union.isOpen ? nil : "\(name) is an unknown variant"
      }
      return problems[known]
    }
    return union.isOpen ? nil : problems.compactMap(\.self).first
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
