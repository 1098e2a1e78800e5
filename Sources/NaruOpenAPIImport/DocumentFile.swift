package import Foundation
package import Naru

/// A file with an OpenAPI document.
package enum DocumentFile {
  /// Reads a document, as JSON or YAML, together with the files that it refers to. Their content is in `x-files`, and the references to
  /// them lead there.
  ///
  /// - Throws: `MessageError` if it is not a document that can be imported, or if it refers to something that can't be read.
  package static func root(of file: URL) throws -> JSONTree {
    let source = try ImportSource(contentsOf: file)
    var files = JSONTree.Fields()
    var unread: [String] = []
    var open = [source.root]
    while let tree = open.popLast() {
      for reference in tree.references where !reference.hasPrefix("#") {
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
}

extension JSONTree {
  /// The references in it, but not in its examples.
  fileprivate var references: [String] {
    let own = self["$ref"]?.text.map { [$0] } ?? []
    let parts = fields.filter {
      !["example", "examples", "default", "enum", "const"].contains($0.name) || $0.value["$ref"] != nil
    }
    return own + (parts.map(\.value) + elements).flatMap(\.references)
  }
}
