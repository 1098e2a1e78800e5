import Foundation
import Naru

/// A document with the files beside it that it refers to.
final class ImportSource {
  /// The document, in the form of OpenAPI 3.1.
  let root: JSONTree
  private let file: URL?
  /// The other files, by name.
  private var files: [String: JSONTree] = [:]
  private(set) var notes: [ImportNote] = []

  /// Reads a file. A file that is not JSON is read as YAML.
  ///
  /// - Throws: `SentenceError` if it can't be read, or is not OpenAPI 3.
  init(contentsOf file: URL) throws {
    self.file = file
    root = try Self.read(file)
    guard let version = root["openapi"]?.text, version.hasPrefix("3.") else {
      throw SentenceError.notOpenAPI(file.lastPathComponent)
    }
  }

  /// Uses a document in memory.
  init(root: JSONTree) {
    file = nil
    self.root = root
  }

  private static func read(_ file: URL) throws -> JSONTree {
    let data = try Data(contentsOf: file)
    if let tree = JSONTree(json: data) { return tree }
    do {
      return try YAMLReader.read(String(decoding: data, as: UTF8.self))
    } catch let error as YAMLError {
      throw SentenceError.unreadable(file.lastPathComponent, line: error.line, reason: error.reason)
    }
  }

  func note(_ place: String, _ reason: String) {
    let note = ImportNote(place: place, reason: reason)
    if !notes.contains(note) { notes.append(note) }
  }

  /// Returns what a value refers to, with the last part of the reference; the value itself if it is not a reference.
  func resolved(_ value: JSONTree, at place: String) -> JSONTree {
    var value = value
    var depth = 0
    while let reference = value["$ref"]?.text {
      depth += 1
      guard depth < 32, let target = target(reference) else {
        note(place, "“\(reference)” can't be found; it is treated as any value.")
        return [:]
      }
      value = target
    }
    return value
  }

  /// Returns the value at a reference: `#/components/schemas/Pet`, or `pets.yaml#/Pet` in a file of the same folder.
  private func target(_ reference: String) -> JSONTree? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var tree: JSONTree? = root
    if let name = parts.first, !name.isEmpty { tree = other(name) }
    guard parts.count == 2 else { return tree }
    for part in parts[1].split(separator: "/") {
      let name = (part.removingPercentEncoding ?? String(part)).replacing("~1", with: "/").replacing("~0", with: "~")
      guard let current = tree else { return nil }
      if let index = Int(name), current.elements.indices.contains(index) {
        tree = current.elements[index]
      } else {
        tree = current[name]
      }
    }
    return tree
  }

  private func other(_ name: String) -> JSONTree? {
    if let known = files[name] { return known }
    guard let folder = file?.deletingLastPathComponent() else { return nil }
    let path = folder.appending(path: name).standardizedFileURL
    // Nothing outside of the folder is read.
    guard path.path.hasPrefix(folder.standardizedFileURL.path), let tree = try? Self.read(path) else { return nil }
    // A reference in the file without a name is one to the file itself.
    let absolute = tree.mappingReferences { $0.hasPrefix("#") ? name + $0 : $0 }
    files[name] = absolute
    return absolute
  }
}

extension SentenceError {
  fileprivate static func notOpenAPI(_ file: String) -> SentenceError {
    SentenceError(
      Sentence(
        korean: "\(file)은(는) OpenAPI 3 문서가 아닙니다. `openapi: 3.…`으로 시작하는 문서가 필요합니다.",
        english: "\(file) is not an OpenAPI 3 document: it has no `openapi: 3.…`."
      )
    )
  }

  fileprivate static func unreadable(_ file: String, line: Int, reason: String) -> SentenceError {
    SentenceError(
      Sentence(
        korean: "\(file)의 \(line)번째 줄을 읽을 수 없습니다: \(reason)",
        english: "\(file) can't be read at line \(line): \(reason)."
      )
    )
  }
}

/// Returns a part of a JSON pointer.
func pointer(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }

extension JSONTree {
  /// Returns the value with other references.
  fileprivate func mappingReferences(_ change: (String) -> String) -> JSONTree {
    switch self {
    case .object(let fields):
      .object(
        Fields(
          fields.all.map { name, value in
            if name == "$ref", let text = value.text { return (name, .string(change(text))) }
            return (name, value.mappingReferences(change))
          }
        )
      )
    case .array(let elements): .array(elements.map { $0.mappingReferences(change) })
    default: self
    }
  }
}
