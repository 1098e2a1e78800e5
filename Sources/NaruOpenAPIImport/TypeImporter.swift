import Foundation
import Naru
import NaruOpenAPI

/// The importer of schemas. It declares the types that they need; `TypeNames` gives them their names.
final class TypeImporter {
  let source: DocumentReader
  /// The declarations by their numbers.
  var declarations: [ImportedDeclaration] = []
  /// The types by reference, and by direction if they differ in it.
  private var types: [TypePlace.Directed: ImportedType] = [:]
  private let directions: SchemaDirections
  /// The position and the name of each component, and of the schema in another file that a component is.
  private var components: [String: (position: Int, name: String)] = [:]
  /// The position of the component that a declaration is.
  private(set) var positions: [Int: Int] = [:]
  /// The references that are being read, to find a type that is only itself.
  private var open: Set<String> = []
  /// The schemas of declarations that others refer to, so that a chain of types needs no deep recursion.
  private var pending: [(schema: JSONTree, place: TypePlace)] = []
  /// The declarations of unions without a discriminator whose variants have a constant field that tells them apart.
  var implied: Set<Int> = []
  /// Whether each declaration contains itself.
  private(set) var isIndirect: [Bool] = []
  /// The enums of parameters, which several endpoints of a contract share.
  private var shared: [SharedEnum: Int] = [:]

  private struct SharedEnum: Hashable {
    var parent: ImportedDeclaration.Parent
    var name: String
    var shape: ImportedDeclaration.Shape
  }

  init(_ source: DocumentReader) {
    self.source = source
    directions = SchemaDirections(source)
    for (position, (name, schema)) in (source.root["components"]?["schemas"]?.fields ?? []).enumerated() {
      components["#/components/schemas/\(pointer(name))"] = (position, name)
      // A schema in another file has the name of its component.
      if let other = schema["$ref"]?.text, !other.hasPrefix("#") { components[other] = (position, name) }
    }
  }

  /// Returns the type of a schema's values. The declarations that it needs are complete.
  func type(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    let type = read(schema, place)
    while let (schema, place) = pending.popLast() {
      let type = read(schema, place)
      if let id = place.reserved, type.contained != id { declarations[id].shape = .alias(type) }
    }
    return type
  }

  func read(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    var schema = schema.unified
    if let reference = schema["$ref"]?.text {
      var beside = schema
      beside["$ref"] = nil
      if source.readsBesideReferences, beside.says() {
        // The reference is the last one, because its words are the more general ones.
        var both: JSONTree = ["allOf": [["$ref": .string(reference)], beside]]
        for word in ["title", "description"] { both[word] = schema[word] }
        return read(both, place)
      }
      var type = referenced(reference, place)
      type.isNullable = type.isNullable || schema["nullable"]?.boolean ?? false
      return type
    }
    let isNullable = schema.skipNull(source)
    // The parts of `allOf` are noted together.
    if schema["allOf"] == nil { noteLost(&schema, place) }
    var type = plain(schema, place)
    type.isNullable = type.isNullable || isNullable
    return type
  }

  /// Notes the words that no type can express, and removes them.
  private func noteLost(_ schema: inout JSONTree, _ place: TypePlace) {
    let lost = [
      "contains", "contentSchema", "dependencies", "dependentRequired", "dependentSchemas", "else", "if", "maxContains",
      "maxProperties", "minContains", "minProperties", "multipleOf", "not", "propertyNames", "then",
      "unevaluatedItems", "uniqueItems",
    ].filter { word in schema[word].map { $0.boolean == nil || word == "uniqueItems" && $0 == true } ?? false }
    let words = lost.map { "`\($0)`" }.joined(separator: ", ")
    if !lost.isEmpty { source.note(place.path, "\(words) \(lost.count == 1 ? "is" : "are") not checked.") }
    for word in lost { schema[word] = nil }
    for word in ["$dynamicRef", "$recursiveRef"] where schema[word] != nil {
      source.note(place.path, "`\(word)` is not followed; it is read as any value.")
    }
  }

  private func referenced(_ reference: String, _ use: TypePlace) -> ImportedType {
    let place = use.path
    let direction = directions.differs(reference, use.direction) ? use.direction : .response
    let key = TypePlace.Directed(reference: reference, direction: direction)
    if let known = types[key] { return known }
    guard let target = source.whole(reference) else {
      _ = source.skip(reference, at: place)
      return .any
    }
    guard open.count < 60, open.insert(reference).inserted else {
      source.note(
        place,
        "“\(reference)” is only a list of itself, or the end of a long chain; it is read as any value."
      )
      return .any
    }
    defer { open.remove(reference) }
    let component = components[reference]
    var name = SwiftName.type(component?.name ?? DocumentReader.name(of: reference))
    // Spring REST Docs names a type after a path and a hash, which each change of its fields changes.
    let isHashed = component?.name.wholeMatch(of: /[^A-Z].*\D\d{6,10}/) != nil
    if isHashed, case .contract(let contract) = use.parent { name = SwiftName.words(type: "\(contract) \(use.name)") }
    var next = TypePlace(path: reference.hasPrefix("#") ? reference : place, name: name, parent: .module)
    next.direction = use.direction
    var type: ImportedType
    if target["$ref"] == nil, isDeclared(target) {
      let id = declare(next, [:])
      declarations[id].wishes = direction.names(name)
      if !isHashed { componentNames[id] = name }
      if direction != .response { twins[id] = key }
      positions[id] = component?.position
      next.reserved = id
      pending.append((target, next))
      type = .declared(id)
      type.isNullable = source.allowsNull(target)
    } else {
      type = read(target, next)
    }
    types[key] = type
    return type
  }

  private var componentNames: [Int: String] = [:]
  /// The declarations of types that are different in a response.
  private var twins: [Int: TypePlace.Directed] = [:]

  /// Gives a type that is used in requests only its own name.
  func nameTwins(isUsed: [Bool]) {
    var named: Set<String> = []
    for (id, key) in twins.sorted(by: { ($0.value.direction.rawValue, $0.key) < ($1.value.direction.rawValue, $1.key) })
    where isUsed[id] {
      let response = types[.init(reference: key.reference, direction: .response)]?.contained
      guard response.map({ !isUsed[$0] }) ?? true, named.insert(key.reference).inserted, let name = componentNames[id]
      else { continue }
      declarations[id].wishes.insert(name, at: 0)
    }
  }

  /// The name of the component that a type is. `nil` if it is another type.
  func component(_ type: ImportedType) -> String? { type.contained.flatMap { componentNames[$0] } }

  /// Whether a schema becomes a declared type, and not a type of the library.
  private func isDeclared(_ schema: JSONTree) -> Bool {
    var schema = schema
    _ = schema.skipNull(source)
    if schema["type"] == "array", schema["enum"] != nil { return false }
    if schema["enum"] != nil || schema["const"] != nil { return schema.listedValues.areCases }
    if schema["x-extensible-enum"] != nil || knownStrings(schema) != nil { return false }
    for word in ["allOf", "oneOf", "anyOf"] {
      guard let parts = schema[word]?.elements, !parts.isEmpty else { continue }
      let only = word == "allOf" ? source.only(parts, schema) : parts.count == 1 ? parts.first : nil
      if let only { return only["$ref"] == nil && isDeclared(only) }
      guard word == "allOf" else { return true }
      let merged = source.quietly { source.merged(schema) }
      return !merged.unions.isEmpty || isDeclared(merged.schema)
    }
    if severalTypes(schema) != nil { return true }
    guard schema["properties"]?.fields.isEmpty ?? true else { return ["object", nil].contains(schema["type"]?.text) }
    return schema["type"] == "object" && isEmptyObject(schema)
  }

  /// Whether an object has no fields at all.
  private func isEmptyObject(_ schema: JSONTree) -> Bool {
    schema["additionalProperties"] == false && schema["patternProperties"] == nil
  }

  /// The types of a value that may have several. A whole number is also a number.
  private func severalTypes(_ schema: JSONTree) -> [String]? {
    let types = schema["type"]?.elements.compactMap(\.text) ?? []
    let others = types.contains("number") ? types.filter { $0 != "integer" } : types
    return others.count > 1 ? others : nil
  }

  /// Returns the schema of the values of one type.
  private func only(_ type: String, _ schema: JSONTree) -> JSONTree {
    var words: JSONTree = [:]
    for (word, value) in schema.fields where !["description", "title"].contains(word) { words[word] = value }
    words["type"] = .string(type)
    if type != "object" { words["properties"] = nil }
    return words
  }

  private func plain(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    if let values = schema["enum"], schema["type"] == "array", values.elements.allSatisfy({ $0.text != nil }) {
      // The values are those of the elements: no list is a string.
      var list = schema
      list["enum"] = nil
      list["items"] = ["type": "string", "enum": values]
      return plain(list, place)
    }
    if schema["enum"] != nil || schema["const"] != nil { return enumeration(schema.listedValues, schema, place) }
    if let values = schema["x-extensible-enum"]?.elements, !values.isEmpty {
      var type = enumeration(values, schema, place)
      if let id = type.contained { type.shape = .extensible(id) }
      return type
    }
    if let known = knownStrings(schema) {
      var type = read(known, place)
      if let id = type.contained { type.shape = .extensible(id) }
      return type
    }
    if let parts = schema["allOf"]?.elements { return merged(parts, schema, place) }
    for word in ["oneOf", "anyOf"] {
      if let parts = schema[word]?.elements, !parts.isEmpty {
        if source.isCombination(word, schema, at: place.path) { break }
        return distributed(parts, word, schema, place)
      }
    }
    if let types = severalTypes(schema) { return untagged(types.map { only($0, schema) }, "type", schema, place) }
    let types = schema["type"]?.elements.compactMap(\.text) ?? []
    switch schema["type"]?.text ?? (types.contains("number") ? "number" : types.first) ?? inferredType(schema, place) {
    case "string": return text(schema, place)
    case "number" where schema["format"]?.text.map(JSONTree.isWhole) != true:
      let format = schema["format"]?.text
      return number(schema, place, format == "float" ? "Float" : format == "decimal" ? "Decimal" : "Double")
    case "integer", "number":
      let format = schema.integerFormat ?? ""
      guard JSONTree.integerRanges[format] != nil else { return number(schema, place, "Int") }
      return number(schema, place, format.replacing("int", with: "Int").replacing("u", with: "U"))
    case "boolean": return .named("Bool")
    case "array": return list(schema, place)
    case "object": return object(schema, place)
    case nil, "null": return .any
    case let type?:
      source.note(place.path, "“\(type)” is no type of JSON; it is read as any value.")
      return .any
    }
  }

  private func inferredType(_ schema: JSONTree, _ place: TypePlace) -> String? {
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    if schema["patternProperties"] != nil { return "object" }
    if case .array? = schema["items"] {
      source.note(place.path, "`items` is a list, but `type` is not `array`: it is read as any value.")
      return nil
    }
    return schema["items"] != nil || schema["prefixItems"] != nil ? "array" : nil
  }

  // MARK: - Strings, numbers, lists

  private func text(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    let known = [
      "byte": "Data", "date-time": "Date", "date-time-local": "Date", "password": "Secret", "uri": "URL",
      "uuid": "UUID",
    ]
    let name =
      schema["format"]?.text.flatMap { known[$0] } ?? (schema["contentEncoding"] == "base64" ? "Data" : "String")
    let limits = limits(schema.textLimits, place).filter { ![.format(.uri), .format(.uuid)].contains($0) }
    guard ["Data", "Date", "UUID"].contains(name) else { return .named(name, limits) }
    // None of their values is empty.
    if limits.contains(where: { $0 != .length(min: 1, max: nil) }) {
      source.note(place.path, "the limits of a `\(name)` can't be checked and are left out.")
    }
    return .named(name)
  }

  private func number(_ schema: JSONTree, _ place: TypePlace, _ text: String) -> ImportedType {
    var schema = schema
    // The type itself has this limit.
    if text.hasPrefix("UInt"), schema["minimum"] == 0 { schema["minimum"] = nil }
    return .named(text, limits(schema.numberLimits(isWhole: text.contains("Int")), place))
  }

  private func list(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    var schema = schema
    // The older form of `prefixItems`.
    if case .array? = schema["items"] {
      schema["prefixItems"] = schema["items"]
      schema["items"] = schema["additionalItems"]
    }
    var element = schema["items"].map { read($0, place.element) } ?? .any
    let first = schema["prefixItems"]?.elements ?? []
    if schema["items"] == false, schema["maxItems"] == nil { schema["maxItems"] = .number("\(first.count)") }
    if !first.isEmpty {
      let others = schema["items"].flatMap { $0.boolean == nil ? [element] : nil } ?? []
      element = common(first.map { read($0, place.element) } + others, "the places of the list", place)
    }
    var inner = element
    inner.constraints = []
    // The number of elements is the outer list's.
    let ofElements = element.constraints.filter { if case .items = $0 { false } else { true } }
    if ofElements != element.constraints {
      source.note(place.path, "the limits of a list in a list can't be checked and are left out.")
    }
    return ImportedType(shape: .list(inner), constraints: limits(schema.listLimits, place) + ofElements)
  }

  /// Returns the type that all of several values have, or any value.
  private func common(_ types: [ImportedType], _ what: String, _ place: TypePlace) -> ImportedType {
    if let first = types.first, types.allSatisfy({ $0 == first }) { return first }
    source.note(place.path, "\(what) have different types; each is read as any value.")
    return .any
  }

  private func limits(_ limits: JSONTree.Limits, _ place: TypePlace) -> [Constraint] {
    if !limits.dropped.isEmpty {
      source.note(place.path, "\(limits.dropped.joined(separator: ", ")) can't be checked and is left out.")
    }
    return limits.constraints
  }

  // MARK: - Enums

  /// The known values of a string that may also have others: `anyOf: [string, enum]`.
  private func knownStrings(_ schema: JSONTree) -> JSONTree? {
    guard let parts = (schema["anyOf"] ?? schema["oneOf"])?.elements, parts.count == 2,
      parts.contains(where: { $0["type"] == "string" && !$0.says(except: ["type"]) })
    else { return nil }
    return parts.first { part in
      let target = part["$ref"]?.text.flatMap(source.target) ?? part
      return target["enum"]?.elements.allSatisfy { $0.text != nil } ?? false
    }
  }

  /// Declares an enum. `described` has the schemas of values that are described one by one.
  func enumeration(
    _ values: [JSONTree],
    _ schema: JSONTree,
    _ place: TypePlace,
    described: [JSONTree: JSONTree] = [:]
  ) -> ImportedType {
    let isNullable = values.contains(.null)
    var known: Set<JSONTree> = [.null]
    let values = values.filter { known.insert($0.number.map { .number(Constraint.text($0)) } ?? $0).inserted }
    let areStrings = values.allSatisfy { $0.text != nil }
    guard values.areCases else {
      let areBooleans = values.allSatisfy { $0.boolean != nil }
      if areBooleans || values.allSatisfy({ $0.number != nil }) {
        let reason = areBooleans ? "" : ", because some are not whole or too large"
        let what = values.isEmpty ? "no value is listed" : "the values are not checked\(reason)"
        if values.isEmpty ? !isNullable : !areBooleans || values.count == 1 {
          source.note(place.path, "`enum`: \(what).")
        }
        var rest = schema
        for word in ["enum", "const"] { rest[word] = nil }
        if rest["type"] == nil, !values.isEmpty { rest["type"] = areBooleans ? "boolean" : "number" }
        var type = plain(rest, place)
        type.isNullable = type.isNullable || isNullable
        return type
      }
      source.note(place.path, "the enum has values of several types; it is read as any value.")
      return .any
    }
    // Names that the macro or the protocols declare.
    var names = UniqueNames(["allCases", "hash", "hashValue", "init", "rawValue", "schema", "self"])
    let written = schema["x-enum-varnames"] ?? schema["x-enumNames"]
    let given = written.flatMap { $0.elements.count == values.count ? $0.elements.map(\.text) : nil }
    let ownNames = SwiftName.values(values.compactMap(\.text))
    let cases = values.enumerated().map { index, value -> ImportedDeclaration.Value in
      let text = value.text ?? Constraint.text(value.number ?? 0)
      let title = given?[index] ?? described[value]?["title"]?.text
      let number = text.hasPrefix("-") ? "minus\(text.dropFirst())" : "value\(text)"
      let own = areStrings ? ownNames[index] : title.map(SwiftName.member) ?? number
      let name = names.take(areStrings ? given?[index].map(SwiftName.member) ?? own : own)
      return .init(
        name: name,
        literal: areStrings ? literal(text) : text,
        isNameOfValue: areStrings && name == text,
        documentation: described[value]?["description"]?.text ?? ""
      )
    }
    var type = declared(schema, place, .values(cases, type: areStrings ? "String" : "Int"))
    type.isNullable = isNullable
    return type
  }

  // MARK: - Objects

  private func object(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    let others = others(schema, place)
    if schema["properties"]?.fields.isEmpty ?? true, !isEmptyObject(schema) {
      return ImportedType(shape: .dictionary(others ?? .any))
    }
    let id = declare(place, schema)
    let fields = fields(schema, id, place)
    declarations[id].shape = .fields(fields)
    if let value = others {
      var names = UniqueNames(Set(fields.map(\.name)))
      let type = ImportedType(shape: .dictionary(value))
      declarations[id].others = ImportedDeclaration.Field(name: names.take("others"), key: "", type: type)
      declarations[id].others?.document("The fields that are not declared.")
    }
    return .declared(id)
  }

  /// Returns the type of the fields that are not declared. `nil` if there are none.
  private func others(_ schema: JSONTree, _ place: TypePlace) -> ImportedType? {
    var values: [ImportedType] = []
    if let patterns = schema["patternProperties"]?.fields, !patterns.isEmpty {
      let names = patterns.map { "“\($0.name)”" }.joined(separator: ", ")
      source.note(place.path, "the names of fields (\(names)) are not checked.")
      values = patterns.map { read($0.value, place.value) }
    }
    if let value = schema["additionalProperties"] ?? schema["unevaluatedProperties"], value != false {
      // Spring writes an `Object`, which is any value, as an object without fields.
      values.append(value == true || value == ["type": "object"] ? .any : read(value, place.value))
    }
    guard !values.isEmpty else { return nil }
    var value = common(values, "the fields that are not declared", place)
    if !value.constraints.isEmpty {
      source.note(place.path, "the limits of the fields that are not declared can't be checked and are left out.")
    }
    value.constraints = []
    return value
  }

  /// Returns the fields of an object. Their types are nested in a declaration.
  func fields(_ schema: JSONTree, _ owner: Int, _ outer: TypePlace, except tag: String? = nil)
    -> [ImportedDeclaration.Field]
  {
    let path = outer.path
    let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
    let isDirected = directions.isDirected(schema)
    for key in required.sorted() where key != tag && schema["properties"]?[key] == nil {
      source.note(path, "the required field “\(key)” is not declared; it is left out.")
    }
    var names = UniqueNames(["hashValue", "self", "init"])
    let properties = schema["properties"]?.fields ?? []
    return zip(properties, SwiftName.members(properties.map(\.name))).compactMap { property, name in
      let (key, value) = property
      // No value is valid for `false`.
      if key == tag || value == false
        || isDirected && source.isMarked(value, outer.direction == .response ? "writeOnly" : "readOnly")
      {
        return nil
      }
      guard isDeclarable(key) else {
        source.note(
          path,
          "the field “\(key)” has an empty name, or one with a quote or a control character; it is left out."
        )
        return nil
      }
      let place = outer.part("properties/\(pointer(key))", SwiftName.words(type: key), parent: .type(owner))
      let target = value["$ref"] == nil ? value : [:]
      var field = ImportedDeclaration.Field(
        name: names.take(name),
        key: key,
        type: read(value, place),
        isRequired: required.contains(key),
        documentation: value["description"]?.text ?? target.title(of: key),
        isDeprecated: value["deprecated"]?.boolean ?? false
      )
      complete(&field, value, outer.direction, isDirected)
      let isChange = outer.direction == .change || outer.direction == .ownChange
      field.isClearable = isChange && !field.isRequired && field.type.isNullable && field.defaultValue == nil
      return field
    }
  }

  /// Adds the default value of a field. One that can't be written in Swift, or would be sent as a change, is in the documentation.
  private func complete(
    _ field: inout ImportedDeclaration.Field,
    _ schema: JSONTree,
    _ direction: TypePlace.Direction,
    _ isDirected: Bool
  ) {
    let target = source.quietly { source.resolved(schema, at: "#") }
    if !isDirected, target["readOnly"] == true { field.document("Only in responses.") }
    if !isDirected, target["writeOnly"] == true { field.document("Only in requests.") }
    guard let value = schema["default"] ?? target["default"], value != .null else { return }
    // Its type may still be unknown.
    if direction != .change, !field.isRequired {
      field.defaultValue = value
    } else {
      field.document(value.sentenceOfDefault)
    }
  }

  private func merged(_ parts: [JSONTree], _ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    if let only = source.only(parts, schema) {
      var (beside, place) = (schema, place)
      noteLost(&beside, place)
      place.path += "/allOf"
      return read(only, place)
    }
    let merged = source.merged(schema, at: place.path)
    var (object, unions) = (merged.schema, merged.unions)
    noteLost(&object, place)
    if let union = unions.first, let (word, parts) = union.fields.first {
      var common = object
      if unions.count > 1 { common = ["allOf": .array([object] + unions.dropFirst())] }
      common[word] = parts
      for word in ["description", "discriminator", "title"] { common[word] = union[word] ?? object[word] }
      return distributed(parts.elements, word, common, place)
    }
    if object["properties"]?.fields.isEmpty == false { return self.object(object, place) }
    guard object["type"] != nil || !object.listedValues.isEmpty || object["items"] != nil else {
      source.note(place.path, "the parts of `allOf` are not objects with fields; it is read as any value.")
      return .any
    }
    return plain(object, place)
  }

  /// Declares a type that contains no other one at its place.
  func declared(_ schema: JSONTree, _ place: TypePlace, _ shape: ImportedDeclaration.Shape) -> ImportedType {
    let key = SharedEnum(parent: place.parent, name: place.better.first ?? "", shape: shape)
    if !key.name.isEmpty, let known = shared[key] {
      // The endpoint's name is not a part of a name that several endpoints use.
      declarations[known].wishes = [key.name]
      return .declared(known)
    }
    let id = declare(place, schema)
    declarations[id].shape = shape
    if !key.name.isEmpty {
      declarations[id].wishes.removeFirst()
      shared[key] = id
    }
    return .declared(id)
  }

  func declare(_ place: TypePlace, _ schema: JSONTree) -> Int {
    let documentation = schema["description"]?.text ?? schema.title(of: place.name)
    if let id = place.reserved {
      declarations[id].documentation = documentation
      return id
    }
    declarations.append(
      ImportedDeclaration(parent: place.parent, wishes: place.wishes(schema), documentation: documentation)
    )
    return declarations.count - 1
  }

  func isDeclarable(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.isUnsafe }
  }

  /// Completes the declarations after all operations were read.
  func finish(endpoints: [ImportedValue]) {
    var completion = TypeCompletion(source: source, implied: implied, declarations: declarations)
    completion.run(endpoints)
    (declarations, isIndirect) = (completion.declarations, completion.isIndirect)
  }
}

extension JSONTree {
  /// Removes `null` from the schema, and returns whether it was allowed.
  fileprivate mutating func skipNull(_ source: DocumentReader) -> Bool {
    let isNullable = source.allowsNull(self)
    if let types = self["type"]?.elements, types.contains("null") {
      let others = types.filter { $0 != "null" }
      self["type"] = others.count == 1 ? others.first : others.isEmpty ? nil : .array(others)
    }
    for word in ["anyOf", "oneOf"] {
      self[word] = self[word].map { .array($0.elements.filter { !source.isNull($0) }) }
    }
    return isNullable
  }

  /// The title, unless it only repeats a name or its beginning, as FastAPI writes it.
  fileprivate func title(of name: String) -> String {
    func words(_ text: String) -> String { SwiftName.words(text).joined().lowercased() }
    return self["title"]?.text.flatMap { words(name).hasPrefix(words($0)) ? nil : $0 } ?? ""
  }

  var sentenceOfDefault: String {
    let value = scalar ?? line
    return "The default is \(value.isEmpty ? "an empty string" : "`\(value)`")."
  }
}

extension String {
  /// Returns a description with another sentence, which is a paragraph after several lines.
  func followed(by sentence: String) -> String {
    isEmpty ? sentence : self + (contains("\n") ? "\n\n" : ".!?:".contains(last ?? ".") ? " " : ". ") + sentence
  }
}

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
