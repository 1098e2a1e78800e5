import Foundation
import Naru

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
  var pointer: String {
    reduce(into: "") { text, step in
      switch step {
      case .field(let name): text += "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
      case .element, .entry: text += "/*"
      case .variant: break
      }
    }
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

/// Values that a writer of a document may send.
struct SchemaSamples {
  let api: DescribedAPI
  /// Whether objects on the way to a choice have all their fields, so that nothing but the choice is special.
  var isFull = false

  /// Returns a value with as few fields as possible, except for those on the way to a choice. `nil` if there is none, such as for a
  /// pattern that no sample matches.
  func value(_ schema: JSONTree, _ steps: ArraySlice<SchemaStep> = [], _ choice: SampleChoice = .nothing) -> JSONTree? {
    value(schema, steps, choice, depth: 0)
  }

  private func value(
    _ schema: JSONTree,
    _ steps: ArraySlice<SchemaStep>,
    _ choice: SampleChoice,
    depth: Int
  ) -> JSONTree? {
    if steps.isEmpty, case .value(let value) = choice { return value }
    guard depth < 24 else { return nil }
    let (view, rest) = (SchemaView(schema, in: api), steps.dropFirst())
    // What is not on the way to the choice has nothing special.
    func part(_ schema: JSONTree, _ steps: ArraySlice<SchemaStep>?) -> JSONTree? {
      value(schema, steps ?? [], steps == nil ? .nothing : choice, depth: depth + 1)
    }
    if let union = view.union {
      var variant = union.variants.first
      var inner: ArraySlice<SchemaStep>? = steps.isEmpty ? nil : steps
      if case .variant(let name)? = steps.first {
        (variant, inner) = (union.variants.first { $0.name == name } ?? variant, rest)
      }
      guard let variant, var value = part(variant.schema, inner) else { return nil }
      if let tag = union.tag, case .object = value, value[tag] == nil { value[tag] = .string(variant.name) }
      return value
    }
    if steps.isEmpty, view.isNullable, depth > 8 { return .null }
    if let first = view.values?.first { return first }
    switch view.types.first {
    case "object":
      var fields = JSONTree.Fields()
      var wanted: String?
      if case .field(let name)? = steps.first { wanted = name }
      for (name, schema) in view.properties.all
      where view.required.contains(name) || name == wanted || (isFull && !steps.isEmpty) {
        if name == wanted, rest.isEmpty, choice == .omitted { continue }
        if let value = part(schema, name == wanted ? rest : nil) {
          fields[name] = value
        } else if view.required.contains(name) {
          return nil
        }
      }
      if steps.first == .entry, let additional = view.additional { fields["key"] = part(additional, rest) }
      return .object(fields)
    case "array":
      let least = view.count("minItems") ?? 0
      guard steps.first == .element || least > 0 else { return [] }
      guard let items = view.items, let element = part(items, steps.first == .element ? rest : nil) else { return nil }
      return .array(Array(repeating: element, count: max(1, least)))
    case "boolean": return true
    case "integer", "number":
      let lower = view.limits["minimum"]?.number ?? view.limits["exclusiveMinimum"]?.number.map { $0 + 1 }
      let upper = view.limits["maximum"]?.number ?? view.limits["exclusiveMaximum"]?.number.map { $0 - 1 }
      return .number(Constraint.text(min(max(1, lower ?? 1), upper ?? .infinity)))
    case "string": return text(view)
    case nil: return view.isNullable ? .null : "나루"
    default: return nil
    }
  }

  private func text(_ view: SchemaView) -> JSONTree? {
    if let sample = view.format.flatMap(SchemaFormat.sample) { return .string(sample) }
    let least = view.count("minLength") ?? 0
    let most = view.count("maxLength") ?? .max
    if let pattern = view.limits["pattern"]?.text {
      guard let regex = try? Regex(pattern) else { return nil }
      let texts = ["나루", "naru", "NARU", "1", "2026-03-04", "1234567890", "9788966260959", "a1b2c3", "#336699", "ko"]
      return texts.first { $0.firstMatch(of: regex) != nil && least...max(least, most) ~= $0.count }.map(
        JSONTree.string
      )
    }
    let text = String(repeating: "나루", count: max(1, (least + 1) / 2))
    return .string(String(text.prefix(max(min(most, text.count), least))))
  }

  /// Returns values that together have every field, every value of an enumeration, every variant, `null` and the ends of every limit.
  func all(_ schema: JSONTree) -> [JSONTree] {
    var values: [JSONTree] = [value(schema)].compactMap(\.self)
    var seen = Set(values.map(\.line))
    for (steps, choice) in choices(schema, depth: 0) where values.count < 200 {
      if let value = value(schema, steps[...], choice), seen.insert(value.line).inserted { values.append(value) }
    }
    return values
  }

  private func choices(_ schema: JSONTree, depth: Int) -> [([SchemaStep], SampleChoice)] {
    guard depth < 4 else { return [([], .nothing)] }
    let view = SchemaView(schema, in: api)
    func inner(_ step: SchemaStep, _ schema: JSONTree) -> [([SchemaStep], SampleChoice)] {
      choices(schema, depth: depth + 1).map { ([step] + $0.0, $0.1) }
    }
    var list: [([SchemaStep], SampleChoice)] = [([], .nothing)]
    if view.isNullable { list.append(([], .value(.null))) }
    for variant in view.union?.variants ?? [] { list += inner(.variant(variant.name), variant.schema) }
    list += (view.values ?? []).map { ([], .value($0)) }
    for (name, schema) in view.properties.all { list += inner(.field(name), schema) }
    if let items = view.items { list += inner(.element, items) }
    if let additional = view.additional { list += inner(.entry, additional) }
    guard view.values == nil else { return list }
    switch view.types.first {
    case "boolean": list.append(([], .value(false)))
    case "integer", "number":
      list += [view.limits["minimum"], view.limits["maximum"]].compactMap { $0.map { ([], .value($0)) } }
      if view.types.first == "number", view.limits["minimum"] == nil { list.append(([], .value(.number("1.5")))) }
    case "string" where view.limits["pattern"] == nil && view.format.flatMap(SchemaFormat.sample) == nil:
      for limit in ["minLength", "maxLength"] where view.limits[limit]?.number ?? .infinity <= 100_000 {
        list.append(([], .value(.string(String(repeating: "가", count: view.count(limit) ?? 0)))))
      }
    default: break
    }
    return list
  }
}
