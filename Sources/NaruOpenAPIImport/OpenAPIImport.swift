package import Foundation
package import Naru

/// Contracts and payloads in Swift, written from an OpenAPI 3 document.
///
/// ```swift
/// let imported = try OpenAPIImport(contentsOf: file)
/// for note in imported.notes { print(note) }
/// let outcomes = try imported.write(to: folder)
/// ```
///
/// Each tag is a contract, with a file that also has the types that only it uses; the others are in `Models.swift`.
package struct OpenAPIImport: Sendable {
  /// A file with Swift source.
  package struct File: Sendable, Hashable {
    /// The name: `Pets.swift`.
    package let name: String
    /// The source.
    package let text: String
  }

  /// The files, in alphabetical order.
  package let files: [File]
  /// What the contracts can't say, or say only in part.
  package let notes: [ImportNote]
  /// The number of operations in the document, or in the contracts that were asked for.
  package let operations: Int
  /// The number of operations that were imported.
  package let imported: Int

  /// Reads an OpenAPI 3 document in JSON or YAML, with the files in its folder that it refers to.
  ///
  /// - Parameters:
  ///   - file: the document.
  ///   - contracts: the names of the contracts to write; `nil` for all.
  /// - Throws: `MessageError` if the file is not such a document, or an error of the file system.
  package init(contentsOf file: URL, contracts: Set<String>? = nil) throws {
    self.init(try ImportSource(contentsOf: file), name: file.lastPathComponent, contracts)
    if operations == 0 {
      let cause = contracts.map { "no operation of the contracts \($0.sorted().joined(separator: ", "))" }
      throw MessageError("\(file.lastPathComponent) has \(cause ?? "no operation in `paths`").")
    }
  }

  package init(root: JSONTree) {
    self.init(ImportSource(root: root), name: "a document", nil)
  }

  private init(_ source: ImportSource, name: String, _ wanted: Set<String>?) {
    var writer = ImportWriter(source, name: name)
    writer.run(wanted)
    files = writer.files.sorted { $0.name < $1.name }
    notes = source.notes
    operations = writer.operations
    imported = writer.imported
  }
}

extension OpenAPIImport {
  /// What happened to a file.
  package enum Outcome: Sendable, Hashable {
    /// It was written, or was the same already.
    case written
    /// It has changes by hand, so that the new version is beside it, with `.new` at the end of its name.
    case kept
  }

  /// Writes the files into a folder. A file that was changed by hand since the last import is kept, and the new version is written
  /// beside it.
  ///
  /// - Parameter folder: the folder. It is created if it does not exist.
  /// - Returns: what happened to each file, by name.
  /// - Throws: an error of the file system.
  package func write(to folder: URL) throws -> [(name: String, outcome: Outcome)] {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    // All files are written beside the folder's before the first one is replaced, so that no half of an import remains.
    let staged = folder.appending(path: ".naru-import-\(UUID().uuidString)", directoryHint: .isDirectory)
    try manager.createDirectory(at: staged, withIntermediateDirectories: false)
    defer { try? manager.removeItem(at: staged) }
    for file in files { try Data(file.text.utf8).write(to: staged.appending(path: file.name)) }
    return try files.map { file in
      var url = folder.appending(path: file.name)
      var outcome = Outcome.written
      if let old = try? String(contentsOf: url, encoding: .utf8), !ImportedHeader(old).isUnchanged {
        // The new version changes nothing that the user has not seen.
        if ImportedHeader(old).mark == ImportedHeader(file.text).mark { return (file.name, .written) }
        url = folder.appending(path: "\(file.name).new")
        outcome = .kept
      }
      try Data(contentsOf: staged.appending(path: file.name)).write(to: url, options: .atomic)
      return (file.name, outcome)
    }
  }
}

/// The first line of an imported file. Its mark tells whether the rest was changed by hand.
struct ImportedHeader {
  /// The mark in the line. `nil` if the file was not imported.
  let mark: String?
  private let rest: Substring

  /// Reads a file.
  init(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    mark = lines.first?.firstMatch(of: /^\/\/ Imported from .* \(([0-9a-f]{16})\)$/).map { String($0.1) }
    rest = lines.count == 2 ? lines[1] : ""
  }

  /// Whether the file is as it was imported.
  var isUnchanged: Bool { mark == Self.mark(of: rest) }

  /// Returns a file with its first line.
  static func adding(to text: String, from name: String) -> String {
    "// Imported from \(name). A file with changes by hand is kept by the next import. (\(mark(of: text[...])))\n\(text)"
  }

  private static func mark(of text: Substring) -> String {
    let digits = String(StableHash(text).value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
