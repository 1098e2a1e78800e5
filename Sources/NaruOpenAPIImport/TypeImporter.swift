import Foundation
import Naru

/// The importer of schemas. It declares the types that they need; `TypeNames` gives them their names.
final class TypeImporter {
  private let source: ImportSource
  /// The declarations by their numbers.
  private(set) var declarations: [ImportedDeclaration] = []
  /// The types by reference.
  private var types: [String: ImportedType] = [:]
  /// The position and the name of each component, and of the schema in another file that a component is.
  private var components: [String: (position: Int, name: String)] = [:]
  /// The position of the component that a declaration is.
  private(set) var positions: [Int: Int] = [:]
  /// The references that are being read, to find a type that is only itself.
  private var open: Set<String> = []
  /// The schemas of declarations that others refer to, so that a chain of types needs no deep recursion.
  private var pending: [(schema: JSONTree, place: TypePlace)] = []
  /// The declarations of unions without a discriminator whose variants have a constant field that tells them apart.
  private var implied: Set<Int> = []
  /// The enums of parameters, which several endpoints of a contract share.
  private var shared: [SharedEnum: Int] = [:]

  private struct SharedEnum: Hashable {
    var parent: ImportedDeclaration.Parent
    var name: String
    var shape: ImportedDeclaration.Shape
  }

  init(_ source: ImportSource) {
    self.source = source
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

  private func read(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    var schema = schema
    if let reference = schema["$ref"]?.text {
      var type = referenced(reference, at: place.path)
      type.isNullable = type.isNullable || schema["nullable"]?.boolean ?? false
      return type
    }
    let isNullable = schema.skipNull()
    var type = plain(schema, place)
    type.isNullable = type.isNullable || isNullable
    return type
  }

  private func referenced(_ reference: String, at place: String) -> ImportedType {
    if let known = types[reference] { return known }
    guard let target = source.target(reference) else {
      _ = source.resolved(["$ref": .string(reference)], at: place)
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
    let name = SwiftName.type(component?.name ?? ImportSource.name(of: reference))
    var next = TypePlace(path: reference.hasPrefix("#") ? reference : place, name: name, parent: .module)
    var type: ImportedType
    if target["$ref"] == nil, isDeclared(target) {
      let id = declare(next, [:])
      declarations[id].wishes = [name]
      positions[id] = component?.position
      next.reserved = id
      pending.append((target, next))
      type = .declared(id)
      type.isNullable = target.allowsNull
    } else {
      type = read(target, next)
    }
    types[reference] = type
    return type
  }

  /// The name of the component that a type is. `nil` if it is another type.
  func component(_ type: ImportedType) -> String? {
    guard let id = type.contained, declarations[id].parent == .module else { return nil }
    return declarations[id].wishes.first
  }

  /// Whether a schema becomes a declared type, and not a type of the library.
  private func isDeclared(_ schema: JSONTree) -> Bool {
    var schema = schema
    _ = schema.skipNull()
    if schema["type"] == "array", schema["enum"] != nil { return false }
    if let values = (schema["enum"]?.elements ?? schema["const"].map { [$0] })?.filter({ $0 != .null }) {
      return !values.isEmpty
        && (values.allSatisfy { $0.text != nil }
          || values.allSatisfy { $0.number.flatMap { Int64(exactly: $0) } != nil })
    }
    if schema["x-extensible-enum"] != nil || knownStrings(schema) != nil { return false }
    for word in ["allOf", "oneOf", "anyOf"] {
      guard let parts = schema[word]?.elements, !parts.isEmpty else { continue }
      let only = word == "allOf" ? self.only(parts, schema) : parts.count == 1 ? parts.first : nil
      return only.map { $0["$ref"] == nil && isDeclared($0) } ?? true
    }
    return schema["properties"]?.fields.isEmpty == false && ["object", nil].contains(schema["type"]?.text)
  }

  /// The only part of `allOf` with content.
  private func only(_ parts: [JSONTree], _ schema: JSONTree) -> JSONTree? {
    let meaningful = parts.filter { part in part["$ref"] != nil || part.says() }
    return schema["properties"]?.fields.isEmpty ?? true && meaningful.count == 1 ? meaningful.first : nil
  }

  private func plain(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    if let values = schema["enum"], schema["type"] == "array", values.elements.allSatisfy({ $0.text != nil }) {
      // The values are those of the elements: no list is a string.
      var list = schema
      list["enum"] = nil
      list["items"] = ["type": "string", "enum": values]
      return plain(list, place)
    }
    if let values = schema["enum"]?.elements { return enumeration(values, schema, place) }
    if let value = schema["const"] { return enumeration([value], schema, place) }
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
        if schema["properties"]?.fields.isEmpty == false,
          parts.allSatisfy({ $0["properties"] == nil && $0["$ref"] == nil })
        {
          source.note(place.path, "the combinations of fields in `\(word)` are not checked.")
          break
        }
        return union(parts, word, schema, place)
      }
    }
    let types = schema["type"]?.elements.compactMap(\.text) ?? []
    guard types.count < 2 else {
      source.note(
        place.path,
        "the value may have several types (\(types.joined(separator: ", "))); it is read as any value."
      )
      return .any
    }
    if schema["not"] != nil { source.note(place.path, "`not` is not checked.") }
    switch schema["type"]?.text ?? types.first ?? inferredType(schema) {
    case "string": return text(schema, place)
    case "integer": return number(schema, place, schema["format"] == "int32" ? "Int32" : "Int")
    case "number":
      let format = schema["format"]?.text
      return number(schema, place, format == "float" ? "Float" : format == "decimal" ? "Decimal" : "Double")
    case "boolean": return .named("Bool")
    case "array": return list(schema, place)
    case "object": return object(schema, place)
    default: return .any
    }
  }

  private func inferredType(_ schema: JSONTree) -> String? {
    if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
    return schema["items"] != nil ? "array" : nil
  }

  // MARK: - Strings, numbers, lists

  private func text(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    switch schema["format"]?.text {
    case "date-time"?, "date-time-local"?: .named("Date")
    case "uuid"?: .named("UUID")
    case "uri"?: .named("URL")
    case "byte"?: .named("Data")
    case "password"?: .named("Secret", limits(schema.textLimits, place))
    default:
      schema["contentEncoding"] == "base64"
        ? .named("Data") : .named("String", limits(schema.textLimits, place))
    }
  }

  private func number(_ schema: JSONTree, _ place: TypePlace, _ text: String) -> ImportedType {
    .named(text, limits(schema.numberLimits(isWhole: text.hasPrefix("Int")), place))
  }

  private func list(_ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    let element = schema["items"].map { read($0, place.element) } ?? .any
    var inner = element
    inner.constraints = []
    return ImportedType(shape: .list(inner), constraints: limits(schema.listLimits, place) + element.constraints)
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
  private func enumeration(
    _ values: [JSONTree],
    _ schema: JSONTree,
    _ place: TypePlace,
    described: [JSONTree: JSONTree] = [:]
  ) -> ImportedType {
    let isNullable = values.contains(.null)
    var known: Set<JSONTree> = [.null]
    let values = values.filter { known.insert($0.number.map { .number(Constraint.text($0)) } ?? $0).inserted }
    let areStrings = values.allSatisfy { $0.text != nil }
    guard !values.isEmpty, areStrings || values.allSatisfy({ $0.number.flatMap { Int64(exactly: $0) } != nil }) else {
      if values.allSatisfy({ $0.boolean != nil }) {
        return ImportedType(shape: .library("Bool"), isNullable: isNullable)
      }
      source.note(place.path, "the enum has values of several types; it is read as any value.")
      return .any
    }
    // Names that the macro or the protocols declare.
    var names = UniqueNames(["allCases", "hash", "hashValue", "init", "rawValue", "schema", "self"])
    let cases = values.map { value -> ImportedDeclaration.Value in
      let text = value.text ?? Constraint.text(value.number ?? 0)
      let title = areStrings ? text : described[value]?["title"]?.text
      let number = text.hasPrefix("-") ? "minus\(text.dropFirst())" : "value\(text)"
      let name = names.take(text.isEmpty ? "empty" : title.map(SwiftName.member) ?? number)
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
    if schema["properties"]?.fields.isEmpty ?? true {
      guard let values = schema["additionalProperties"], values.boolean == nil else {
        return ImportedType(shape: .dictionary(.any))
      }
      var value = read(values, place.value)
      value.constraints = []
      return ImportedType(shape: .dictionary(value))
    }
    let id = declare(place, schema)
    let fields = fields(schema, id, place.path)
    declarations[id].shape = .fields(fields)
    if let values = schema["additionalProperties"], values != false {
      var value = values == true ? .any : read(values, place.value)
      value.constraints = []
      var names = UniqueNames(Set(fields.map(\.name)))
      declarations[id].others = ImportedDeclaration.Field(
        name: names.take("others"),
        key: "",
        type: ImportedType(shape: .dictionary(value)),
        isRequired: true,
        documentation: "The fields that are not declared.",
        isDeprecated: false
      )
    }
    return .declared(id)
  }

  /// Returns the fields of an object. Their types are nested in a declaration.
  private func fields(_ schema: JSONTree, _ owner: Int, _ path: String, except tag: String? = nil)
    -> [ImportedDeclaration.Field]
  {
    let required = Set(schema["required"]?.elements.compactMap(\.text) ?? [])
    for key in required.sorted() where key != tag && schema["properties"]?[key] == nil {
      source.note(path, "the required field “\(key)” is not declared; it is left out.")
    }
    var names = UniqueNames(["hashValue", "self", "init"])
    return (schema["properties"]?.fields ?? []).compactMap { key, value in
      if key == tag { return nil }
      guard isDeclarable(key) else {
        source.note(
          path,
          "the field “\(key)” has an empty name, or one with a quote or a control character; it is left out."
        )
        return nil
      }
      let place = TypePlace(
        path: "\(path)/properties/\(pointer(key))",
        name: SwiftName.words(type: key),
        parent: .type(owner)
      )
      let target = value["$ref"] == nil ? value : [:]
      return ImportedDeclaration.Field(
        name: names.take(SwiftName.member(key)),
        key: key,
        type: read(value, place),
        isRequired: required.contains(key),
        documentation: (value["description"] ?? target["title"])?.text ?? "",
        isDeprecated: value["deprecated"]?.boolean ?? false
      )
    }
  }

  /// Merges the parts of `allOf` into one object.
  private func merged(_ parts: [JSONTree], _ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    if let only = only(parts, schema) {
      var place = place
      place.path += "/allOf"
      return read(only, place)
    }
    let object = source.flattened(schema, at: place.path)
    guard object["properties"]?.fields.isEmpty == false else {
      source.note(place.path, "the parts of `allOf` are not objects with fields; it is read as any value.")
      return .any
    }
    return self.object(object, place)
  }

  // MARK: - Unions

  private func union(_ parts: [JSONTree], _ word: String, _ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    if parts.count == 1, let only = parts.first {
      var place = place
      place.path += "/\(word)"
      return read(only, place)
    }
    let values = parts.compactMap(\.onlyValue)
    if values.count == parts.count, values.allSatisfy({ $0.text != nil }) || values.allSatisfy({ $0.number != nil }) {
      let described = Dictionary(zip(values, parts)) { first, _ in first }
      return enumeration(values, schema, place, described: described)
    }
    if let tag = schema["discriminator"]?["propertyName"]?.text { return tagged(parts, tag, word, schema, place) }
    if let tag = impliedTag(parts, place) {
      let type = tagged(parts, tag, word, schema, place, isImplied: true)
      if let id = type.contained { implied.insert(id) }
      return type
    }
    return untagged(parts, word, schema, place)
  }

  /// Returns the field that every variant requires and has another constant for.
  private func impliedTag(_ parts: [JSONTree], _ place: TypePlace) -> String? {
    let targets = parts.map { source.resolved($0, at: place.path) }
    return targets.first?["properties"]?.fields.lazy.map(\.name).filter(isDeclarable).first { name in
      let constants = targets.compactMap { target in
        target["required"]?.elements.contains(.string(name)) == true ? target["properties"]?[name]?.constant : nil
      }
      return constants.count == parts.count && Set(constants).count == parts.count
    }
  }

  private func untagged(_ parts: [JSONTree], _ word: String, _ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    let id = declare(place, schema)
    let names = optionNames(parts)
    let cases = zip(parts, names).enumerated().map { index, option in
      let inner = place.part("\(word)/\(index)", option.1, prefersTitle: true, parent: .type(id))
      return ImportedDeclaration.Case(name: "", tag: "", type: read(option.0, inner))
    }
    let variants = parts.map { UnionVariant($0, of: source, at: place.path) }
    let order = cases.indices.sorted { (variants[$0].order, $0) < (variants[$1].order, $1) }
    let lookAlike = order.indices.contains { first in
      order[(first + 1)...].contains { variants[order[first]].mayRead(variants[$0]) }
    }
    if lookAlike {
      source.note(place.path, "`\(word)` of types that may look alike: the first one that can read the value is taken.")
    }
    declarations[id].shape = .untagged(order.map { cases[$0] })
    return .declared(id)
  }

  /// Returns a name for each variant of a union: its only value, its constant field's value, or a field that no other variant has.
  private func optionNames(_ parts: [JSONTree]) -> [String] {
    let fields = parts.map { $0["properties"]?.fields ?? [] }
    var counts: [String: Int] = [:]
    for key in fields.joined().map(\.name) { counts[key, default: 0] += 1 }
    return zip(parts, fields).enumerated().map { index, option in
      let (part, fields) = option
      let constant = fields.lazy.filter { counts[$0.name] == parts.count || $0.name == "type" }
        .compactMap { $0.value.constant }.first
      if let constant = constant ?? part.constant {
        return constant.isEmpty ? "Empty" : SwiftName.words(type: constant)
      }
      let required = Set(part["required"]?.elements.compactMap(\.text) ?? [])
      let own = fields.map(\.name).filter { counts[$0] == 1 }
      if let key = own.first(where: required.contains) ?? own.first { return SwiftName.words(type: "with_\(key)") }
      return part["items"] != nil ? "List" : "Option\(index + 1)"
    }
  }

  private func tagged(
    _ parts: [JSONTree],
    _ tag: String,
    _ word: String,
    _ schema: JSONTree,
    _ place: TypePlace,
    isImplied: Bool = false
  ) -> ImportedType {
    let mapping = schema["discriminator"]?["mapping"]?.fields ?? []
    guard isDeclarable(tag), mapping.allSatisfy({ isDeclarable($0.name) }) else {
      source.note(place.path, "the discriminator has a quote or a control character; it is read as any value.")
      return .any
    }
    let values = Dictionary(grouping: mapping) { $0.value.text ?? "" }.mapValues { $0.map(\.name) }
    let variants = parts.enumerated().map { index, part -> (part: JSONTree, target: JSONTree, tags: [String]) in
      let reference = part["$ref"]?.text
      let last = reference.map(ImportSource.name(of:))
      let target = source.resolved(part, at: place.path)
      var mapped = reference.flatMap { values[$0] } ?? []
      if last != reference { mapped += last.flatMap { values[$0] } ?? [] }
      return (part, target, mapped.isEmpty ? [tagValue(target, tag) ?? last ?? "option\(index + 1)"] : mapped)
    }
    let tags = variants.flatMap(\.tags)
    guard tags.allSatisfy(isDeclarable), Set(tags).count == tags.count else {
      source.note(place.path, "several variants have the same tag, or one that can't be declared.")
      return untagged(parts, word, schema, place)
    }
    let id = declare(place, schema)
    // Names that the macro declares.
    var names = UniqueNames(["init", "schema", "self"])
    var cases: [ImportedDeclaration.Case] = []
    for (index, variant) in variants.enumerated() {
      for value in variant.tags {
        var element = ImportedDeclaration.Case(name: names.take(SwiftName.member(value)), tag: value)
        let inner = place.part("\(word)/\(index)", SwiftName.words(type: value), parent: .type(id))
        if isImplied {
          // Its type may turn out to be read without the union as well.
          element.type = read(variant.part, inner)
        } else {
          fill(&element, variant.part, variant.target, tag, id, inner)
        }
        cases.append(element)
      }
    }
    declarations[id].shape = .tagged(cases, tag: tag)
    return .declared(id)
  }

  /// The value of the tag that a variant declares itself.
  private func tagValue(_ variant: JSONTree, _ tag: String) -> String? {
    let property =
      variant["properties"]?[tag] ?? variant["allOf"]?.elements.lazy.compactMap { $0["properties"]?[tag] }.first
    return property?.constant
  }

  /// Sets the fields or the type of a case.
  private func fill(
    _ element: inout ImportedDeclaration.Case,
    _ part: JSONTree,
    _ target: JSONTree,
    _ tag: String,
    _ union: Int,
    _ place: TypePlace
  ) {
    let parts = target["allOf"]?.elements ?? []
    let isOnlyTag = { (part: JSONTree) in part["properties"]?.fields.map(\.name) == [tag] }
    if parts.count == 2, let first = parts.first, first["$ref"] != nil, let last = parts.last, isOnlyTag(last) {
      element.type = read(first, place)
      return
    }
    // The fields of a case have neither limits nor comments.
    let isPlain = target["properties"]?.fields.allSatisfy { name, field in
      name == tag || field["description"] == nil && field["title"] == nil && field["deprecated"] == nil
    }
    if target["properties"]?[tag]?["const"] != nil, target["allOf"] == nil, isPlain ?? false,
      [nil, false].contains(target["additionalProperties"])
    {
      let fields = fields(target, union, place.path, except: tag)
      if fields.allSatisfy({ $0.type.constraints.isEmpty }) {
        element.fields = fields
        return
      }
    }
    element.type = read(part, place)
  }

  /// Whether a type is a union of strings, numbers and booleans, each of them a string in an address.
  func isUnionOfScalars(_ type: ImportedType) -> Bool {
    guard let id = type.contained, case .untagged(let cases) = declarations[id].shape else { return false }
    return cases.allSatisfy { element in
      switch element.type?.shape {
      case .library(let name): name != "JSONValue"
      case .declared(let id), .extensible(let id): if case .values = declarations[id].shape { true } else { false }
      case .list, .dictionary, nil: false
      }
    }
  }

  /// Declares the result of an endpoint that has several forms.
  func declareForms(_ forms: [ImportedDeclaration.Form], _ place: TypePlace, _ documentation: String) -> ImportedType {
    declared(["description": .string(documentation)], place, .forms(forms))
  }

  // MARK: -

  /// Declares a type that contains no other one at its place.
  private func declared(_ schema: JSONTree, _ place: TypePlace, _ shape: ImportedDeclaration.Shape) -> ImportedType {
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

  /// Returns the number of a declaration at a place.
  private func declare(_ place: TypePlace, _ schema: JSONTree) -> Int {
    let documentation = (schema["description"] ?? schema["title"])?.text ?? ""
    if let id = place.reserved {
      declarations[id].documentation = documentation
      return id
    }
    declarations.append(
      ImportedDeclaration(parent: place.parent, wishes: place.wishes(schema), documentation: documentation)
    )
    return declarations.count - 1
  }

  /// Whether a name on the wire can be declared.
  private func isDeclarable(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.isUnsafe }
  }

  // MARK: - The whole

  /// Completes the declarations after all operations were read: fields that a union writes are left out, and those through which a type
  /// contains itself are marked.
  func finish(endpoints: [ImportedValue]) {
    removeTags(endpoints)
    removeEndlessCases()
    let groups = Graph.groups(declarations.map(\.contained))
    for id in declarations.indices {
      isIndirect.append(declarations[id].contained.contains { groups[$0] == groups[id] })
      guard case .fields(var fields) = declarations[id].shape else { continue }
      for index in fields.indices {
        fields[index].isIndirect = fields[index].type.contained.map { groups[$0] == groups[id] } ?? false
      }
      let nullable = fields.indices.filter { fields[$0].isRequired && fields[$0].type.isNullable }
      // `nulls: true` is for all fields of a struct: not for one that may be absent, but not `null`.
      if !nullable.isEmpty,
        fields.contains(where: { $0.isIndirect || $0.isOptional && !$0.type.isNullable })
      {
        declarations[id].omitsNull = true
        for index in nullable {
          fields[index].writesNull = !fields[index].isIndirect
          guard !fields[index].writesNull else { continue }
          let name = declarations[id].wishes.first ?? ""
          source.note(
            "#/components/schemas",
            "`\(name)` leaves out its field “\(fields[index].key)” if it is nil; it does not write `null`."
          )
        }
      }
      declarations[id].shape = .fields(fields)
    }
  }

  /// Whether each type contains itself.
  private(set) var isIndirect: [Bool] = []

  /// Removes the field with the tag from the types of a tagged union, which writes it, unless they are also used without the union.
  private func removeTags(_ endpoints: [ImportedValue]) {
    var (tags, others) = tags(endpoints)
    while true {
      // A type that keeps its field would write it twice in such a union.
      let double = implied.sorted().filter { id in
        declarations[id].used.contains { $0.contained.map(others.contains) ?? true }
      }
      if double.isEmpty { break }
      for id in double {
        guard implied.remove(id) != nil, case .tagged(let cases, _) = declarations[id].shape else { continue }
        declarations[id].shape = .untagged(cases.map { .init(name: "", tag: "", type: $0.type) })
      }
      (tags, others) = self.tags(endpoints)
    }
    for (id, tag) in tags.sorted(by: { $0.key < $1.key }) {
      if declarations[id].others != nil {
        declarations[id].others = nil
        let name = declarations[id].wishes.first ?? ""
        source.note(
          "#/components/schemas",
          "`\(name)` is the type of a case with a tag: its fields that are not declared (`additionalProperties`) are ignored."
        )
      }
      guard case .fields(let fields) = declarations[id].shape, fields.contains(where: { $0.key == tag }) else {
        continue
      }
      guard !others.contains(id) else {
        let name = declarations[id].wishes.first ?? ""
        source.note(
          "#/components/schemas",
          "`\(name)` is also used without the union, so that a union writes its field `\(tag)` twice."
        )
        continue
      }
      declarations[id].shape = .fields(fields.filter { $0.key != tag })
    }
  }

  /// Returns the types of tagged unions with their tag, and those that are also read without the union.
  private func tags(_ endpoints: [ImportedValue]) -> (tags: [Int: String], others: Set<Int>) {
    var tags: [Int: String] = [:]
    var others: Set<Int> = Set(endpoints.compactMap(\.type.leaf.contained))
    for declaration in declarations {
      if case .tagged(let cases, let tag) = declaration.shape {
        for id in cases.compactMap(\.type?.contained) {
          if tags[id] ?? tag != tag { others.insert(id) }
          tags[id] = tag
        }
        others.formUnion(cases.flatMap(\.fields).compactMap(\.type.leaf.contained))
      } else {
        others.formUnion(declaration.used.compactMap(\.leaf.contained))
      }
    }
    return (tags, others)
  }

  /// Removes the cases of unions that are the union again: to read one would never end.
  private func removeEndlessCases() {
    // The types that are read from the same value.
    let edges = declarations.map { declaration -> [Int] in
      switch declaration.shape {
      case .untagged(let cases), .tagged(let cases, _): cases.compactMap(\.type?.contained)
      case .alias(let type): [type.contained].compactMap(\.self)
      case .fields, .values, .forms: []
      }
    }
    let groups = Graph.groups(edges)
    for id in declarations.indices {
      let name = declarations[id].wishes.first ?? ""
      switch declarations[id].shape {
      case .untagged(let cases):
        let others = cases.filter { $0.type?.contained.map { groups[$0] != groups[id] } ?? true }
        if others.isEmpty {
          declarations[id].shape = .alias(.any)
          source.note("#/components/schemas", "`\(name)`: it is only itself; it is read as any value.")
        } else if others.count < cases.count {
          source.note("#/components/schemas", "`\(name)`: a value of it that is the union again is left out.")
          declarations[id].shape = .untagged(others)
        }
      case .alias(let type) where type.contained.map { groups[$0] == groups[id] } ?? false:
        declarations[id].shape = .alias(.any)
        source.note("#/components/schemas", "`\(name)`: it is only itself; it is read as any value.")
      case .fields, .values, .tagged, .forms, .alias: continue
      }
    }
  }

  /// Sets the names that the declarations have.
  func name(_ names: [String], cases: [Int: [String]]) {
    for id in declarations.indices {
      declarations[id].name = names[id]
      guard let own = cases[id], case .untagged(var cases) = declarations[id].shape else { continue }
      for index in cases.indices { cases[index].name = own[index] }
      declarations[id].shape = .untagged(cases)
    }
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

  /// Whether the schema has more than strings.
  fileprivate func says(except words: [String] = []) -> Bool {
    let others = ["description", "title", "example", "examples", "nullable", "deprecated", "default"] + words
    return fields.contains { !others.contains($0.name) && !$0.name.hasPrefix("x-") }
  }

  /// The values that are listed. Empty if all values of the type are allowed.
  var listedValues: [JSONTree] { self["enum"]?.elements ?? [self["const"]].compactMap(\.self) }

  /// The only value.
  fileprivate var onlyValue: JSONTree? { listedValues.count == 1 ? listedValues.first : nil }

  /// The only value of a string.
  fileprivate var constant: String? { onlyValue?.text }

  /// Whether the values are objects with fields.
  var isObject: Bool { self["properties"] != nil || self["allOf"] != nil || self["type"] == "object" }
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
