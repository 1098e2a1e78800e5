import Naru
import NaruOpenAPI

/// The names of a contract's endpoints: `list`, `show`, `create`, `update` and `delete` for its own collection, and the operations' names
/// for the rest.
struct EndpointNames {
  private let contract: String
  private let operations: [DocumentOperation]
  /// The path of each operation below the contract's.
  private let rests: [[Substring]]

  /// Returns a name for each operation; `isList` is whether its successful response is a list.
  static func names(_ operations: [DocumentOperation], contract: String, isList: (DocumentOperation) -> Bool)
    -> [String]
  {
    let naming = EndpointNames(operations, contract)
    let ids = operations.indices.map(naming.ownName)
    let plain = operations.indices.map { operations[$0].isOwn ? nil : naming.plainName($0, isList) }
    let counts = Dictionary(plain.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    let others = Set(operations.indices.filter { plain[$0] == nil }.map { ids[$0] })
    // Names that the macro declares.
    var unique = UniqueNames(["deprecatedAccess", "endpoints", "init", "live", "routes", "self", "unimplemented"])
    return operations.indices.map { index in
      guard let name = plain[index], counts[name] == 1, !others.contains(name) else { return unique.take(ids[index]) }
      return unique.take(name)
    }
  }

  private init(_ operations: [DocumentOperation], _ contract: String) {
    self.operations = operations
    self.contract = contract
    let paths = operations.map { $0.sentPath.split(separator: "/") }
    let common = ImportWriter.commonSegments(paths)
    rests = paths.map { Array($0.dropFirst(common)) }
  }

  private func isPlaceholder(_ segment: Substring) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

  private func has(_ method: String, _ rest: [Substring]) -> Bool {
    zip(operations, rests).contains { $0.method == method && $1 == rest }
  }

  private func plainName(_ index: Int, _ isList: (DocumentOperation) -> Bool) -> String? {
    let method = operations[index].method
    let rest = rests[index]
    if rest.count == 1, isPlaceholder(rest[0]) {
      switch method {
      case "get": return "show"
      case "put": return has("patch", rest) ? "replace" : "update"
      case "patch": return "update"
      case "delete": return "delete"
      default: return nil
      }
    }
    guard rest.isEmpty else { return verb(index) }
    let hasItems = rests.contains { $0.count == 1 && isPlaceholder($0[0]) }
    switch method {
    case "get": return hasItems || isList(operations[index]) ? "list" : verb(index)
    case "post": return hasItems || has("get", []) ? "create" : verb(index)
    default: return verb(index)
    }
  }

  /// Returns the name of an operation whose own name contains only a method and the contract: `list` for `getPets`.
  private func verb(_ index: Int) -> String? {
    let words = SwiftName.words(operations[index].content["operationId"]?.text ?? "").map { $0.lowercased() }
    let rest = words.dropFirst().joined()
    let own = contract.lowercased()
    guard let first = words.first, rest == own || "\(rest)s" == own else { return nil }
    return switch (operations[index].method, first) {
    case ("get", "list"),
      ("get", "get") where rest == own && own.hasSuffix("s"):
      "list"
    case ("get", "get"), ("get", "show"), ("get", "read"): "show"
    case ("post", "post"), ("post", "create"), ("post", "add"): "create"
    case ("put", "put"), ("put", "update"), ("patch", "patch"), ("patch", "update"): "update"
    case ("delete", "delete"), ("delete", "remove"): "delete"
    default: nil
    }
  }

  /// Returns the name of an operation without the contract's, or one from the method and the path.
  private func ownName(_ index: Int) -> String {
    let operation = operations[index]
    guard let id = operation.content["operationId"]?.text, id.contains(where: \.isLetter), !isOfPath(id, operation)
    else {
      let segments = operation.sentPath.split(separator: "/")
      // The placeholders of the resources around it say nothing about it.
      var rest = rests[index].filter { !isPlaceholder($0) }
      if rest.isEmpty { rest = segments.filter { !isPlaceholder($0) }.suffix(1) }
      if let last = segments.last, isPlaceholder(last) { rest.append("by \(last)") }
      let words = rest.joined(separator: " ")
      let isVerb = SwiftName.words(words).first?.lowercased() == operation.method
      return SwiftName.member(isVerb ? words : "\(operation.method) \(words)")
    }
    let last = id.split { "./".contains($0) }.last.map(String.init) ?? id
    // Spring numbers the operations of one name in all contracts: `search_1`.
    let name = operation.isOwn ? last : Self.withoutPath(last.replacing(#/_\d\d?$/#, with: ""), operation)
    let words = SwiftName.words(name)
    let own = SwiftName.words(contract).map { $0.lowercased() }
    guard !operation.isOwn, words.count > own.count, words.prefix(own.count).map({ $0.lowercased() }) == own else {
      return SwiftName.member(name)
    }
    return SwiftName.member(words.dropFirst(own.count).joined(separator: " "))
  }

  /// Returns a name without the path and the method that FastAPI adds: `read_item` for `read_item_items__item_id__get`.
  private static func withoutPath(_ id: String, _ operation: DocumentOperation) -> String {
    let end = letters(operation.sentPath) + operation.method
    var (id, rest) = (id, end.count)
    guard letters(id).hasSuffix(end), letters(id).count > rest, rest > operation.method.count else { return id }
    while rest > 0, let last = id.popLast() { rest -= last.isLetter || last.isNumber ? 1 : 0 }
    return id
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Whether a name is only the method and the path in words: `GetCustomersCustomerCardsId`.
  private func isOfPath(_ id: String, _ operation: DocumentOperation) -> Bool {
    let (name, path) = (Self.letters(id), Self.letters(operation.sentPath))
    return !operation.isOwn && name.hasPrefix(operation.method) && name.count > operation.method.count + 3
      && path.hasSuffix(name.dropFirst(operation.method.count))
      // The name of a single word may have capitals that the path doesn't have.
      && operation.sentPath.dropFirst().contains("/")
  }
}

extension DocumentOperation {
  /// The name of the contract: the first tag's.
  var contract: String { tag.map { SwiftName.type($0, reserved: "API") } ?? "API" }

  var tag: String? { content["tags"]?.elements.first?.text }

  /// Whether the operation is from a document of Naru's, whose names are Swift's: `Books.show`.
  var isOwn: Bool {
    guard let tag, let id = content["operationId"]?.text, id.hasPrefix("\(tag).") else { return false }
    let isType = tag.first?.isLowercase == false && !tag.contains(".")
    return isType && id.dropFirst(tag.count + 1).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The path that is sent. The parts after `?` and `#` distinguish operations with the same path.
  var sentPath: String { String(path.prefix { !"?#".contains($0) }) }

  /// The query in the path, with constants.
  var query: Substring { path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst() }
}
