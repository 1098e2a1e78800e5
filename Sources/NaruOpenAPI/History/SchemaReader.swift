import Foundation
import Naru

/// Reads values as an app or a server of a document does: it ignores fields that it does not know.
struct SchemaReader {
  let api: DescribedAPI
  /// Whether limits are checked. A server does, an app does not.
  let checksLimits: Bool

  /// Returns why a value can't be read, with its place. `nil` if it can.
  func problem(_ value: JSONTree, _ schema: JSONTree, _ place: String = "", depth: Int = 0) -> String? {
    guard depth < 64 else { return nil }
    let view = SchemaView(schema, in: api)
    func wrong(_ reason: String) -> String { (place.isEmpty ? "the value" : place) + " \(reason)" }
    if value == .null { return view.isNullable || view.isAny ? nil : wrong("is null") }
    if let union = view.union { return problem(value, union, place, depth) }
    if !view.types.isEmpty, !view.accepts(typeOf: value) {
      return wrong("is not \(view.types.map(\.withArticle).joined(separator: " or "))")
    }
    if let values = view.values, !view.isOpen, !values.contains(where: { $0.equals(value) }) {
      return wrong("is not one of the known values")
    }
    switch value {
    case .string(let text):
      if let format = view.format, !SchemaFormat.accepts(text, format) { return wrong("has not the format \(format)") }
    case .object(let fields):
      if let missing = view.required.first(where: { fields[$0] == nil }) { return wrong("has no “\(missing)”") }
      for (name, field) in fields.all {
        if let schema = view.properties[name] ?? view.additional {
          if let problem = problem(field, schema, "\(place)/\(name)", depth: depth + 1) { return problem }
        } else if view.isClosed {
          return wrong("has the unknown field “\(name)”")
        }
      }
    case .array(let elements):
      guard let items = view.items else { break }
      for (index, element) in elements.enumerated() {
        if let problem = problem(element, items, "\(place)/\(index)", depth: depth + 1) { return problem }
      }
    default: break
    }
    guard checksLimits else { return nil }
    return view.excess(of: value).map { wrong("is beyond \($0)") }
  }

  private func problem(_ value: JSONTree, _ union: SchemaView.Union, _ place: String, _ depth: Int) -> String? {
    func read(_ schema: JSONTree) -> String? { problem(value, schema, place, depth: depth + 1) }
    if let tag = union.tag {
      guard let name = value[tag]?.text else { return "\(place) has no “\(tag)”" }
      guard let variant = union.variants.first(where: { $0.name == name }) else {
        return union.isOpen ? nil : "\(place)/\(tag) is the unknown variant “\(name)”"
      }
      return read(variant.schema)
    }
    let problems = union.variants.map { read($0.schema) }
    if problems.contains(where: { $0 == nil }) || union.isOpen { return nil }
    return problems.compactMap(\.self).first
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

  /// Returns the name of a limit that a value exceeds. `nil` if there is none.
  func excess(of value: JSONTree) -> String? { limits.keys.sorted().first { !allows(value, $0) } }

  private func allows(_ value: JSONTree, _ limit: String) -> Bool {
    let bound = limits[limit]
    func count(_ least: Bool, _ count: Int) -> Bool {
      guard let number = bound?.number else { return true }
      return least ? Double(count) >= number : Double(count) <= number
    }
    switch (limit, value) {
    case ("minLength", .string(let text)): return count(true, text.count)
    case ("maxLength", .string(let text)): return count(false, text.count)
    case ("minItems", .array(let list)): return count(true, list.count)
    case ("maxItems", .array(let list)): return count(false, list.count)
    case ("minimum", .number(let text)): return (Double(text) ?? 0) >= (bound?.number ?? -.infinity)
    case ("maximum", .number(let text)): return (Double(text) ?? 0) <= (bound?.number ?? .infinity)
    case ("pattern", .string(let text)):
      guard let pattern = bound?.text, let regex = try? Regex(pattern) else { return true }
      return text.firstMatch(of: regex) != nil
    default: return true
    }
  }
}

extension JSONTree {
  /// Whether two values are the same, also if numbers are written in other ways.
  func equals(_ other: JSONTree) -> Bool { self == other || (number != nil && number == other.number) }
}

extension String {
  var withArticle: String { (first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + self }
}
