/// Lines of a file that stay together.
struct SourceBlock {
  var title: String
  /// The type that the lines are an extension of.
  var outer: String?
  var text: SwiftText
  var libraries: Set<String>
}

/// The declared types by the contract that uses them, each with the types that only it uses.
struct TypeFamilies {
  var isUsed: [Bool] { owners.map { $0 != nil } }

  private enum Owner: Equatable {
    case contract(Int)
    case several
  }

  private let types: TypeImporter
  private var owners: [Owner?]
  private var nested: [Int: [Int]] = [:]
  /// The types that are not nested in another type, each after the type that needs it.
  private var order: [Int] = []

  /// Finds the families from the types that the endpoints of each contract use.
  init(_ types: TypeImporter, _ used: [[Int]]) {
    self.types = types
    let edges = types.declarations.map { $0.used.compactMap(\.leaf.contained) }
    owners = Array(repeating: nil, count: edges.count)
    var open = used.enumerated().flatMap { index, ids in ids.map { ($0, Owner.contract(index)) } }
    while let (id, owner) = open.popLast() {
      guard owners[id] != .several, owners[id] != owner else { continue }
      let new = owners[id] == nil ? owner : .several
      owners[id] = new
      open += edges[id].map { ($0, new) }
    }
    // In the order of their first use.
    var known: Set<Int> = []
    for start in used.joined() {
      var open = [start]
      while let id = open.popLast() {
        guard known.insert(id).inserted else { continue }
        if case .type(let outer) = types.declarations[id].parent {
          nested[outer, default: []].append(id)
        } else {
          order.append(id)
        }
        open += edges[id].reversed()
      }
    }
  }

  func blocks(of contract: Int, _ name: String) -> [SourceBlock] {
    let own = order.filter { owners[$0] == .contract(contract) }
    let inner = own.filter { types.declarations[$0].parent != .module }
    let outer = own.filter { types.declarations[$0].parent == .module }
    return inner.flatMap { blocks($0, in: name) } + outer.flatMap { blocks($0, in: nil) }
  }

  /// The types that several contracts use: those that are long enough for a file, and the others.
  var sharedBlocks: (large: [SourceBlock], small: [SourceBlock]) {
    let all = order.filter { owners[$0] == .several && types.declarations[$0].parent == .module }
      .flatMap { blocks($0, in: nil) }
    return (all.filter { $0.text.lines.count > 500 }, all.filter { $0.text.lines.count <= 500 })
  }

  /// The longest block with nested types. In a longer one, they are extensions.
  private static let maxLines = 1000

  private func blocks(_ id: Int, in outer: String?) -> [SourceBlock] {
    var libraries: Set<String> = []
    let whole = text(id, level: outer == nil ? 0 : 2, isWhole: true, &libraries)
    let title = types.declarations[id].name
    let nested = nested[id] ?? []
    if whole.lines.count <= Self.maxLines || nested.isEmpty {
      return [SourceBlock(title: title, outer: outer, text: whole, libraries: libraries)]
    }
    libraries = []
    let own = text(id, level: outer == nil ? 0 : 2, isWhole: false, &libraries)
    let path = (outer.map { "\($0)." } ?? "") + title
    return [SourceBlock(title: title, outer: outer, text: own, libraries: libraries)]
      + nested.flatMap { blocks($0, in: path) }
  }

  private func text(_ id: Int, level: Int, isWhole: Bool, _ libraries: inout Set<String>) -> SwiftText {
    let declaration = types.declarations[id]
    libraries.formUnion(declaration.used.compactMap(\.leaf.library))
    switch declaration.shape {
    case .forms(let forms) where forms.contains { !$0.headers.isEmpty }: libraries.insert("HTTPFields")
    case .headers: libraries.insert("HTTPFields")
    default: break
    }
    var inner: [SwiftText] = []
    for id in isWhole ? nested[id] ?? [] : [] { inner.append(text(id, level: level + 2, isWhole: true, &libraries)) }
    var text = SwiftText()
    text.level = level
    text.add(id, types, nested: inner)
    return text
  }
}
