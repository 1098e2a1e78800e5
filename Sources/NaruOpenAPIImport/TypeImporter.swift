import Foundation
import Naru

/// The importer of schemas. It declares the types that they need.
final class TypeImporter {
  private let source: ImportSource
  /// The declarations by name, in the order of their first use.
  private(set) var declarations: [String: ImportedDeclaration] = [:]
  private(set) var order: [String] = []
  /// The names of types by reference.
  private var names: [String: String] = [:]
  private var taken: Set<String>
  /// The references that are being read, to find a type that is only itself.
  private var open: [String] = []
  /// References to types that are declared later: those that contain themselves, and those at the end of a long chain.
  private var later: [String] = []
  /// A number for each type, which is the same for types that contain each other.
  private var groups: [String: Int] = [:]
  /// The fields of types that a union writes.
  private var tags: [String: String] = [:]

  /// Creates an importer.
  init(_ source: ImportSource, taken: Set<String>) {
    self.source = source
    self.taken = taken
    for (name, schema) in source.root["components"]?["schemas"]?.fields ?? [] {
      let type = SwiftName.unique(SwiftName.type(name), &self.taken)
      names["#/components/schemas/\(pointer(name))"] = type
      // A schema in another file has the name of its component.
      if let other = schema["$ref"]?.text, !other.hasPrefix("#") { names[other] = type }
    }
  }

  /// Returns the type of a schema's values.
  func type(_ schema: JSONTree, _ hint: String, at place: String) -> ImportedType {
    if let reference = schema["$ref"]?.text { return referenced(reference, schema, hint, place) }
    var schema = schema
    let isNullable = schema.skipNull()
    var type = plain(schema, hint, place)
    type.isNullable = type.isNullable || isNullable
    return type
  }

  private func referenced(_ reference: String, _ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    let target = source.resolved(schema, at: place)
    let isNullable = schema["nullable"]?.boolean ?? false
    let isOpen = open.contains(reference)
    if isOpen || open.count > 60 && isDeclared(target) && declarations[name(of: reference)] == nil {
      // A declared type may contain itself; any other one would be nothing but itself.
      if isDeclared(target) {
        let name = name(of: reference)
        later.append(reference)
        let isNullable = isNullable || target.allowsNull
        return ImportedType(shape: .named(name), isNullable: isNullable, contained: name)
      }
      source.note(place, "“\(reference)” is only a list of itself; it is read as any value.")
      return .any
    }
    open.append(reference)
    defer { open.removeLast() }
    let name = name(of: reference)
    let known = declarations[name]
    var type =
      known == nil ? self.type(target, name, at: self.place(of: reference, or: place)) : .named(name)
    if known != nil { type.contained = name }
    type.isNullable = type.isNullable || isNullable || (known != nil && target.allowsNull)
    return type
  }

  /// Returns the name of the type at a reference.
  private func name(of reference: String) -> String {
    if let known = names[reference] { return known }
    let name = SwiftName.unique(SwiftName.type(ImportSource.name(of: reference)), &taken)
    names[reference] = name
    return name
  }

  private func place(of reference: String, or place: String) -> String {
    reference.hasPrefix("#") ? reference : place
  }

  /// Whether a schema becomes a declared type, and not a type of the library.
  private func isDeclared(_ schema: JSONTree) -> Bool {
    schema["properties"]?.fields.isEmpty == false || schema["enum"] != nil || schema["allOf"] != nil
      || schema["oneOf"] != nil || schema["anyOf"] != nil
  }

  private func plain(_ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    if let values = schema["enum"]?.elements { return enumeration(values, schema, hint, place) }
    if let value = schema["const"] { return enumeration([value], schema, hint, place) }
    if let values = schema["x-extensible-enum"]?.elements, !values.isEmpty {
      var type = enumeration(values, schema, hint, place)
      if type.contained != nil { type = .named("ExtensibleEnum<\(type.text)>") }
      return type
    }
    if let parts = schema["allOf"]?.elements { return merged(parts, schema, hint, place) }
    for word in ["oneOf", "anyOf"] {
      if let parts = schema[word]?.elements, !parts.isEmpty {
        if schema["properties"]?.fields.isEmpty == false,
          parts.allSatisfy({ $0["properties"] == nil && $0["$ref"] == nil })
        {
          source.note(place, "the combinations of fields in `\(word)` are not checked.")
          break
        }
        return union(parts, word, schema, hint, place)
      }
    }
    let types = schema["type"]?.elements.compactMap(\.text) ?? []
    guard types.count < 2 else {
      source.note(
        place,
        "the value may have several types (\(types.joined(separator: ", "))); it is read as any value."
      )
      return .any
    }
    if schema["not"] != nil { source.note(place, "`not` is not checked.") }
    switch schema["type"]?.text ?? types.first ?? inferredType(schema) {
    case "string": return text(schema)
    case "integer": return number(schema, schema["format"] == "int32" ? "Int32" : "Int")
    case "number":
      let format = schema["format"]?.text
      return number(schema, format == "float" ? "Float" : format == "decimal" ? "Decimal" : "Double")
    case "boolean": return .named("Bool")
    case "array": return list(schema, hint, place)
    case "object": return object(schema, hint, place)
    default: return .any
    }
  }

  private func inferredType(_ schema: JSONTree) -> String? {
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    return schema["items"] != nil ? "array" : nil
  }

  // MARK: - Strings, numbers, lists

  private func text(_ schema: JSONTree) -> ImportedType {
    switch schema["format"]?.text {
    case "date-time"?, "date-time-local"?: .named("Date")
    case "uuid"?: .named("UUID")
    case "uri"?: .named("URL")
    case "byte"?: .named("Data")
    case "password"?: .named("Secret", schema.textLimits)
    default:
      schema["contentEncoding"] == "base64"
        ? .named("Data") : .named("String", schema.textLimits)
    }
  }

  private func number(_ schema: JSONTree, _ text: String) -> ImportedType {
    .named(text, schema.numberLimits(isWhole: text.hasPrefix("Int")))
  }

  private func list(_ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    let element = schema["items"].map { self.type($0, singular(hint), at: "\(place)/items") } ?? .any
    return ImportedType(shape: .list(element.written), constraints: schema.listLimits + element.constraints)
  }

  /// The name for an element of a list: `Tag` for `PetTags`.
  private func singular(_ name: String) -> String {
    if name.hasSuffix("ies") { return "\(name.dropLast(3))y" }
    return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : "\(name)Item"
  }

  // MARK: - Enums

  private func enumeration(_ values: [JSONTree], _ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    let isNullable = values.contains(.null)
    var known: Set<JSONTree> = [.null]
    let values = values.filter { known.insert($0.number.map { .number(Constraint.text($0)) } ?? $0).inserted }
    var shape: ImportedDeclaration.Shape?
    var names: Set<String> = []
    if !values.isEmpty, values.allSatisfy({ $0.text != nil }) {
      let cases = values.map { value -> ImportedDeclaration.Value in
        let text = value.text ?? ""
        let name = SwiftName.unique(text.isEmpty ? "empty" : SwiftName.member(text), &names)
        return .init(name: name, literal: literal(text), isNameOfValue: name == text)
      }
      shape = .values(cases, type: "String")
    } else if !values.isEmpty, values.allSatisfy({ $0.number.flatMap { Int64(exactly: $0) } != nil }) {
      let cases = values.map { value -> ImportedDeclaration.Value in
        let text = Constraint.text(value.number ?? 0)
        let name = text.hasPrefix("-") ? "minus\(text.dropFirst())" : "value\(text)"
        return .init(name: SwiftName.unique(name, &names), literal: text, isNameOfValue: false)
      }
      shape = .values(cases, type: "Int")
    }
    guard let shape else {
      if values.allSatisfy({ $0.boolean != nil }) { return ImportedType(shape: .named("Bool"), isNullable: isNullable) }
      source.note(place, "the enum has values of several types; it is read as any value.")
      return .any
    }
    var type = declared(hint, schema, shape)
    type.isNullable = isNullable
    return type
  }

  // MARK: - Objects

  private func object(_ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    if schema["properties"]?.fields.isEmpty ?? true {
      guard let values = schema["additionalProperties"], values.boolean == nil else {
        return ImportedType(shape: .dictionary("JSONValue"))
      }
      let value = self.type(values, "\(hint)Value", at: "\(place)/additionalProperties")
      return ImportedType(shape: .dictionary(value.written))
    }
    if let values = schema["additionalProperties"], values != false {
      source.note(place, "fields that are not declared (`additionalProperties`) are ignored.")
    }
    return declared(hint, schema, .fields([])) { name in .fields(self.fields(schema, name, place)) }
  }

  /// Returns the fields of an object, without the one that a union writes.
  private func fields(_ schema: JSONTree, _ owner: String, _ place: String) -> [ImportedDeclaration.Field] {
    let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
    var names: Set<String> = ["hashValue", "self", "init"]
    return (schema["properties"]?.fields ?? []).compactMap { key, value in
      if tags[owner] == key { return nil }
      guard isDeclarable(key) else {
        source.note(place, "the field “\(key)” has a name with a quote or a control character; it is left out.")
        return nil
      }
      let type = self.type(value, owner + SwiftName.type(key), at: "\(place)/properties/\(pointer(key))")
      let target = value["$ref"] == nil ? value : [:]
      return ImportedDeclaration.Field(
        name: SwiftName.unique(SwiftName.member(key), &names),
        key: key,
        type: type,
        isRequired: required.contains(key),
        documentation: (value["description"] ?? target["title"])?.text ?? "",
        isDeprecated: value["deprecated"]?.boolean ?? false
      )
    }
  }

  /// Merges the parts of `allOf` into one object.
  private func merged(_ parts: [JSONTree], _ schema: JSONTree, _ hint: String, _ place: String) -> ImportedType {
    let own = schema["properties"]?.fields.isEmpty ?? true
    let meaningful = parts.filter { part in part["$ref"] != nil || part.says }
    if own, meaningful.count == 1, let only = meaningful.first { return self.type(only, hint, at: "\(place)/allOf") }
    let object = source.flattened(schema, at: place)
    guard object["properties"]?.fields.isEmpty == false else {
      source.note(place, "the parts of `allOf` are not objects with fields; it is read as any value.")
      return .any
    }
    return self.object(object, hint, place)
  }

  // MARK: - Unions

  private func union(
    _ parts: [JSONTree],
    _ word: String,
    _ schema: JSONTree,
    _ hint: String,
    _ place: String
  ) -> ImportedType {
    if parts.count == 1, let only = parts.first { return self.type(only, hint, at: "\(place)/\(word)") }
    if let tag = schema["discriminator"]?["propertyName"]?.text { return tagged(parts, tag, word, schema, hint, place) }
    return declared(hint, schema, .untagged([])) { name in
      var taken: Set<String> = []
      let cases = parts.enumerated().map { index, part -> ImportedDeclaration.Case in
        let type = self.type(part, "\(name)Option\(index + 1)", at: "\(place)/\(word)/\(index)")
        let base = type.text.filter { $0.isLetter || $0.isNumber }
        return .init(name: SwiftName.unique(SwiftName.member(base), &taken), tag: "", type: type)
      }
      self.source.note(place, "`\(word)` without a discriminator: the first type that can read the value is taken.")
      return .untagged(cases)
    }
  }

  private func tagged(
    _ parts: [JSONTree],
    _ tag: String,
    _ word: String,
    _ schema: JSONTree,
    _ hint: String,
    _ place: String
  ) -> ImportedType {
    let mapping = schema["discriminator"]?["mapping"]?.fields ?? []
    guard isDeclarable(tag), mapping.allSatisfy({ isDeclarable($0.name) }) else {
      source.note(place, "the discriminator has a quote or a control character; it is read as any value.")
      return .any
    }
    return declared(hint, schema, .tagged([], tag: tag)) { name in
      var taken: Set<String> = []
      var cases: [ImportedDeclaration.Case] = []
      for (index, part) in parts.enumerated() {
        let place = "\(place)/\(word)/\(index)"
        let reference = part["$ref"]?.text
        let last = reference.map(ImportSource.name(of:))
        let target = self.source.resolved(part, at: place)
        let mapped = mapping.filter { $0.value.text == reference || $0.value.text == last }.map(\.name)
        let names = mapped.isEmpty ? [self.tagValue(target, tag) ?? last ?? "option\(index + 1)"] : mapped
        for value in names {
          var element = ImportedDeclaration.Case(name: SwiftName.unique(SwiftName.member(value), &taken), tag: value)
          self.fill(&element, part, target, tag, name + SwiftName.type(value), place)
          cases.append(element)
        }
      }
      return .tagged(cases, tag: tag)
    }
  }

  /// The value of the tag that a variant declares itself.
  private func tagValue(_ variant: JSONTree, _ tag: String) -> String? {
    let property =
      variant["properties"]?[tag] ?? variant["allOf"]?.elements.lazy.compactMap { $0["properties"]?[tag] }.first
    let values = property?["enum"]?.elements ?? [property?["const"]].compactMap(\.self)
    return values.count == 1 ? values.first?.text : nil
  }

  /// Sets the fields or the type of a case.
  private func fill(
    _ element: inout ImportedDeclaration.Case,
    _ part: JSONTree,
    _ target: JSONTree,
    _ tag: String,
    _ hint: String,
    _ place: String
  ) {
    let parts = target["allOf"]?.elements ?? []
    let isOnlyTag = { (part: JSONTree) in part["properties"]?.fields.map(\.name) == [tag] }
    if parts.count == 2, let first = parts.first, first["$ref"] != nil, let last = parts.last, isOnlyTag(last) {
      element.type = self.type(first, hint, at: place)
      return
    }
    let isConstant = target["properties"]?[tag]?["const"] != nil && target["allOf"] == nil
    if isConstant {
      tags[hint] = tag
      let fields = fields(target, hint, place)
      // The fields of a case have neither limits nor comments.
      if fields.allSatisfy({ $0.type.constraints.isEmpty && $0.documentation.isEmpty && !$0.isDeprecated }) {
        element.fields = fields
        return
      }
    }
    let name = part["$ref"]?.text.map(name(of:)) ?? hint
    if declarations[name] == nil {
      tags[name] = tag
    } else if tags[name] == nil {
      source.note(place, "`\(name)` is also used without the union, so that a union writes its field `\(tag)` twice.")
    }
    element.type = self.type(part, hint, at: place)
  }

  /// Declares the result of an endpoint that has several forms.
  func declareForms(_ forms: [ImportedDeclaration.Form], _ hint: String, _ documentation: String) -> String {
    declared(hint, ["description": .string(documentation)], .forms(forms)).text
  }

  // MARK: -

  /// Declares a type, and returns it. A type with the name of the hint that is equal is the same type.
  private func declared(
    _ hint: String,
    _ schema: JSONTree,
    _ shape: ImportedDeclaration.Shape,
    _ make: ((String) -> ImportedDeclaration.Shape)? = nil
  ) -> ImportedType {
    // Only the schema at a reference has the name of the reference. An inline one may have the same words.
    let isNamed = declarations[hint] == nil && open.last.map { names[$0] == hint } ?? false
    let name = isNamed ? hint : SwiftName.unique(SwiftName.type(hint), &taken)
    let documentation = (schema["description"] ?? schema["title"])?.text ?? ""
    declarations[name] = ImportedDeclaration(name: name, documentation: documentation, shape: shape)
    order.append(name)
    if let make {
      // Not in the assignment, whose optional chain would be open while other types are declared.
      let made = make(name)
      declarations[name]?.shape = made
    }
    return ImportedType(shape: .named(name), contained: name)
  }

  /// Declares the types that were only named, and marks the fields through which a type contains itself.
  func finish() {
    while let reference = later.popLast() {
      let name = name(of: reference)
      if declarations[name] == nil { _ = type(["$ref": .string(reference)], name, at: reference) }
      // Such as an `allOf` of itself.
      if declarations[name] == nil { declareAny(name, "it is only itself; it is read as any value.") }
    }
    removeEndlessCases()
    groups = Self.groups(order) { [declarations] in declarations[$0]?.contained ?? [] }
    for name in order {
      guard case .fields(var fields)? = declarations[name]?.shape else { continue }
      for index in fields.indices {
        fields[index].isIndirect = fields[index].type.contained.map { isCircular($0, name) } ?? false
      }
      declarations[name]?.shape = .fields(fields)
      // `null` is written for payloads only.
      if fields.contains(where: { $0.isRequired && $0.type.isNullable }),
        fields.contains(where: { ($0.isOptional || $0.isIndirect) && !isPayload($0.type.text) })
      {
        declarations[name]?.omitsNull = true
        source.note("#/components/schemas", "`\(name)` leaves out its fields that are nil; it does not write `null`.")
      }
    }
  }

  /// Whether all types in a written type are payloads.
  private func isPayload(_ text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber) }.allSatisfy { word in
      switch declarations[String(word)]?.shape {
      case .untagged?, .alias?: false
      default: word != "JSONValue"
      }
    }
  }

  /// Whether a name on the wire can be declared.
  private func isDeclarable(_ name: String) -> Bool {
    !name.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.properties.generalCategory == .control }
  }

  private func declareAny(_ name: String, _ reason: String) {
    source.note("#/components/schemas", "`\(name)`: \(reason)")
    if declarations[name] == nil { order.append(name) }
    declarations[name] = ImportedDeclaration(name: name, documentation: "", shape: .alias("JSONValue"))
  }

  /// Removes the cases of unions that are the union again: to read one would never end.
  private func removeEndlessCases() {
    for name in order {
      guard case .untagged(let cases)? = declarations[name]?.shape else { continue }
      let others = cases.filter { element in
        element.type.map { ![.named(name)].contains($0.shape) && !isUnion($0.text, of: name) } ?? true
      }
      if others.isEmpty {
        declareAny(name, "it is only itself; it is read as any value.")
      } else if others.count < cases.count {
        source.note("#/components/schemas", "`\(name)`: a value of it that is the union again is left out.")
        declarations[name]?.shape = .untagged(others)
      }
    }
  }

  /// Returns whether reading a union without a tag tries to read another type from the same value.
  private func isUnion(_ start: String, of goal: String) -> Bool {
    var seen: Set<String> = []
    var open = [start]
    while let next = open.popLast() {
      guard seen.insert(next).inserted, case .untagged(let cases)? = declarations[next]?.shape else { continue }
      let types = cases.compactMap(\.type?.text)
      if types.contains(goal) { return true }
      open += types
    }
    return false
  }

  /// Returns whether a type that another one contains directly contains that one again.
  func isCircular(_ contained: String, _ name: String) -> Bool { groups[contained] == groups[name] }

  /// Returns a number for each node of a graph, which is the same for all nodes of a circle (Tarjan's algorithm, without recursion).
  private static func groups(_ nodes: [String], _ edges: (String) -> [String]) -> [String: Int] {
    var (index, low, groups): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
    var stack: [String] = []
    for start in nodes where index[start] == nil {
      var open = [(node: start, rest: edges(start)[...])]
      while let (node, _) = open.last {
        if index[node] == nil {
          index[node] = index.count
          low[node] = index[node]
          stack.append(node)
        }
        if let next = open[open.count - 1].rest.popFirst() {
          if index[next] == nil { open.append((next, edges(next)[...])) }
          if groups[next] == nil, let number = index[next] { low[node] = min(low[node] ?? number, number) }
          continue
        }
        open.removeLast()
        if let number = low[node], let parent = open.last?.node { low[parent] = min(low[parent] ?? number, number) }
        guard low[node] == index[node], let first = stack.lastIndex(of: node) else { continue }
        for member in stack[first...] { groups[member] = index[node] }
        stack.removeSubrange(first...)
      }
    }
    return groups
  }
}

extension JSONTree {
  /// Whether `null` is allowed.
  fileprivate var allowsNull: Bool {
    var copy = self
    return copy.skipNull()
  }

  /// Removes `null` from the schema, and returns whether it was allowed.
  fileprivate mutating func skipNull() -> Bool {
    var isNullable = self["nullable"]?.boolean ?? false
    if let types = self["type"]?.elements, types.contains("null") {
      isNullable = true
      let others = types.filter { $0 != "null" }
      self["type"] = others.count == 1 ? others.first : others.isEmpty ? nil : .array(others)
    }
    for word in ["anyOf", "oneOf"] {
      guard let parts = self[word]?.elements, parts.contains(where: { $0["type"] == "null" }) else { continue }
      isNullable = true
      self[word] = .array(parts.filter { $0["type"] != "null" })
    }
    return isNullable
  }

  /// Whether the schema says more than strings.
  fileprivate var says: Bool {
    fields.contains {
      !["description", "title", "example", "examples", "nullable", "deprecated", "default"].contains($0.name)
    }
  }
}

/// Returns the string literal of a string.
func literal(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\", "\"": escaped += "\\\(scalar)"
    case "\n": escaped += "\\n"
    case _ where scalar.isUnsafe: escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return "\"\(escaped)\""
}
