import Naru

extension SchemaView {
  /// The limits, each with the beginning of a message about its value.
  static let limitNames = [
    ("minLength", "the least number of characters is"), ("maxLength", "the greatest number of characters is"),
    ("minItems", "the least number of elements is"), ("maxItems", "the greatest number of elements is"),
    ("minProperties", "the least number of fields is"), ("maxProperties", "the greatest number of fields is"),
    ("minimum", "the least value is"), ("maximum", "the greatest value is"),
    ("exclusiveMinimum", "every value is greater than"), ("exclusiveMaximum", "every value is less than"),
    ("multipleOf", "every value is a multiple of"), ("uniqueItems", "the elements differ from each other:"),
    ("pattern", "it has to match"),
  ]

  /// Rules that are not compared, but that are named if a server has another one now.
  static let otherRules = [
    "not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames", "dependentRequired",
    "dependentSchemas", "unevaluatedItems",
  ]

  /// Returns a limit of a size, up to 100,000, because no sample is larger. `nil` if there is none.
  func count(_ limit: String) -> Int? { limits[limit]?.number.map { Int(min(max($0, 0), 100_000)) } }

  /// Returns the name of a limit that a value exceeds. `nil` if there is none.
  func excess(of value: JSONTree) -> String? { limits.keys.sorted().first { !allows(value, $0) } }

  /// Returns whether a value is within a limit.
  func allows(_ value: JSONTree, _ limit: String) -> Bool {
    let size: Int? =
      switch (limit.dropFirst(3), value) {
      case ("Length", .string(let text)): text.count
      case ("Items", .array(let elements)): elements.count
      case ("Properties", .object(let fields)): fields.names.count
      default: nil
      }
    let bound = limits[limit]?.number
    switch (limit, value.number) {
    case ("pattern", _):
      guard let text = value.text, let regex else { return true }
      return text.firstMatch(of: regex) != nil
    case ("uniqueItems", _): return limits[limit] != true || Set(value.elements).count == value.elements.count
    case ("minimum", let number?): return number >= bound ?? -.infinity
    case ("maximum", let number?): return number <= bound ?? .infinity
    case ("exclusiveMinimum", let number?): return number > bound ?? -.infinity
    case ("exclusiveMaximum", let number?): return number < bound ?? .infinity
    case ("multipleOf", let number?):
      guard let bound, bound > 0 else { return true }
      return abs((number / bound).rounded() * bound - number) < 1e-9 * max(1, abs(number))
    default:
      guard let size, let bound else { return true }
      return limit.hasPrefix("min") ? Double(size) >= bound : Double(size) <= bound
    }
  }

  /// Returns whether a limit excludes values that another schema's limit of the same name allows.
  func isNarrower(_ limit: String, than other: SchemaView) -> Bool {
    guard let own = limits[limit], own != other.limits[limit] else { return false }
    guard let bound = own.number else { return own != false }
    let before = other.limits[limit]?.number
    if limit == "multipleOf" { return before.map { !allows(.number(Constraint.text($0)), limit) } ?? true }
    let isLeast = limit.lowercased().contains("min")
    return isLeast ? bound > before ?? (limit.hasSuffix("inimum") ? -.infinity : 0) : bound < before ?? .infinity
  }
}
