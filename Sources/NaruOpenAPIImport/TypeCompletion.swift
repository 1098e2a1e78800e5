import Naru
import NaruOpenAPI

/// Completes the declarations after all operations were read: fields that a union writes are left out, and those through which a type
/// contains itself are marked.
struct TypeCompletion {
  let source: DocumentReader
  /// The declarations of unions without a discriminator whose variants have a constant field that tells them apart.
  var implied: Set<Int>
  var declarations: [ImportedDeclaration]
  /// Whether each declaration contains itself.
  private(set) var isIndirect: [Bool] = []

  mutating func run(_ endpoints: [ImportedValue]) {
    removeTags(endpoints)
    removeEndlessCases()
    let groups = Graph.groups(declarations.map(\.contained))
    for id in declarations.indices {
      isIndirect.append(declarations[id].contained.contains { groups[$0] == groups[id] })
      guard case .fields(var fields) = declarations[id].shape else { continue }
      for index in fields.indices {
        if let value = fields[index].defaultValue {
          fields[index].value = swift(value, fields[index].type)
          // Of an optional, it would be `nil`.
          if fields[index].type.isNullable, fields[index].value == ".none" { fields[index].value = ".some(.none)" }
          if fields[index].value == nil { fields[index].document(value.sentenceOfDefault) }
        }
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
          note(id, " leaves out its field “\(fields[index].key)” if it is nil; it does not write `null`.")
        }
      }
      declarations[id].shape = .fields(fields)
    }
  }

  private func note(_ id: Int, _ reason: String) {
    source.note("#/components/schemas", "`\(declarations[id].wishes.first ?? "")`\(reason)")
  }

  /// Removes the field with the tag from the types of a tagged union, which writes it. If a type is also used without the union, it
  /// keeps the field, with the tag as its only value, and the union has no tag.
  private mutating func removeTags(_ endpoints: [ImportedValue]) {
    var kept: Set<Int> = []
    while true {
      let uses = uses(endpoints)
      let double = declarations.indices.filter { id in
        guard case .tagged(let cases, let tag) = declarations[id].shape, !kept.contains(id) else { return false }
        return cases.contains { element in
          // A union among the cases writes its own tag, which has the same name.
          element.type?.contained.map {
            isTagged($0, tag) || !isFree($0, tag, uses) && (implied.contains(id) || has($0, tag))
          } ?? false
        }
      }
      if double.isEmpty { break }
      for id in double where !removeTag(of: id, uses) { kept.insert(id) }
    }
    let uses = uses(endpoints)
    for id in declarations.indices {
      guard case .tagged(let cases, let tag) = declarations[id].shape else { continue }
      for member in members(cases) {
        if declarations[member].others != nil {
          declarations[member].others = nil
          let what = "its fields that are not declared (`additionalProperties`) are ignored"
          note(member, " is the type of a case with a tag: \(what).")
        }
        guard case .fields(let fields) = declarations[member].shape, has(member, tag) else { continue }
        guard isFree(member, tag, uses) else {
          note(member, " is also used without the union, so that a union writes its field `\(tag)` twice.")
          continue
        }
        declarations[member].shape = .fields(fields.filter { $0.key != tag })
      }
    }
  }

  /// Where a type is used: as the case of unions, and elsewhere.
  private struct Uses {
    var unions: [Int: Set<Int>] = [:]
    var others: Set<Int> = []
  }

  private func uses(_ endpoints: [ImportedValue]) -> Uses {
    var uses = Uses()
    uses.others = Set(endpoints.compactMap(\.type.leaf.contained))
    for (id, declaration) in declarations.enumerated() {
      if case .tagged(let cases, _) = declaration.shape {
        for member in cases.compactMap(\.type?.contained) { uses.unions[member, default: []].insert(id) }
        uses.others.formUnion(cases.flatMap(\.fields).compactMap(\.type.leaf.contained))
      } else {
        uses.others.formUnion(declaration.used.compactMap(\.leaf.contained))
      }
    }
    return uses
  }

  /// Whether each use of a type is in a union that writes a tag, or in a union inside of one.
  private func isFree(_ id: Int, _ tag: String, _ uses: Uses, _ depth: Int = 0) -> Bool {
    guard !uses.others.contains(id), depth < 16, let unions = uses.unions[id] else { return false }
    return unions.allSatisfy { isTagged($0, tag) || isFree($0, tag, uses, depth + 1) }
  }

  /// The structs that the cases of a union have, also in the unions among them.
  private func members(_ cases: [ImportedDeclaration.Case], _ depth: Int = 0) -> [Int] {
    cases.compactMap(\.type?.contained).flatMap { id -> [Int] in
      guard depth < 16, case .tagged(let inner, _) = declarations[id].shape else { return [id] }
      return members(inner, depth + 1)
    }
  }

  /// Whether a type has a field, or a union of such types.
  private func has(_ id: Int, _ tag: String, _ depth: Int = 0) -> Bool {
    switch declarations[id].shape {
    case .fields(let fields): fields.contains { $0.key == tag }
    case .tagged(let cases, let own):
      own == tag || depth < 16 && cases.contains { $0.type?.contained.map { has($0, tag, depth + 1) } ?? false }
    case .values, .untagged, .forms, .headers, .alias: false
    }
  }

  /// Makes the tag a constant of the types of a union, which then has no tag of its own. Returns `false` if that changes another use.
  private mutating func removeTag(of union: Int, _ uses: Uses) -> Bool {
    guard case .tagged(let cases, let tag) = declarations[union].shape else { return false }
    var tags: [Int: [String]] = [:]
    for element in cases {
      guard let id = element.type?.contained, !isTagged(id, tag) else { continue }
      guard case .fields(let fields) = declarations[id].shape,
        fields.contains(where: { $0.key == tag }) || !uses.others.contains(id) && uses.unions[id] == [union]
      else { return false }
      tags[id, default: []].append(element.tag)
    }
    var untagged: [ImportedDeclaration.Case] = []
    for element in cases {
      if let id = element.type?.contained {
        // A union among the cases writes the tag itself.
        let isFirst =
          isTagged(id, tag) ? !untagged.contains { $0.type == element.type } : tags[id]?.first == element.tag
        guard isFirst else { continue }
      }
      let type = element.type ?? declare(element.tag, in: union, .fields(element.fields))
      if let id = type.contained, !isTagged(id, tag) { setConstant(tag, tags[id] ?? [element.tag], in: id) }
      untagged.append(.init(name: "", tag: "", type: type))
    }
    declarations[union].shape = .untagged(untagged)
    implied.remove(union)
    return true
  }

  private func isTagged(_ id: Int, _ tag: String) -> Bool {
    if case .tagged(_, tag) = declarations[id].shape { true } else { false }
  }

  private mutating func setConstant(_ key: String, _ tags: [String], in id: Int) {
    guard case .fields(var fields) = declarations[id].shape else { return }
    let index = fields.firstIndex { $0.key == key }
    if let known = index.flatMap({ fields[$0].type.contained }),
      case .values(let values, _) = declarations[known].shape,
      values.map(\.literal) == tags.map(literal), index.map({ fields[$0].isRequired }) == true
    {
      return
    }
    let names = SwiftName.values(tags)
    let values = zip(tags, names).map { tag, name in
      ImportedDeclaration.Value(name: name, literal: literal(tag), isNameOfValue: name == tag)
    }
    let type = declare(key, in: id, .values(values, type: "String"))
    if let index {
      fields[index].type = type
      fields[index].isRequired = true
      fields[index].defaultValue = nil
    } else {
      var names = UniqueNames(Set(fields.map(\.name)))
      let name = names.take(SwiftName.member(key))
      fields.insert(.init(name: name, key: key, type: type), at: 0)
    }
    declarations[id].shape = .fields(fields)
  }

  /// Removes the cases of unions that are the union again: to read one would never end.
  private mutating func removeEndlessCases() {
    // The types that are read from the same value.
    let edges = declarations.map { declaration -> [Int] in
      switch declaration.shape {
      case .untagged(let cases), .tagged(let cases, _): cases.compactMap(\.type?.contained)
      case .alias(let type): [type.contained].compactMap(\.self)
      case .fields, .values, .forms, .headers: []
      }
    }
    let groups = Graph.groups(edges)
    for id in declarations.indices {
      func isEndless(_ type: ImportedType?) -> Bool { type?.contained.map { groups[$0] == groups[id] } ?? false }
      var others: [ImportedDeclaration.Case] = []
      switch declarations[id].shape {
      case .untagged(let cases) where cases.contains { isEndless($0.type) }:
        others = cases.filter { !isEndless($0.type) }
      case .alias(let type) where isEndless(type): break
      case .fields, .values, .tagged, .untagged, .forms, .headers, .alias: continue
      }
      declarations[id].shape = others.isEmpty ? .alias(.any) : .untagged(others)
      let (rest, end) = ("a value of it that is the union again is left out.", "it is read as any value.")
      note(id, ": " + (others.isEmpty ? "it is only itself; \(end)" : rest))
    }
  }

  /// Returns a value in Swift. `nil` if it is not one of the type's values that are written as a literal.
  private func swift(_ value: JSONTree, _ type: ImportedType) -> String? {
    switch type.shape {
    case .library("String"): return value.scalar.map(literal)
    case .library("Bool"): return value.boolean.map { "\($0)" }
    case .library(let name) where name.contains("Int"):
      let most = name.hasSuffix("8") ? 127 : name.hasSuffix("16") ? 32_767 : Double(Int32.max)
      guard let number = value.number, number.magnitude <= most, number == number.rounded(),
        number >= 0 || !name.hasPrefix("U")
      else { return nil }
      return Constraint.text(number)
    case .library("Double"), .library("Float"):
      return value.number.flatMap { $0.magnitude < 1e15 ? Constraint.text($0) : nil }
    case .declared(let id):
      if case .alias(let other) = declarations[id].shape { return swift(value, other) }
      guard case .values(let cases, _) = declarations[id].shape else { return nil }
      return cases.first { [literal(value.scalar ?? ""), value.scalar].contains($0.literal) }.map {
        ".\(SwiftName.escaped($0.name))"
      }
    case .list(let element):
      guard case .array(let values) = value else { return nil }
      let elements = values.compactMap { swift($0, element) }
      return elements.count == values.count ? "[\(elements.joined(separator: ", "))]" : nil
    case .dictionary: return value == [:] ? "[:]" : nil
    case .library, .extensible: return nil
    }
  }

  private mutating func declare(_ name: String, in outer: Int, _ shape: ImportedDeclaration.Shape) -> ImportedType {
    declarations.append(.init(parent: .type(outer), wishes: [SwiftName.words(type: name)], shape: shape))
    return .declared(declarations.count - 1)
  }
}
