package import Naru

/// The words of a schema and of all parts of its `allOf`.
package struct MergedSchema {
  /// The words in one schema, without unions.
  package fileprivate(set) var schema: JSONTree = [:]
  /// The unions among the parts, each with nothing else.
  package fileprivate(set) var unions: [JSONTree] = []
  /// The unions that only combine fields.
  fileprivate(set) var combinations: [String: JSONTree] = [:]
  fileprivate(set) var references: Set<String> = []
  /// Whether a part forbids fields that are not declared. `schema` has the fields of all parts, and does not forbid any.
  fileprivate(set) var isClosed = false
  fileprivate(set) var isNullable = false
}

extension DocumentReader {
  /// Returns the words of schemas and of all parts of their `allOf`. A value has to be valid for each of the schemas. A type that extends
  /// its base (`isExtended`) can't be another one of the base's subtypes.
  package func merged(_ schemas: JSONTree..., at place: String = "#", isExtended: Bool = false) -> MergedSchema {
    merged(schemas, at: place, isExtended: isExtended)
  }

  func merged(_ schemas: [JSONTree], at place: String = "#", isExtended: Bool = false) -> MergedSchema {
    var merging = Merging(reader: self, place: place)
    for schema in schemas { merging.add(schema, 0, isExtended) }
    return merging.result(schemas)
  }

  private struct Merging {
    let reader: DocumentReader
    let place: String
    var merged = MergedSchema()
    var words = JSONTree.Fields()
    var properties = JSONTree.Fields()
    var required: [JSONTree] = []

    mutating func add(_ part: JSONTree, _ depth: Int, _ isExtended: Bool, base: String? = nil) {
      guard depth < 64 else {
        if let base { _ = reader.skip(base, at: place) }
        return reader.note(place, "parts of `allOf` below its 64th level are left out.")
      }
      var part = part.unified
      if let reference = part["$ref"]?.text {
        // A part that is there twice adds nothing.
        if merged.references.insert(reference).inserted {
          add(reader.target(reference) ?? reader.skip(reference, at: place), depth + 1, isExtended, base: reference)
        }
        if part["nullable"] == true { merged.isNullable = true }
        guard reader.readsBesideReferences else { return }
        part["$ref"] = nil
      }
      let parts = part["allOf"]?.elements ?? []
      // A description or `nullable` beside one schema extends nothing.
      let isWrapped = base == nil && reader.only(parts, part) != nil
      for inner in parts { add(inner, depth + 1, isExtended || !isWrapped) }
      for (name, value) in part["properties"]?.fields ?? [] {
        properties[name] =
          properties[name].map { reader.narrowed($0, by: value, at: "\(place)/properties/\(pointer(name))") } ?? value
      }
      required += (part["required"]?.elements ?? []).filter { !required.contains($0) }
      addUnions(of: part, base, isExtended)
      if (part["additionalProperties"] ?? part["unevaluatedProperties"]) == false { merged.isClosed = true }
      if let type = part["type"] { merged.isNullable = type == "null" || type.elements.contains("null") }
      if part["nullable"] == true || part["enum"]?.elements.contains(.null) == true { merged.isNullable = true }
      // Fields that only one part declares are not forbidden by another.
      let others = part.fields.filter {
        !Self.apart.contains($0.name) && ($0.name != "additionalProperties" || $0.value != false)
      }
      reader.narrow(&words, by: others, at: place)
    }

    /// The words that are not merged as they are.
    private static let apart: Set = [
      "$ref", "allOf", "oneOf", "anyOf", "properties", "required", "discriminator", "nullable",
    ]

    private mutating func addUnions(of part: JSONTree, _ base: String?, _ isExtended: Bool) {
      for word in ["oneOf", "anyOf"] {
        guard let variants = part[word]?.elements, !variants.isEmpty else { continue }
        if reader.isCombination(word, part, at: place) {
          merged.combinations[word] = .array(variants)
          continue
        }
        // The variants of a base contain it, and so does this schema.
        let isPart = { [merged, reader] (variant: JSONTree) in
          variant["$ref"]?.text.map(merged.references.contains) ?? false
            || base.map { reader.extends(variant, $0) } ?? false
        }
        if isExtended, variants.contains(where: isPart) { continue }
        var union: JSONTree = [word: .array(variants)]
        union["discriminator"] = part["discriminator"]
        merged.unions.append(union)
      }
      if !isExtended, let union = base.flatMap(reader.union(ofSubtypes:)) { merged.unions.append(union) }
    }

    mutating func result(_ schemas: [JSONTree]) -> MergedSchema {
      for word in ["description", "title"] { words[word] = schemas.first?[word] }
      if !properties.isEmpty {
        words["type"] = words["type"] ?? "object"
        words["properties"] = .object(properties)
      }
      if !required.isEmpty { words["required"] = .array(required) }
      merged.schema = .object(words)
      return merged
    }
  }

  /// Returns the only part of `allOf` with content. `nil` if there are several, or if the words beside it narrow it.
  package func only(_ parts: [JSONTree], _ schema: JSONTree) -> JSONTree? {
    let meaningful = parts.filter { part in part["$ref"] != nil || part.says() }
    guard schema["properties"]?.fields.isEmpty ?? true, meaningful.count == 1, let only = meaningful.first else {
      return nil
    }
    // The values of an enumeration are within limits, which Django writes beside each.
    let limits = quietly({ resolved(only) }).listedValues.isEmpty ? JSONTree.limitWords : []
    let others = ["oneOf", "anyOf", "required", "enum", "const", "items"] + limits
    let hasValues = ["additionalProperties", "unevaluatedProperties"].contains { schema[$0]?.fields.isEmpty == false }
    return hasValues || others.contains { schema[$0] != nil } ? nil : only
  }

  /// Returns whether a union is only about combinations of the fields beside it, which are not checked.
  package func isCombination(_ word: String, _ schema: JSONTree, at place: String) -> Bool {
    guard schema["properties"]?.fields.isEmpty == false,
      schema[word]?.elements.allSatisfy({ $0["properties"] == nil && $0["$ref"] == nil }) ?? false
    else { return false }
    note(place, "the combinations of fields in `\(word)` are not checked.")
    return true
  }

  /// Returns whether a variant has a base among the parts of its `allOf`.
  private func extends(_ variant: JSONTree, _ base: String) -> Bool {
    let parts = (variant["$ref"]?.text.flatMap(target) ?? variant)["allOf"]?.elements ?? []
    return parts.contains { $0["$ref"]?.text == base }
  }

  /// Returns the schema of a value that two parts of `allOf` describe: the words of both, and the other's where both have one.
  private func narrowed(_ schema: JSONTree, by other: JSONTree, at place: String) -> JSONTree {
    if schema["$ref"] != nil || other["$ref"] != nil {
      guard schema != other, schema["$ref"] != nil || schema.says() else { return other }
      guard other["$ref"] != nil || other.says() else { return schema }
      if schema["$ref"] == nil || other["$ref"] == nil {
        // A type alone adds nothing to one that has a name: `data` of an envelope.
        let (named, words) = schema["$ref"] == nil ? (other, schema) : (schema, other)
        let isSame = !words.says(except: ["type"]) && quietly { resolved(named)["type"] } == words["type"]
        return isSame ? named : ["allOf": [schema, other]]
      }
      if let base = schema["$ref"]?.text, base != other["$ref"]?.text, !extends(other, base) {
        note(place, "two parts of `allOf` describe it differently; the last one is taken.")
      }
      return other
    }
    guard case .object(var words) = schema.unified else { return other }
    narrow(&words, by: other.unified.fields, at: place)
    return .object(words)
  }

  /// The limits whose narrower value counts.
  private static let least: Set = ["exclusiveMinimum", "minItems", "minLength", "minProperties", "minimum"]
  private static let most: Set = ["exclusiveMaximum", "maxItems", "maxLength", "maxProperties", "maximum"]

  private func narrow(_ words: inout JSONTree.Fields, by others: [(name: String, value: JSONTree)], at place: String) {
    if others.contains(where: { $0.name == "type" }) { words["nullable"] = nil }
    for (word, value) in others {
      switch (word, words[word]) {
      case ("properties", .object(var fields)?):
        for (name, field) in value.fields {
          let inner = "\(place)/properties/\(pointer(name))"
          fields[name] = fields[name].map { narrowed($0, by: field, at: inner) } ?? field
        }
        words[word] = .object(fields)
      case ("type", let known?):
        let (own, others) = (known.text == nil ? known.elements : [known], value.text == nil ? value.elements : [value])
        let isWhole = Set([known, value]) == ["integer", "number"]
        let types = isWhole ? ["integer"] : common(own, others, null: "null", at: place)
        words[word] = types.count == 1 ? types[0] : .array(types)
      case ("enum", _), ("const", _):
        let others = word == "enum" ? value.elements : [value]
        guard let known = words["enum"]?.elements ?? words["const"].map({ [$0] }), known != others else {
          words[word] = value
          continue
        }
        words["const"] = nil
        words["enum"] = .array(common(known, others, null: .null, at: place))
      case ("required", let known?):
        words[word] = .array(known.elements + value.elements.filter { !known.elements.contains($0) })
      case ("items", .object(let known)?), ("additionalProperties", .object(let known)?):
        let isOther = value == false || value["$ref"] != nil || !value.elements.isEmpty
        words[word] = isOther ? value : narrowed(.object(known), by: value, at: "\(place)/\(word)")
      case (_, let known?) where Self.least.contains(word):
        if known.number ?? 0 < value.number ?? 0 { words[word] = value }
      case (_, let known?) where Self.most.contains(word):
        if known.number ?? 0 > value.number ?? 0 { words[word] = value }
      case ("pattern", let known?) where known != value:
        note(place, "two parts of `allOf` have a `pattern`; only the last one is checked.")
        words[word] = value
      default: words[word] = value
      }
    }
  }

  /// Returns the types or values that two parts of `allOf` have in common. The last part decides whether `null` is one of them.
  private func common(_ known: [JSONTree], _ others: [JSONTree], null: JSONTree, at place: String) -> [JSONTree] {
    let common = others.filter { known.contains($0) || $0 == null }
    guard !common.contains(where: { $0 != null }), known != others else { return common }
    let all = (known + others).map { $0.scalar ?? $0.line }.joined(separator: ", ")
    note(place, "the parts of `allOf` contradict each other (\(all)); the last one is taken.")
    return others
  }

  package func isNull(_ schema: JSONTree) -> Bool {
    let target = schema["$ref"]?.text.flatMap(target) ?? schema
    // Rust's schemars writes `null` as a schema that says nothing else.
    return target["type"] == "null" || target["type"] == ["null"] || target.listedValues == [.null]
      || target["nullable"] == true && !target.says()
  }

  /// Returns whether `null` is a value of a schema, or of one of its variants.
  package func allowsNull(_ schema: JSONTree) -> Bool {
    var known: Set<String> = []
    func allows(_ schema: JSONTree) -> Bool {
      if let reference = schema["$ref"]?.text, !known.insert(reference).inserted { return false }
      let target = quietly { resolved(schema) }
      let whole = quietly { merged(target) }
      return isNull(target) || schema["nullable"] == true || whole.isNullable
        || whole.unions.contains { $0.fields.first?.value.elements.contains(where: allows) ?? false }
    }
    return allows(schema)
  }

  /// Returns the values of a union's tag that name a variant: those in the `mapping`, the constant of the field, or the name of the type.
  package func tags(of variant: JSONTree, _ tag: String, _ mapping: [(name: String, value: JSONTree)]) -> [String] {
    let reference = (variant["$ref"] ?? variant[Self.variantOf])?.text
    let name = reference.map(Self.name(of:))
    let names = (reference == name ? [name] : [reference, name]).compactMap(\.self)
    let mapped = names.flatMap { name in mapping.filter { $0.value.text == name }.map(\.name) }
    guard mapped.isEmpty else { return mapped }
    let whole = reference.map { ["$ref": .string($0)] } ?? variant
    let (target, field) = quietly { (resolved(whole), merged(whole).schema["properties"]?[tag] ?? [:]) }
    let values = quietly { merged(field).schema }.listedValues.compactMap(\.text)
    if values.count == 1 { return values }
    if let given = (target["x-discriminator-value"] ?? target["x-ms-discriminator-value"])?.text { return [given] }
    // Several values name the variant, unless its type's name is one of them: then the list has the tags of all variants.
    func letters(_ text: String?) -> String? { text?.lowercased().filter { $0.isLetter || $0.isNumber } }
    let own = values.contains { $0 == name } ? [] : values.filter { letters($0) == letters(name) }
    if own.count == 1 { return own }
    // The list of a base has the tags of all its subtypes.
    let isOwn = ([target] + (target["allOf"]?.elements ?? [])).contains { $0["properties"]?[tag] != nil }
    let isNamed = !isOwn || values.isEmpty || variant[Self.variantOf] != nil || values.contains { $0 == name }
    return isNamed ? [name].compactMap(\.self) : values
  }

  /// Returns the field that every variant requires and has another constant for.
  package func impliedTag(_ variants: [JSONTree]) -> String? {
    let targets = quietly { variants.map { merged($0).schema } }
    return targets.first?["properties"]?.fields.lazy.map(\.name).first { name in
      let constants = targets.compactMap { target in
        target["required"]?.elements.contains(.string(name)) == true ? target["properties"]?[name]?.constant : nil
      }
      return constants.count == variants.count && Set(constants).count == variants.count
    }
  }

  /// Returns an object schema with the fields of all parts of its `allOf`, and of all variants, which are optional.
  package func flattened(_ schema: JSONTree, at place: String) -> JSONTree {
    let merged = merged(schema, at: place, isExtended: true)
    var fields = JSONTree.Fields((merged.schema["properties"]?.fields ?? []).map { ($0.name, $0.value) })
    for (word, variants) in merged.unions.compactMap(\.fields.first) {
      note(place, "the fields of `\(word)` are optional; which of them belong together is not checked.")
      for variant in variants.elements.map({ self.merged($0, at: place, isExtended: true).schema }) {
        for (name, field) in variant["properties"]?.fields ?? [] { fields[name] = fields[name] ?? field }
      }
    }
    var whole = merged.schema
    if !merged.unions.isEmpty { whole["properties"] = .object(fields) }
    return whole
  }
}
