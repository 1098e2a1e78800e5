import Foundation
import Naru

/// A document with the files beside it that it refers to.
final class ImportSource {
  /// The document, in the form of OpenAPI 3.1.
  let root: JSONTree
  /// The converter of the other files, if the document is one of Swagger 2.
  private let converter: SwaggerConverter?
  /// The document's file. `nil` if there are no files beside it.
  private let file: URL?
  /// The other files, by their paths in the folder of the document. `nil` if one can't be read.
  private var files: [String: JSONTree?] = [:]
  private(set) var notes: [ImportNote] = []
  private var known: Set<ImportNote> = []

  /// Reads a file. A file that is not JSON is read as YAML.
  init(contentsOf file: URL) throws {
    let tree = try Self.read(file)
    let absolute = tree.mappingReferences { Self.reference($0, in: file.lastPathComponent, of: file) }
    // A version without quotes is a number in YAML.
    func version(_ word: String) -> String? { tree[word]?.text ?? tree[word]?.number.map { "\($0)" } }
    switch (version("swagger"), version("openapi")) {
    case (let version?, _) where version.hasPrefix("2"):
      let converter = SwaggerConverter(absolute)
      self.converter = converter
      root = converter.root
    case (nil, let version?) where version.hasPrefix("3."):
      converter = nil
      root = absolute
    default:
      throw MessageError("\(file.lastPathComponent) is not a document of OpenAPI 3 (`openapi: 3.…`) or Swagger 2.")
    }
    self.file = file
  }

  /// Uses a document in memory.
  init(root: JSONTree) {
    file = nil
    converter = nil
    self.root = root.mappingReferences(Self.decoded)
  }

  /// Whether other words beside a `$ref` count. Before OpenAPI 3.1, they are ignored.
  private(set) lazy var readsBesideReferences: Bool =
    root["openapi"]?.text.map { $0.hasPrefix("3.") && !$0.hasPrefix("3.0") } ?? false

  /// Returns a reference without percent-encoding, so that each schema has one reference.
  private static func decoded(_ reference: String) -> String {
    reference.contains("%") ? reference.removingPercentEncoding ?? reference : reference
  }

  /// The size of the largest file that is read: the largest known documents are below 20 MB.
  private static let maxSize = 64 << 20

  private static func read(_ file: URL) throws -> JSONTree {
    let data: Data
    do {
      // A pipe or a device has no end.
      let values = try file.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
      guard values.isRegularFile ?? false else { throw MessageError("\(file.path) is not a regular file.") }
      guard values.fileSize ?? 0 <= maxSize else {
        throw MessageError("\(file.path) is larger than 64 MB. Split the document into several files.")
      }
      data = try Data(contentsOf: file)
    } catch let error as MessageError {
      throw error
    } catch {
      throw MessageError("\(file.path) can't be read: \(error.localizedDescription)")
    }
    do {
      return try JSONCoding().decode(JSONTree.self, from: data)
    } catch {
      // A flow mapping of YAML begins as JSON does, but its keys have no quotes.
      let start = data.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(2)
      let isYAML = ["yaml", "yml"].contains(file.pathExtension.lowercased())
      if !isYAML, start.elementsEqual("{\"".utf8), case DecodingError.dataCorrupted(let context) = error,
        let offset = (context.underlyingError as? JSONError)?.offset
      {
        let line = data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
        throw MessageError("\(file.lastPathComponent) can't be read at line \(line): \(context.debugDescription)")
      }
    }
    do {
      return try YAMLReader.read(String(decoding: data, as: UTF8.self))
    } catch {
      let line = error.line.map { " at line \($0)" } ?? ""
      throw MessageError("\(file.lastPathComponent) can't be read\(line): \(error.reason).")
    }
  }

  private var isQuiet = false

  /// Reads something that is read again later, without notes.
  func quietly<Value>(_ read: () -> Value) -> Value {
    isQuiet = true
    defer { isQuiet = false }
    return read()
  }

  func note(_ place: String, _ reason: String) {
    guard !isQuiet else { return }
    let note = ImportNote(place: place, reason: reason)
    if known.insert(note).inserted { notes.append(note) }
  }

  /// Returns a value's referent, with the last part of the reference; the value itself if it is not a reference.
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
      let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      guard let current = tree else { return nil }
      if let index = Int(name), current.elements.indices.contains(index) {
        tree = current.elements[index]
      } else {
        tree = current[name]
      }
    }
    return tree
  }

  /// Returns the name of a reference's referent: `Pet` for `#/components/schemas/Pet` and for `schemas/Pet.yaml`.
  static func name(of reference: String) -> String {
    let last = reference.split { "/#".contains($0) }.last ?? ""
    let name = reference.contains("#") ? last : last.prefix { $0 != "." }
    return String(name).replacing("~1", with: "/").replacing("~0", with: "~")
  }

  private func other(_ path: String) -> JSONTree? {
    if let known = files[path] { return known }
    let tree = readOther(path)
    files[path] = .some(tree)
    return tree
  }

  private func readOther(_ path: String) -> JSONTree? {
    // Nothing outside of the folder is read, also not through a symbolic link.
    guard let file, path != "..", !path.hasPrefix("../") else { return nil }
    let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
    let target = file.deletingLastPathComponent().appending(path: path).resolvingSymlinksInPath()
    guard target.path.hasPrefix(folder == "/" ? folder : "\(folder)/"), let tree = try? Self.read(target) else {
      return nil
    }
    let absolute = tree.mappingReferences { Self.reference($0, in: path, of: file) }
    return converter?.structure(absolute) ?? absolute
  }

  /// Returns a reference in a file as one in the document: `../pets.yaml#/Pet` in `paths/pets.yaml` is `pets.yaml#/Pet`. The document has
  /// no name in it, so that each schema has one reference.
  private static func reference(_ text: String, in path: String, of document: URL) -> String {
    guard !text.contains("://") else { return text }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { decoded(String($0)) }
    var steps = path.split(separator: "/").map(String.init)
    if let name = parts.first, !name.isEmpty {
      steps.removeLast()
      for step in name.split(separator: "/").map(String.init) where step != "." {
        if step == "..", let last = steps.last, last != ".." { steps.removeLast() } else { steps.append(step) }
      }
    }
    let file = steps == [document.lastPathComponent] ? "" : steps.joined(separator: "/")
    return parts.count == 2 ? "\(file)#\(parts[1])" : file
  }
}

/// Returns a part of a JSON pointer.
func pointer(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }

extension JSONTree {
  /// Returns the value with other references, including the `mapping` of a discriminator, which may have names instead.
  func mappingReferences(_ change: (String) -> String) -> JSONTree {
    switch self {
    case .object(let fields):
      .object(
        Fields(
          fields.all.map { name, value in
            if name == "$ref", let text = value.text { return (name, .string(change(text))) }
            guard name == "mapping", self["propertyName"]?.text != nil else {
              return (name, value.mappingReferences(change))
            }
            let mapping = value.fields.map { name, value -> (String, JSONTree) in
              (name, value.text.map { .string($0.contains("/") ? change($0) : $0) } ?? value)
            }
            return (name, .object(Fields(mapping)))
          }
        )
      )
    case .array(let elements): .array(elements.map { $0.mappingReferences(change) })
    default: self
    }
  }
}
