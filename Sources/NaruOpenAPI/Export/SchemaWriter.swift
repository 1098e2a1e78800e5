import Foundation
import Naru

/// The schemas of a document: declared types are named components, and all others are written in place.
struct SchemaWriter {
  /// The components, by name.
  private(set) var components = JSONTree.Fields()
  /// Whether dates in a format that OpenAPI does not know have an example.
  var isRecording = false
  private var names: [Key: String] = [:]

  /// A declared type. One with dates is another component in a format that writes them in another way.
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let date: JSONTree?
  }

  /// Whether types contain a date in the format's form.
  private var dated: [ObjectIdentifier: Bool] = [:]

  /// Returns the schema of a type's values. It is empty, which means any value, if the type is not a `Payload`.
  mutating func schema(of type: Any.Type?, dates: DateCoding) -> JSONTree {
    guard let type = type as? any Payload.Type else { return [:] }
    return schema(type.schema, dates)
  }

  /// Adds a component that is not a declared type.
  mutating func add(_ schema: JSONTree, named name: String) -> JSONTree {
    if components[name] == nil { components[name] = schema }
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// Returns the schema of the fields of a type's object, by name, with the names of the required ones. The object has `other` beside the
  /// fields.
  mutating func fields(
    _ fields: [Schema.Field],
    of type: any Payload.Type,
    beside other: JSONTree = [:],
    _ dates: DateCoding
  ) -> (properties: JSONTree, required: [String]) {
    // A recording describes what is read, and each release's in the same way.
    let optional = isRecording ? nil : OptionalFields(type, fields, beside: other, dates)
    var properties = JSONTree.Fields()
    var required: [String] = []
    for field in fields {
      var described = field.type.schema
      if !field.isRequired, case .optional(let part) = described { described = part.schema }
      var schema = schema(described, dates)
      if field.isRequired || optional?.isWritten(field) ?? false { required.append(field.name) }
      if !field.isRequired, optional?.isNullable(field) ?? true { schema = schema.nullable }
      schema.limit(field.constraints)
      if !field.isRequired { schema["default"] = optional?.defaultValue(of: field) }
      if let description = field.description { schema["description"] = .string(plain(description)) }
      if field.isDeprecated { schema["deprecated"] = true }
      properties[field.name] = schema
    }
    return (.object(properties), required)
  }

  /// Returns the schema of values.
  mutating func schema(_ schema: Schema, _ dates: DateCoding) -> JSONTree {
    switch schema {
    case .boolean: return ["type": "boolean"]
    case .integer(let bits, let isSigned): return integer(bits, isSigned)
    case .number(let format): return ["type": "number", "format": .string(format)]
    case .string(nil): return ["type": "string"]
    case .string("byte"?): return ["type": "string", "contentEncoding": "base64"]
    case .string("date-time"?): return date(dates)
    case .date(let dates): return date(dates)
    case .lenient(let part):
      var schema = self.schema(part.schema, dates)
      // JSON Schema has no word for a reader that accepts more than the schema.
      schema["x-lenient"] = true
      return schema
    case .string(let format?): return ["type": "string", "format": .string(format)]
    case .array(let part): return ["type": "array", "items": self.schema(part.schema, dates)]
    case .dictionary(let part): return ["type": "object", "additionalProperties": self.schema(part.schema, dates)]
    case .optional(let part): return self.schema(part.schema, dates).nullable
    case .any: return [:]
    case .object(let named, let fields, let others):
      return component(named, dates) { writer, _ in
        var schema = writer.object(fields, of: named.type, dates)
        if let others { schema["additionalProperties"] = writer.schema(others.schema, dates) }
        // Otherwise it would be an object with any fields.
        if others == nil, fields.isEmpty, !writer.isRecording { schema["additionalProperties"] = false }
        return schema
      }
    case .enumeration(let named, let values, let isOpen):
      let values = JSONTree.array(values.map(\.tree))
      let kinds = Set(values.elements.map(\.typeName))
      let type: JSONTree = kinds.contains("number") ? "number" : kinds.contains("integer") ? "integer" : "string"
      // The set of an open enumeration is not complete, and JSON Schema has no word for that.
      var schema: JSONTree = ["type": type, isOpen ? "x-extensible-enum" : "enum": values]
      if type == "integer", !isRecording { schema["x-enum-varnames"] = names(of: named.type, values.elements.count) }
      return isOpen ? schema : component(named, dates) { _, _ in schema }
    case .anyOf(let named, let types):
      return component(named, dates) { writer, _ in ["anyOf": .array(types.map { writer.schema($0.schema, dates) })] }
    case .union(let named, let tag, let variants, let isOpen):
      return component(named, dates) { writer, name in
        var schema = writer.union(named, name, tag, variants, dates)
        // The list of an open union is not complete, and JSON Schema has no word for that.
        if isOpen { schema["x-extensible"] = true }
        return schema
      }
    }
  }

  /// Returns the names of an enum's cases, which are more than its numbers. `nil` if they are unknown.
  private func names(of type: any Payload.Type, _ count: Int) -> JSONTree? {
    func names<Cases: CaseIterable>(_ type: Cases.Type) -> [JSONTree] { type.allCases.map { .string("\($0)") } }
    // A description of its own is no name.
    let cases = type is any CustomStringConvertible.Type ? nil : type as? any CaseIterable.Type
    return cases.map { names($0) }.flatMap { $0.count == count ? .array($0) : nil }
  }

  private func integer(_ bits: Int, _ isSigned: Bool) -> JSONTree {
    var schema: JSONTree = ["type": "integer"]
    switch (bits, isSigned) {
    // A recording calls both the same.
    case (64, let isSigned): schema["format"] = isSigned || isRecording ? "int64" : "uint64"
    case (32, true): schema["format"] = "int32"
    case (_, true):
      schema["minimum"] = .number("\(-(1 << (bits - 1)))")
      schema["maximum"] = .number("\((1 << (bits - 1)) - 1)")
    case (_, false): schema["maximum"] = .number("\((1 << bits) - 1)")
    }
    if !isSigned { schema["minimum"] = 0 }
    return schema
  }

  /// The schema of a date. `date-time` is RFC 3339's, which always has an offset.
  private func date(_ dates: DateCoding) -> JSONTree {
    let (type, format) = dates.json
    if type == "array" { return ["type": "array", "items": ["type": "integer"], "minItems": 5, "maxItems": 7] }
    if type != "string" {
      var schema: JSONTree = ["type": .string(type)]
      schema["format"] = format.map(JSONTree.string)
      return schema
    }
    if dates.date("2026-03-04T09:30:00Z") != nil { return ["type": "string", "format": "date-time"] }
    if dates.date("2026-03-04T09:30:00") != nil { return ["type": "string", "format": "date-time-local"] }
    if dates.date("2026-03-04") != nil { return ["type": "string", "format": "date"] }
    guard isRecording, let text = dates.text(Date(timeIntervalSince1970: 1_772_616_600)) else {
      return ["type": "string"]
    }
    return ["type": "string", "x-naru": ["date": .string(text)]]
  }

  private mutating func object(_ fields: [Schema.Field], of type: any Payload.Type, _ dates: DateCoding) -> JSONTree {
    let (properties, required) = self.fields(fields, of: type, dates)
    var schema: JSONTree = ["type": "object"]
    if !required.isEmpty { schema["required"] = .array(required.map(JSONTree.string)) }
    schema["properties"] = properties
    return schema
  }

  private mutating func union(
    _ named: Schema.Named,
    _ name: String,
    _ tag: String?,
    _ variants: [Schema.Variant],
    _ dates: DateCoding
  ) -> JSONTree {
    guard let tag else {
      let schemas = variants.map { variant -> JSONTree in
        let content = variant.type.map { schema($0.schema, dates) } ?? object(variant.fields, of: named.type, dates)
        return [
          "type": "object", "required": [.string(variant.name)], "properties": [variant.name: content],
          "additionalProperties": false,
        ]
      }
      return ["oneOf": .array(schemas)]
    }
    var mapping = JSONTree.Fields()
    let references = variants.map { variant -> JSONTree in
      let tagged: JSONTree = ["type": "string", "const": .string(variant.name)]
      var content: JSONTree
      if let type = variant.type {
        let own: JSONTree = ["type": "object", "required": [.string(tag)], "properties": [tag: tagged]]
        content = ["allOf": [schema(type.schema, dates), own]]
      } else {
        let other: JSONTree = [tag: .string(variant.name)]
        let (properties, required) = fields(variant.fields, of: named.type, beside: other, dates)
        content = ["type": "object", "required": .array(([tag] + required).map(JSONTree.string))]
        content["properties"] = .object(.init([(tag, tagged)] + properties.fields.map { ($0.name, $0.value) }))
      }
      let reference = add(content, named: name + variant.name.capitalizedWords)
      mapping[variant.name] = reference["$ref"]
      return reference
    }
    return [
      "oneOf": .array(references), "discriminator": ["propertyName": .string(tag), "mapping": .object(mapping)],
    ]
  }

  /// Returns whether values of a schema contain a date in the format's form.
  private func hasDate(_ schema: Schema, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    var parts: [Schema.TypeReference?] = []
    switch schema {
    case .string(let format): return format == "date-time"
    case .boolean, .integer, .number, .date, .enumeration, .any: return false
    case .lenient(let part), .array(let part), .dictionary(let part), .optional(let part): parts = [part]
    case .object(let named, let fields, let others):
      if seen.insert(ObjectIdentifier(named.type)).inserted { parts = fields.map(\.type) + [others] }
    case .anyOf(let named, let types): if seen.insert(ObjectIdentifier(named.type)).inserted { parts = types }
    case .union(let named, _, let variants, _):
      if seen.insert(ObjectIdentifier(named.type)).inserted {
        parts = variants.flatMap { $0.fields.map(\.type) + [$0.type] }
      }
    }
    return parts.contains { $0.map { hasDate($0.schema, &seen) } ?? false }
  }

  /// Returns a reference to the component of a declared type, which is written at the first use.
  private mutating func component(
    _ named: Schema.Named,
    _ dates: DateCoding,
    _ make: (inout SchemaWriter, String) -> JSONTree
  ) -> JSONTree {
    let id = ObjectIdentifier(named.type)
    var seen: Set<ObjectIdentifier> = []
    let isDated = dated[id] ?? hasDate(named.type.schema, &seen)
    dated[id] = isDated
    let key = Key(type: id, date: isDated ? date(dates) : nil)
    if let name = names[key] { return ["$ref": .string("#/components/schemas/\(name)")] }
    let qualified = componentName(of: named.type, withModule: true)
    let numbered = (2...).lazy.map { "\(qualified)\($0)" }
    var name = componentName(of: named.type, withModule: false)
    if components[name] != nil { name = qualified }
    if components[name] != nil { name = numbered.first { components[$0] == nil } ?? name }
    names[key] = name
    // Its place is before the types in it.
    components[name] = [:]
    var schema = make(&self, name)
    if let description = named.description {
      var described: JSONTree = ["description": .string(plain(description))]
      for (name, value) in schema.fields { described[name] = value }
      schema = described
    }
    components[name] = schema
    return ["$ref": .string("#/components/schemas/\(name)")]
  }
}

/// Returns the name of a type for a component: `BookPrice` for `Book.Price`, `PageOfBook` for `Page<Book>`.
func componentName(of type: Any.Type, withModule: Bool) -> String {
  let name = String(reflecting: type).replacing(/\(unknown context at [^)]*\)\.|\(extension in [^)]*\):/, with: "")
  let parts = name.split(separator: "<", maxSplits: 1)
  var words = parts[0].split(separator: ".").map(String.init)
  if words.count > 1, !withModule { words.removeFirst() }
  let own = words.map(\.capitalizedWords).joined()
  guard parts.count == 2 else { return own }
  let arguments = parts[1].split { ",<> ".contains($0) }.map { $0.split(separator: ".").last.map(String.init) ?? "" }
  return own + "Of" + arguments.map(\.capitalizedWords).joined()
}

/// Returns a documentation comment as Markdown: symbols of DocC become code.
func plain(_ text: String) -> String { text.replacing(/``([^`]+)``/) { "`\($0.1)`" } }

extension String {
  /// The letters and digits, each word with a capital: `reading_book` is `ReadingBook`.
  var capitalizedWords: String {
    split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension JSONTree {
  /// The schema that also allows `null`.
  var nullable: JSONTree {
    if self == [:] || self["type"]?.elements.contains("null") == true { return self }
    guard let type = self["type"], self["enum"] == nil else {
      if self["anyOf"]?.elements.last == ["type": "null"] { return self }
      return ["anyOf": [self, ["type": "null"]]]
    }
    var schema = self
    schema["type"] = [type, "null"]
    return schema
  }

  /// Adds limits to the schema. Those of elements are added to the elements' schema.
  mutating func limit(_ constraints: [Constraint]) {
    for limit in constraints {
      if self["items"] != nil, !limit.isOfList {
        self["items"]?.limit([limit])
        continue
      }
      switch limit {
      case .length(let min, let max):
        if min > 0 { self["minLength"] = .number("\(min)") }
        if let max { self["maxLength"] = .number("\(max)") }
      case .items(let min, let max):
        // A dictionary is an object.
        let unit = self["additionalProperties"] == nil ? "Items" : "Properties"
        if min > 0 { self["min\(unit)"] = .number("\(min)") }
        if let max { self["max\(unit)"] = .number("\(max)") }
      case .range(let min, let max):
        // The type may have a narrower range.
        if let min { self["minimum"] = .number(Constraint.text(Swift.max(min, self["minimum"]?.number ?? min))) }
        if let max { self["maximum"] = .number(Constraint.text(Swift.min(max, self["maximum"]?.number ?? max))) }
      case .pattern(let pattern): self["pattern"] = .string(pattern)
      case .format(let format): self["format"] = .string(format.rawValue)
      }
    }
  }
}

extension Constraint {
  /// Whether it is about a list itself, and not about its elements.
  fileprivate var isOfList: Bool { if case .items = self { true } else { false } }
}
