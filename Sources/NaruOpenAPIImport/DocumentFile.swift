package import Foundation
package import Naru
import NaruOpenAPI

package enum DocumentFile {
  /// Returns a reader of a document, as JSON or YAML, in the form of OpenAPI 3. It reads the files beside it that are referred to.
  static func reader(of file: URL) throws -> DocumentReader {
    let tree = try read(file)
    let absolute = tree.mappingReferences { reference($0, in: file.lastPathComponent, of: file) }
    // A version without quotes is a number in YAML.
    func version(_ word: String) -> String? { tree[word]?.text ?? tree[word]?.number.map { "\($0)" } }
    switch (version("swagger"), version("openapi")) {
    case (let version?, _) where version.hasPrefix("2"):
      let converter = SwaggerConverter(document: absolute)
      return DocumentReader(converter.root) { other($0, of: file).map(converter.structure) }
    case (nil, let version?) where version.hasPrefix("3."): return DocumentReader(absolute) { other($0, of: file) }
    default:
      throw MessageError("\(file.lastPathComponent) is not a document of OpenAPI 3 (`openapi: 3.…`) or Swagger 2.")
    }
  }

  /// Reads a document, as JSON or YAML, together with the files that it refers to. Their content is in `x-files`, and the references to
  /// them lead there.
  ///
  /// - Throws: `MessageError` if it is not a document that can be imported, or if it refers to something that can't be read.
  package static func root(of file: URL) throws -> JSONTree {
    let source = try reader(of: file)
    var files = JSONTree.Fields()
    var unread: [String] = []
    var open = [source.root]
    while let tree = open.popLast() {
      for reference in DocumentReader.references(in: tree).all where !reference.hasPrefix("#") {
        let name = String(reference.prefix { $0 != "#" })
        if source.target(reference) == nil, !unread.contains(reference) { unread.append(reference) }
        guard files[name] == nil, let content = source.target(name) else { continue }
        files[name] = content
        open.append(content)
      }
    }
    guard unread.isEmpty else {
      let names = unread.sorted().joined(separator: ", ")
      throw MessageError(
        "\(file.lastPathComponent) refers to \(names), which can't be read. Put these files into the folder of the document or below it."
      )
    }
    guard !files.isEmpty else { return source.root }
    var root = source.root
    root["x-files"] = .object(files)
    return root.mappingReferences { reference in
      if reference.hasPrefix("#") { return reference }
      let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      return "#/x-files/\(pointer(String(parts[0])))\(parts.count == 2 ? parts[1] : "")"
    }
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

  private static func other(_ path: String, of document: URL) -> JSONTree? {
    // Nothing outside of the folder is read, also not through a symbolic link.
    guard path != "..", !path.hasPrefix("../") else { return nil }
    let folder = document.deletingLastPathComponent().resolvingSymlinksInPath().path
    let target = document.deletingLastPathComponent().appending(path: path).resolvingSymlinksInPath()
    guard target.path.hasPrefix(folder == "/" ? folder : "\(folder)/") else { return nil }
    return (try? read(target))?.mappingReferences { reference($0, in: path, of: document) }
  }

  /// Returns a reference without percent-encoding, so that each schema has one reference.
  static func decoded(_ reference: String) -> String {
    reference.contains("%") ? reference.removingPercentEncoding ?? reference : reference
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
    // `#` is the whole file, which has no other reference.
    return parts.count == 2 && (file.isEmpty || !parts[1].isEmpty) ? "\(file)#\(parts[1])" : file
  }
}

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
