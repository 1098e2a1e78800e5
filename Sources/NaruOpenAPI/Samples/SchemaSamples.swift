import Foundation
package import Naru

/// A step from a schema to a schema in it.
enum SchemaStep: Hashable {
  case field(String)
  /// An element of an array.
  case element
  /// A value of a dictionary.
  case entry
  case variant(String)
}

extension [SchemaStep] {
  /// A JSON pointer with `*` for each element of an array and each value of a dictionary.
  var pointer: String { pointer(element: "*", entry: "*") }

  /// The place in a sample, as a JSON pointer.
  var place: String { pointer(element: "0", entry: SchemaSamples.key) }

  private func pointer(element: String, entry: String) -> String {
    map { step in
      switch step {
      case .field(let name): "/\(NaruOpenAPI.pointer(name))"
      case .element: "/\(element)"
      case .entry: "/\(entry)"
      case .variant: ""
      }
    }.joined()
  }
}

/// How a sample differs from the usual one.
enum SampleChoice: Hashable {
  case nothing
  /// The field of the last step is missing.
  case omitted
  /// The value at the last step.
  case value(JSONTree)
}

extension DocumentReader {
  /// Whether a format reads the sentence or the code of a failure with all fields of a schema.
  package func isRead(_ failure: JSONTree, by format: any ResponseFormat.Type) -> Bool {
    let sample = SchemaSamples(api: DescribedAPI(root), isFull: true).value(failure)
    return sample.map { format.decodeFailure(from: Data($0.line.utf8)) != nil } ?? false
  }
}

/// Values that a writer of a document may send.
struct SchemaSamples {
  let api: DescribedAPI
  /// Whether the outer objects have all their fields, so that nothing but the choice is special.
  var isFull = false
  /// The depth at which objects have only the fields that they need, because all of them would be too many.
  var fullDepth = 3
  /// The preferred values by the names of fields.
  var known = KnownValues()
  /// The value of a schema that allows any; `nil` for none.
  var anything: JSONTree? = "나루"
  let budget = Budget()
  /// The key of a dictionary's only value.
  static let key = "key"

  /// How many parts the samples may still have together. Types that contain each other twice at each level would have any number.
  final class Budget {
    fileprivate(set) var rest = 20_000
  }

  /// Returns a value with as few fields as possible, except for those on the way to a choice. `nil` if there is none, such as for a
  /// pattern that no sample matches, and for a type whose every value contains another one.
  func value(
    _ schema: JSONTree,
    _ steps: ArraySlice<SchemaStep> = [],
    _ choice: SampleChoice = .nothing,
    named name: String = "",
    depth: Int = 0,
    within outer: [Int] = []
  ) -> JSONTree? {
    if steps.isEmpty, case .value(let value) = choice { return value }
    guard budget.rest > 0, depth < 48 else { return nil }
    budget.rest -= 1
    let (view, rest) = (api.view(schema), steps.dropFirst())
    if steps.isEmpty, outer.contains(view.number) { return view.isNullable ? .null : nil }
    let inside = view.isShared && steps.isEmpty ? outer + [view.number] : outer
    // Only the way to the choice is special.
    func part(_ schema: JSONTree, _ steps: ArraySlice<SchemaStep>?, _ name: String = name) -> JSONTree? {
      value(schema, steps ?? [], steps == nil ? .nothing : choice, named: name, depth: depth + 1, within: inside)
    }
    if let union = view.union {
      var variants = union.variants
      var inner: ArraySlice<SchemaStep>? = steps.isEmpty ? nil : steps
      if case .variant(let name)? = steps.first {
        variants = Array(variants.filter { $0.name == name }.prefix(1))
        inner = rest
      }
      for variant in variants {
        guard var value = part(variant.schema, inner) else { continue }
        if let tag = union.tag, case .object = value, inner?.first != .field(tag) { value[tag] = .string(variant.name) }
        return value
      }
      return nil
    }
    if let first = view.values?.first { return first }
    switch view.types.first {
    case "object":
      var fields = JSONTree.Fields()
      var wanted: String?
      if case .field(let name)? = steps.first { wanted = name }
      for (name, schema) in view.properties.all
      where view.required.contains(name) || name == wanted || (isFull && depth < fullDepth) {
        if name == wanted, rest.isEmpty, choice == .omitted { continue }
        if let value = part(schema, name == wanted ? rest : nil, name) {
          let isOmitted = value == .null && api.omitsNull && name != wanted && !view.required.contains(name)
          if !isOmitted { fields[name] = value }
        } else if view.required.contains(name) {
          return nil
        }
      }
      for (name, schema) in view.properties.all
      where fields.names.count < view.count("minProperties") ?? 0 && fields[name] == nil {
        guard name != wanted || !rest.isEmpty || choice != .omitted else { continue }
        fields[name] = part(schema, nil, name)
      }
      if steps.first == .entry { fields[Self.key] = part(view.additional ?? [:], rest) }
      return .object(fields)
    case "array":
      let least = view.count("minItems") ?? 0
      // A date as the numbers of its components.
      if least == 5, view.count("maxItems") == 7, steps.isEmpty, view.items == ["type": "integer"] {
        return [2026, 3, 4, 9, 30]
      }
      guard least <= view.count("maxItems") ?? .max else { return nil }
      let isWanted = steps.first == .element || least > 0
      guard isWanted || isFull && depth < fullDepth && view.count("maxItems") != 0 else { return [] }
      guard let element = part(view.items ?? [:], steps.first == .element ? rest : nil),
        least < 2 || view.limits["uniqueItems"] != true
      else { return isWanted ? nil : [] }
      return .array(Array(repeating: element, count: max(1, least)))
    case "boolean": return true
    case "integer", "number":
      if let known = known[name], known.typeName == view.types.first, view.excess(of: known) == nil,
        view.width?.contains(known.number ?? 0) != false
      {
        return known
      }
      return Self.dates[view.format ?? ""] ?? ends(view).first ?? 1
    case "string": return string(view, name)
    case nil: return view.isNullable ? .null : anything
    default: return nil
    }
  }

  /// Dates as numbers: 2026-03-04T09:30:00Z.
  private static let dates: [String: JSONTree] = ["unixtime": 1_772_616_600, "unixtime-ms": 1_772_616_600_000]

  private func string(_ view: SchemaView, _ name: String = "") -> JSONTree? {
    if let text = known[name]?.text, view.format.map({ SchemaFormat.accepts(text, $0) }) ?? true,
      view.excess(of: .string(text)) == nil
    {
      return .string(text)
    }
    if let sample = view.format.flatMap(SchemaFormat.sample) { return .string(sample) }
    let least = view.count("minLength") ?? 0
    let most = max(least, view.count("maxLength") ?? .max)
    if view.limits["pattern"] == nil {
      let text = String(repeating: "나루", count: max(1, (least + 1) / 2))
      return .string(String(text.prefix(max(min(most, text.count), least))))
    }
    let strings = Self.strings + [view.limits["pattern"]?.text.map(PatternSample.string)].compactMap(\.self)
    func fitted(_ text: String) -> String {
      let whole = String(repeating: text, count: text.isEmpty ? 1 : least / text.count + 1)
      return String(whole.prefix(max(least, min(most, text.count))))
    }
    return api.match(view, strings.map(fitted))
  }

  /// Strings that match many patterns.
  static let strings = [
    "나루", "naru", "NARU", "1", "2026-03-04", "1234567890", "9788966260959", "a1b2c3", "#336699", "ko", "?",
  ]

  /// Returns numbers within the limits of a schema: 1 or the nearest one to it, and the ends of each limit.
  func ends(_ view: SchemaView, beside other: SchemaView? = nil) -> [JSONTree] {
    let isInteger = view.types.first == "integer"
    let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    var numbers: [Double] = [1]
    for bound in [view, other].compactMap(\.self).flatMap({ view in limits.compactMap { view.limits[$0]?.number } }) {
      numbers += isInteger ? [bound, bound - 1, bound + 1] : [bound, bound - 0.5, bound + 0.5]
    }
    if let step = view.limits["multipleOf"]?.number, step > 0 {
      numbers += numbers.map { ($0 / step).rounded(.up) * step }
    }
    if !isInteger { numbers += [1.5] + [other?.limits["multipleOf"]?.number].compactMap { $0.map { $0 * 1.5 } } }
    if isInteger, view.format == "int64" { numbers.append(2_147_483_648) }
    var seen: Set<Double> = []
    return numbers.filter { !isInteger || $0 == $0.rounded() && abs($0) < 9e15 }.filter { seen.insert($0).inserted }
      .map { .number(Constraint.text($0)) }.filter {
        view.excess(of: $0) == nil && view.width?.contains($0.number ?? 0) != false
      }
  }

  /// Returns values at the ends of the limits of a schema and of another one, as far as the schema allows them.
  func limits(_ schema: JSONTree, _ view: SchemaView, beside other: SchemaView? = nil) -> [JSONTree] {
    func sizes(_ unit: String) -> [Int] {
      let bounds = [view, other].compactMap(\.self).flatMap { [$0.count("min\(unit)"), $0.count("max\(unit)")] }
      return bounds.compactMap(\.self).flatMap { $0 < 100_000 ? [$0, max(0, $0 - 1), $0 + 1] : [] }
    }
    let values: [JSONTree] =
      switch view.types.first {
      case "integer", "number": ends(view, beside: other)
      case "string" where view.format.flatMap(SchemaFormat.sample) == nil:
        sizes("Length").map { .string(String(repeating: "가", count: $0)) } + Self.strings.map(JSONTree.string)
      case "string": [string(view)].compactMap(\.self)
      case "array":
        if let element = value(view.items ?? [:]) {
          (sizes("Items") + [2]).filter { $0 < 1_000 }.map { .array(Array(repeating: element, count: $0)) }
        } else {
          []
        }
      default: [value(schema)].compactMap(\.self)
      }
    return values.filter { view.excess(of: $0) == nil }
  }

  /// Returns values that together have every field, every value of an enumeration, every variant, `null` and the ends of every limit.
  func all(_ schema: JSONTree) -> [JSONTree] {
    var full = self
    full.isFull = true
    var values: [JSONTree] = []
    var seen: Set<JSONTree> = []
    func add(_ value: JSONTree?) { if let value, seen.insert(value).inserted { values.append(value) } }
    add(value(schema))
    add(full.value(schema))
    var choices: [([SchemaStep], SampleChoice)] = []
    collect(schema, [], hasNull: true, &choices)
    for (steps, choice) in choices where values.count < 200 && budget.rest > 0 {
      add(value(schema, steps[...], choice))
    }
    return values
  }

  private func collect(
    _ schema: JSONTree,
    _ steps: [SchemaStep],
    hasNull: Bool,
    tag: String? = nil,
    _ list: inout [([SchemaStep], SampleChoice)]
  ) {
    list.append((steps, .nothing))
    // Only so many are tried. Without this, types with many fields of such types would have millions.
    guard steps.count < 4, list.count < 2_000 else { return }
    let view = api.view(schema)
    func add(_ values: some Sequence<JSONTree>) { list += values.map { (steps, .value($0)) } }
    func add(_ step: SchemaStep, _ schema: JSONTree, hasNull: Bool = true, tag: String? = nil) {
      collect(schema, steps + [step], hasNull: hasNull, tag: tag, &list)
    }
    if view.isNullable, hasNull { add([.null]) }
    for variant in view.union?.variants ?? [] {
      add(.variant(variant.name), variant.schema, tag: view.union?.tag ?? tag)
    }
    add(view.values ?? [])
    // The variant decides the value of the tag.
    for (name, schema) in view.properties.all where name != tag {
      add(.field(name), schema, hasNull: !api.omitsNull || view.required.contains(name))
    }
    if let items = view.items { add(.element, items) }
    if let additional = view.additional { add(.entry, additional) }
    guard view.values == nil, view.union == nil else { return }
    switch view.types.first {
    case "boolean": add([false])
    case "integer", "number", "array": add(limits(schema, view))
    case "string" where !view.limits.isEmpty: add(limits(schema, view).prefix(8))
    default: break
    }
  }
}
