import Naru

extension ImportSource {
  /// Returns the words of a schema and of all parts of its `allOf` in one schema, and the unions among the parts, each with nothing else.
  func merged(_ schema: JSONTree, at place: String) -> (schema: JSONTree, unions: [JSONTree]) {
    var words: JSONTree = [:]
    var properties = JSONTree.Fields()
    var required: [JSONTree] = []
    var unions: [JSONTree] = []
    // A part that is there twice adds nothing.
    var read: Set<String> = []
    func add(_ part: JSONTree, _ depth: Int) {
      var part = part
      var base: String?
      while let reference = part["$ref"]?.text {
        guard read.insert(reference).inserted else { return }
        if readsBesideReferences, depth < 16 {
          part["$ref"] = nil
          add(part, depth + 1)
        }
        base = reference
        part = target(reference) ?? resolved(["$ref": .string(reference)], at: place)
      }
      guard depth < 16 else { return note(place, "parts of `allOf` below its 16th level are left out.") }
      for inner in part["allOf"]?.elements ?? [] { add(inner, depth + 1) }
      for (name, value) in part["properties"]?.fields ?? [] {
        let field = "\(place)/properties/\(pointer(name))"
        properties[name] = properties[name].map { narrowed($0, by: value, at: field) } ?? value
      }
      required += part["required"]?.elements ?? []
      for word in ["oneOf", "anyOf"] {
        guard let variants = part[word]?.elements, !variants.isEmpty else { continue }
        // The variants of a base contain it, and so does this schema.
        if let base, variants.contains(where: { extends($0, base) }) { continue }
        var union: JSONTree = [word: .array(variants)]
        union["discriminator"] = part["discriminator"]
        unions.append(union)
      }
      for (word, value) in part.fields
      where !["$ref", "allOf", "oneOf", "anyOf", "properties", "required", "discriminator", "nullable"].contains(word) {
        // Fields that only one part declares are not forbidden by another.
        guard word != "additionalProperties" || value != false else { continue }
        words = narrowed(words, by: [word: value], at: place)
      }
    }
    add(schema, 0)
    for word in ["description", "title"] { words[word] = schema[word] }
    if !properties.isEmpty {
      words["type"] = "object"
      words["properties"] = .object(properties)
    }
    if !required.isEmpty { words["required"] = .array(required) }
    return (words, unions)
  }

  /// Returns an object schema with the fields of all parts of its `allOf`.
  func flattened(_ schema: JSONTree, at place: String) -> JSONTree {
    let (object, unions) = merged(schema, at: place)
    if !unions.isEmpty { note(place, "`oneOf` or `anyOf` is left out; the other fields are read.") }
    return object
  }

  /// Whether a variant has a base among the parts of its `allOf`.
  private func extends(_ variant: JSONTree, _ base: String) -> Bool {
    let parts = (variant["$ref"]?.text.flatMap(target) ?? variant)["allOf"]?.elements ?? []
    return parts.contains { $0["$ref"]?.text == base }
  }

  /// Returns the schema of a value that two parts of `allOf` describe: the words of both, and the other's where both have one.
  private func narrowed(_ schema: JSONTree, by other: JSONTree, at place: String) -> JSONTree {
    if schema["$ref"] != nil || other["$ref"] != nil {
      guard schema != other, schema["$ref"] != nil || schema.says() else { return other }
      guard other["$ref"] != nil || other.says() else { return schema }
      if schema["$ref"] == nil || other["$ref"] == nil { return ["allOf": [schema, other]] }
      if let base = schema["$ref"]?.text, base != other["$ref"]?.text, !extends(other, base) {
        note(place, "two parts of `allOf` describe it differently; the last one is taken.")
      }
      return other
    }
    guard case .object(var words) = schema else { return other }
    let types = [words["type"]?.text, other["type"]?.text].compactMap(\.self)
    for (word, value) in other.fields {
      switch (word, words[word]) {
      case ("properties", .object(var fields)?):
        for (name, field) in value.fields {
          let inner = "\(place)/properties/\(pointer(name))"
          fields[name] = fields[name].map { narrowed($0, by: field, at: inner) } ?? field
        }
        words[word] = .object(fields)
      case ("type", _?) where Set(types) == ["integer", "number"]: words[word] = "integer"
      case ("type", let known?) where types.count == 2 && known != value:
        note(
          place,
          "the parts of `allOf` contradict each other (\(types.joined(separator: ", "))); the last one is taken."
        )
        words[word] = value
      case ("minimum", let known?), ("minLength", let known?), ("minItems", let known?):
        if known.number ?? 0 < value.number ?? 0 { words[word] = value }
      case ("maximum", let known?), ("maxLength", let known?), ("maxItems", let known?):
        if known.number ?? 0 > value.number ?? 0 { words[word] = value }
      default: words[word] = value
      }
    }
    return .object(words)
  }
}

extension JSONTree {
  /// Whether the schema has more than strings.
  func says(except words: [String] = []) -> Bool {
    let others = [
      "$comment", "default", "deprecated", "description", "example", "examples", "externalDocs", "nullable", "readOnly",
      "title", "writeOnly", "xml",
    ]
    return fields.contains { !others.contains($0.name) && !words.contains($0.name) && !$0.name.hasPrefix("x-") }
  }
}
