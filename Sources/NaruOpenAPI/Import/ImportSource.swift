import Foundation
import Naru
import NaruRecording

/// A document with the files beside it that it refers to.
final class ImportSource {
  /// The document, in the form of OpenAPI 3.1.
  let root: JSONTree
  private let file: URL?
  /// The other files, by name.
  private var files: [String: JSONTree] = [:]
  private(set) var notes: [ImportNote] = []

  /// Reads a file. A file that is not JSON is read as YAML. A recording and a collection become a document first.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - baseURL: the base of the paths in a recording.
  /// - Throws: `SentenceError` if it can't be read, or is none of these.
  init(contentsOf file: URL, baseURL: URL?) throws {
    let tree = try Self.read(file)
    if tree["openapi"]?.text?.hasPrefix("3.") ?? false {
      self.file = file
      root = tree
      return
    }
    self.file = nil
    let seen: SeenCalls
    if tree["log"]?["entries"] != nil {
      seen = SeenCalls(try HARFile(contentsOf: file), baseURL: baseURL)
    } else if tree["info"]?["schema"]?.text?.contains("/collection/v2") ?? false {
      seen = SeenCalls(collection: tree)
    } else {
      throw SentenceError.unknownFormat(file.lastPathComponent)
    }
    guard !seen.calls.isEmpty else { throw SentenceError.noCalls(file.lastPathComponent) }
    root = SeenDocument(seen.calls, server: seen.server).root
    notes = seen.notes
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

  /// Returns the value at a reference: `#/components/schemas/Pet`, or `pets.yaml#/Pet` in a file of the same folder. `nil` if there is
  /// none.
  func target(_ reference: String) -> JSONTree? {
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
  fileprivate static func unknownFormat(_ file: String) -> SentenceError {
    SentenceError(
      Sentence(
        korean: """
          \(file)은(는) OpenAPI 3 문서, HAR 1.2 기록, Postman 2.1 컬렉션 가운데 어느 것도 아닙니다.
          """,
        english: """
          \(file) is none of these: an OpenAPI 3 document (`openapi: 3.…`), a recording (HAR 1.2), a collection of Postman's (2.1).
          """
      )
    )
  }

  fileprivate static func noCalls(_ file: String) -> SentenceError {
    SentenceError(
      Sentence(
        korean: "\(file)에 API 호출이 없습니다.",
        english: "\(file) has no calls of an API."
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
