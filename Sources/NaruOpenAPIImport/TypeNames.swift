/// Assigns names to declared types. A nested type has a short name, because it is visible only where it is needed.
struct TypeNames {
  private let declarations: [ImportedDeclaration]
  private var names: [String]
  /// The names of fields and cases. In Korean, a type's name would be the same, and the generated code could not tell them apart.
  private let members: Set<String>

  /// Names the types that are used. `used` has the types of each contract's endpoints, and `taken` the other names.
  static func assign(_ types: TypeImporter, isUsed: [Bool], used: [String: [Int]], taken: Set<String>) {
    var naming = TypeNames(types.declarations)
    naming.nameModule(types.positions, isUsed, taken)
    naming.nameNested(isUsed, used)
    for id in types.declarations.indices {
      types.declarations[id].name = naming.names[id]
      guard case .untagged(var cases) = types.declarations[id].shape else { continue }
      var unique = UniqueNames(Set(cases.compactMap { $0.type?.contained.map { naming.names[$0] } }))
      for index in cases.indices {
        cases[index].name = unique.take(SwiftName.member(cases[index].type.map(naming.words) ?? "value"))
      }
      types.declarations[id].shape = .untagged(cases)
    }
  }

  private init(_ declarations: [ImportedDeclaration]) {
    self.declarations = declarations
    let cases = declarations.flatMap { declaration -> [String] in
      if case .tagged(let cases, _) = declaration.shape { cases.map(\.name) } else { [] }
    }
    members = Set(declarations.flatMap(\.fields).map(\.name) + cases)
    names = declarations.map { $0.wishes.first ?? "" }
  }

  /// Names the types that are not nested: components in the order of the document, then types of other files.
  private mutating func nameModule(_ positions: [Int: Int], _ isUsed: [Bool], _ taken: Set<String>) {
    var unique = UniqueNames(taken)
    let ids = declarations.indices.filter { declarations[$0].parent == .module && isUsed[$0] }
    for id in ids.sorted(by: { (positions[$0] ?? .max, $0) < (positions[$1] ?? .max, $1) }) {
      let wishes = declarations[id].wishes.map { SwiftName.isReserved($0) ? "\($0)Value" : distinct($0) }
      names[id] = unique.take(wishes.first { !unique.contains($0) } ?? wishes[0])
    }
  }

  private func distinct(_ name: String) -> String { members.contains(name) ? "\(name)Value" : name }

  private mutating func nameNested(_ isUsed: [Bool], _ used: [String: [Int]]) {
    // The names that are used inside of each declaration or contract and declared outside: a nested type would hide them.
    var visible: [ImportedDeclaration.Parent: Set<String>] = [:]
    func use(_ ids: [Int], _ parent: ImportedDeclaration.Parent) {
      for id in ids where declarations[id].parent == .module { visible[parent, default: []].insert(names[id]) }
    }
    for (contract, ids) in used {
      visible[.contract(contract), default: []].insert(contract)
      use(ids, .contract(contract))
    }
    // A type is declared after the one around it.
    for (id, declaration) in declarations.enumerated().reversed() where isUsed[id] {
      use(declaration.used.compactMap(\.leaf.contained), .type(id))
      if declaration.parent != .module { visible[declaration.parent, default: []].formUnion(visible[.type(id)] ?? []) }
    }
    var siblings: [ImportedDeclaration.Parent: UniqueNames] = [:]
    for (id, declaration) in declarations.enumerated() where isUsed[id] && declaration.parent != .module {
      var outer: Set<String> = []
      var parent = declaration.parent
      while case .type(let next) = parent {
        outer.insert(names[next])
        parent = declarations[next].parent
      }
      let hidden = visible[declaration.parent] ?? []
      var taken = siblings[declaration.parent] ?? UniqueNames()
      func isFree(_ name: String) -> Bool {
        !SwiftName.isReserved(name) && !outer.contains(name) && !hidden.contains(name) && !taken.contains(name)
      }
      var wishes = declaration.wishes.map(distinct)
      switch declaration.parent {
      case .type(let outer):
        for prefix in [SwiftName.words(names[outer]).last ?? "", names[outer]] {
          wishes.append(SwiftName.words(type: "\(prefix) \(wishes[0])"))
        }
      case .contract(let contract): wishes.append(SwiftName.words(type: "\(contract) \(wishes[0])"))
      case .module: break
      }
      let numbered = (2...).lazy.map { "\(wishes[0])\($0)" }
      names[id] = wishes.first(where: isFree) ?? numbered.first(where: isFree) ?? ""
      _ = taken.take(names[id])
      siblings[declaration.parent] = taken
    }
  }

  /// Returns the words for a value of a type: `strings` for a list of strings.
  private func words(_ type: ImportedType) -> String {
    switch type.shape {
    case .library(let name): name
    case .declared(let id), .extensible(let id): names[id]
    case .list(let element): words(element) + (words(element).hasSuffix("s") ? "List" : "s")
    case .dictionary(let value): "\(words(value))Map"
    }
  }
}
