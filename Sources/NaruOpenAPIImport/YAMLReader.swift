import Foundation
import Naru
import Synchronization
import Yams

struct YAMLError: Error {
  /// From 1. `nil` if the mistake has no line.
  var line: Int?
  var reason: String
}

/// A reader of YAML 1.2 with anchors, aliases and `<<`, whose keys are scalars.
///
/// Yams resolves plain scalars as in YAML 1.1, where `no` is a boolean and `2020-01-01` is a date, so this reader resolves them.
struct YAMLReader {
  /// The nesting of the largest known documents is far below this.
  static let maxDepth = 200
  /// The largest known documents take 2 seconds. Yams hashes a key with all its content, so that an alias as a key can take hours
  /// before this reader sees it.
  private static let maxSeconds = 20.0
  /// Aliases of aliases multiply a document's content: a few hundred bytes can be billions of values. Without them, each value takes
  /// a byte or more.
  private let maxCount: Int
  private var count = 0

  /// Reads a document, in a thread of its own, whose stack has room for the deepest document, and which may take too long.
  static func read(_ text: String, within seconds: Double = maxSeconds) throws(YAMLError) -> JSONTree {
    let text = printable(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
    let box = ResultBox()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let result = Result { () throws(YAMLError) in try composed(text) }
      box.result.withLock { $0 = result }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    guard done.wait(timeout: .now() + seconds) == .success, let result = box.result.withLock({ $0 }) else {
      throw YAMLError(reason: "it takes longer than \(seconds.formatted()) seconds")
    }
    return try result.get()
  }

  /// Returns a string with spaces instead of the control characters that YAML does not allow, and many documents have.
  private static func printable(_ text: String) -> String {
    func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control && !["\t", "\n", "\r", "\u{85}"].contains(scalar)
    }
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isForbidden($0) ? " " : $0 }))
  }

  private static func composed(_ text: String) throws(YAMLError) -> JSONTree {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw YAMLError(error)
    }
    var reader = YAMLReader(maxCount: 100_000 + text.utf8.count)
    return try root.map { node throws(YAMLError) in try reader.tree(node, depth: 0) } ?? .null
  }

  private mutating func tree(_ node: Node, depth: Int) throws(YAMLError) -> JSONTree {
    count += 1
    guard depth < Self.maxDepth else {
      throw YAMLError(line: node.mark?.line, reason: "values are nested more than \(Self.maxDepth) levels deep")
    }
    guard count < maxCount else {
      throw YAMLError(line: node.mark?.line, reason: "the document's aliases make more than \(maxCount) values")
    }
    switch node {
    case .scalar(let scalar): return Self.value(scalar)
    case .sequence(let sequence):
      var elements: [JSONTree] = []
      for element in sequence { elements.append(try tree(element, depth: depth + 1)) }
      return .array(elements)
    case .mapping(let mapping):
      var fields = JSONTree.Fields()
      var merged: [JSONTree] = []
      for (key, value) in mapping {
        guard let name = key.scalar?.string else {
          throw YAMLError(line: key.mark?.line, reason: "a key must be a string")
        }
        let value = try tree(value, depth: depth + 1)
        if name == "<<" { merged += value.elements.isEmpty ? [value] : value.elements } else { fields[name] = value }
      }
      for (name, value) in merged.flatMap(\.fields) where fields[name] == nil { fields[name] = value }
      return .object(fields)
    case .alias: throw YAMLError(line: node.mark?.line, reason: "an alias without an anchor")
    }
  }

  private static func value(_ scalar: Node.Scalar) -> JSONTree {
    let text = scalar.string
    guard scalar.style == .plain, scalar.tag.description != Tag.Name.str.rawValue else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return .string(text) }
    return number(text).map(JSONTree.number) ?? .string(text)
  }

  /// Returns a number as JSON writes it. `nil` if the string is none: `+1`, `.5`, `0x1F` and `1.` are numbers, `01` and `1_000` are not.
  private static func number(_ text: String) -> String? {
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16).map(String.init) }
    let unsigned = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
    if unsigned.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), !unsigned.isEmpty {
      guard unsigned.count == 1 || !unsigned.hasPrefix("0") else { return nil }
      return text.hasPrefix("+") ? String(unsigned) : text
    }
    // Not what only `Double` reads: `0x1p3`, `infinity`.
    guard unsigned.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), let number = Double(text) else {
      return nil
    }
    // A version may be `4.10`.
    if text.wholeMatch(of: /-?(0|[1-9][0-9]*)\.[0-9]+/) != nil { return text }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}

private final class ResultBox: Sendable { let result = Mutex<Result<JSONTree, YAMLError>?>(nil) }

extension YAMLError {
  fileprivate init(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(line: mark.line, reason: problem)
    case .duplicatedKeysInMapping(let names, let context):
      self.init(line: context.mark.line, reason: "the key “\(names.first ?? "")” is repeated")
    case .reader(let problem, _, _, _): self.init(reason: problem)
    default: self.init(reason: "it is not YAML")
    }
  }
}
