import Naru
import NaruOpenAPI

extension TypeImporter {
  /// Returns a union whose variants have the fields beside it, unless they declare these themselves.
  func distributed(_ parts: [JSONTree], _ word: String, _ schema: JSONTree, _ place: TypePlace) -> ImportedType {
    var common = schema
    for word in [word, "description", "discriminator", "title"] { common[word] = nil }
    let merged = source.merged(common, at: place.path)
    let (fields, unions) = (merged.schema, merged.unions)
    let names = fields["properties"]?.fields.map(\.name) ?? []
    guard !names.isEmpty || !unions.isEmpty || fields["required"] != nil else {
      return union(parts, word, schema, place)
    }
    let required = Set(fields["required"]?.elements ?? [])
    let whole = parts.map { part -> JSONTree in
      let merged = source.merged(part, at: place.path)
      let (target, inner) = (merged.schema, merged.unions)
      let own = Set(target["properties"]?.fields.map(\.name) ?? [])
      let isWhole =
        unions.isEmpty && own.isSuperset(of: names) && Set(target["required"]?.elements ?? []).isSuperset(of: required)
      guard !isWhole, target.isObject || !inner.isEmpty || target["type"] == nil else { return part }
      var variant: JSONTree = ["allOf": [common, part]]
      variant[DocumentReader.variantOf] = part["$ref"]
      return variant
    }
    return union(whole, word, schema, place, names: optionNames(parts))
  }

  func union(
    _ parts: [JSONTree],
    _ word: String,
    _ schema: JSONTree,
    _ place: TypePlace,
    names: [String]? = nil
  ) -> ImportedType {
    if parts.count == 1, let only = parts.first {
      var place = place
      place.path += "/\(word)"
      return read(only, place)
    }
    // Spring REST Docs writes all types for the elements of a list without any.
    let plain = parts.filter { !$0.says(except: ["type"]) }.compactMap { $0["type"]?.text }
    if Set(plain).isSuperset(of: ["boolean", "number", "object", "string"]) { return .any }
    // A type of its own is not worth it for one more value, such as the empty string of Django's choices.
    let lists = parts.map { part in source.quietly { source.resolved(part) }.listedValues }
    let values = lists.flatMap { $0 }
    let isEnum = values.areCases || values.allSatisfy { $0.number != nil }
    if !lists.contains([]), lists.count(where: { $0.count > 1 }) < 2, isEnum {
      let described = Dictionary(parts.compactMap { part in part.onlyValue.map { ($0, part) } }) { first, _ in first }
      return enumeration(values, schema, place, described: described)
    }
    if let tag = schema["discriminator"]?["propertyName"]?.text {
      if schema["discriminator"]?["defaultMapping"] != nil {
        source.note(place.path, "`defaultMapping` is not used: a value without a known “\(tag)” can't be read.")
      }
      if let reason = untaggable(parts, tag, place) {
        source.note(place.path, "\(reason), so that “\(tag)” is not used; the types are tried in order.")
      } else {
        return tagged(parts, tag, word, schema, place)
      }
    }
    if let tag = source.impliedTag(parts), isDeclarable(tag) {
      let type = tagged(parts, tag, word, schema, place, isImplied: true)
      if let id = type.contained { implied.insert(id) }
      return type
    }
    return untagged(parts, word, schema, place, names: names)
  }

  /// The reason why a union can't have a tag. `nil` if it can.
  private func untaggable(_ parts: [JSONTree], _ tag: String, _ place: TypePlace) -> String? {
    for part in parts {
      let merged = source.merged(part, at: place.path)
      let (target, unions) = (merged.schema, merged.unions)
      guard target.isObject || !unions.isEmpty else { return "a variant is no object" }
      if unions.isEmpty, target["properties"]?.fields.isEmpty ?? true, target["additionalProperties"] != false {
        return "a variant has no declared fields"
      }
      let field = target["properties"]?[tag].map { source.resolved($0, at: place.path) }
      if ["integer", "number", "boolean"].contains(field?["type"]?.text) || field?.listedValues.first?.number != nil {
        return "the discriminator is not a string"
      }
    }
    return nil
  }

  func untagged(
    _ parts: [JSONTree],
    _ word: String,
    _ schema: JSONTree,
    _ place: TypePlace,
    names: [String]? = nil
  ) -> ImportedType {
    let id = declare(place, schema)
    let names = names ?? optionNames(parts)
    let cases = zip(parts, names).enumerated().map { index, option in
      let inner = place.part("\(word)/\(index)", option.1, prefersTitle: true, parent: .type(id))
      return ImportedDeclaration.Case(name: "", tag: "", type: read(option.0, inner))
    }
    if cases.contains(where: { $0.type?.constraints.isEmpty == false }) {
      source.note(place.path, "the limits of the types in `\(word)` can't be checked and are left out.")
    }
    let variants = parts.map { UnionVariant($0, of: source, at: place.path) }
    let order = cases.indices.sorted { (variants[$0].order, $0) < (variants[$1].order, $1) }
    let lookAlike = order.indices.contains { first in
      order[(first + 1)...].contains { variants[order[first]].mayRead(variants[$0]) }
    }
    let what = "the one that declares most of the value's fields is taken"
    if lookAlike { source.note(place.path, "`\(word)` of types that may look alike: \(what).") }
    let overlaps = variants.indices.contains { first in
      variants[(first + 1)...].contains { variants[first].mayOverlap($0) }
    }
    if word == "anyOf", overlaps {
      source.note(place.path, "a value may have the fields of several types of `anyOf`: the others' fields are lost.")
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
      if let reference = part["$ref"]?.text { return SwiftName.words(type: DocumentReader.name(of: reference)) }
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
    let variants = parts.enumerated().map { index, part -> (part: JSONTree, target: JSONTree, tags: [String]) in
      let tags = source.tags(of: part, tag, mapping)
      return (part, source.resolved(part, at: place.path), tags.isEmpty ? ["option\(index + 1)"] : tags)
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
        let isBase =
          variant.part["$ref"] == nil && variant.part[DocumentReader.variantOf] != nil && variant.part["allOf"] == nil
        let inner = place.part("\(word)/\(index)", isBase ? "Base" : SwiftName.words(type: value), parent: .type(id))
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
    let others = ["allOf", "anyOf", "dependentSchemas", "else", "oneOf", "patternProperties", "then"]
    if target["properties"]?[tag]?["const"] != nil, isPlain ?? false, others.allSatisfy({ target[$0] == nil }),
      [nil, false].contains(target["additionalProperties"])
    {
      let fields = fields(target, union, place, except: tag)
      // A case leaves out its fields that are nil.
      let hasNull = fields.contains { $0.isRequired && $0.type.isNullable }
      if !hasNull, fields.allSatisfy({ $0.type.constraints.isEmpty && $0.defaultValue == nil }) {
        element.fields = fields
        return
      }
    }
    element.type = read(part, place)
  }

  /// The types that a value may have, without the names of other types, and without unions that are tried in order.
  func variants(of type: ImportedType) -> [ImportedType] {
    var (variants, known, open) = ([ImportedType](), Set<Int>(), [type])
    while let next = open.popLast() {
      let id = next.contained
      switch id.map({ declarations[$0].shape }) {
      case .alias(let other): if known.insert(id ?? 0).inserted { open.append(other) }
      case .untagged(let cases): if known.insert(id ?? 0).inserted { open += cases.reversed().compactMap(\.type) }
      case .tagged(let cases, _) where known.insert(id ?? 0).inserted:
        variants.append(next)
        open += cases.compactMap(\.type)
      default: variants.append(next)
      }
    }
    return variants
  }
}
