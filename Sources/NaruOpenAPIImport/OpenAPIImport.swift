package import Foundation
package import Naru
package import NaruOpenAPI

/// Contracts and payloads in Swift, written from an OpenAPI 3 document.
///
/// ```swift
/// let imported = try OpenAPIImport(contentsOf: file)
/// for note in imported.notes { print(note) }
/// let outcomes = try imported.write(to: folder)
/// ```
///
/// Each tag is a contract, with a file that also contains the types that only it uses; the others are in `Models.swift`. A contract of more
/// than 100 operations is split by its paths, and a file of more than 2,000 lines by its types.
package struct OpenAPIImport: Sendable {
  package struct File: Sendable, Hashable {
    /// The name: `Pets.swift`.
    package let name: String
    package let text: String
  }

  /// The files, in alphabetical order.
  package let files: [File]
  /// The parts of the document that contracts can't express, or only partly.
  package let notes: [DocumentNote]
  /// The number of operations in the document, or in the contracts that were asked for.
  package let operations: Int
  package let imported: Int
  /// The name of the document's file, if all of its contracts were asked for.
  private let complete: String?

  /// Reads an OpenAPI 3 document in JSON or YAML, with the files in its folder that it refers to.
  ///
  /// - Parameters:
  ///   - file: the document.
  ///   - contracts: the names of the contracts to write; `nil` for all.
  /// - Throws: `MessageError` if the file is not such a document, or an error of the file system.
  package init(contentsOf file: URL, contracts: Set<String>? = nil) throws {
    self.init(try DocumentFile.reader(of: file), name: file.lastPathComponent, contracts)
    if operations == 0 {
      let cause = contracts.map { "no operation of the contracts \($0.sorted().joined(separator: ", "))" }
      throw MessageError("\(file.lastPathComponent) has \(cause ?? "no operation in `paths`").")
    }
  }

  package init(root: JSONTree) {
    self.init(DocumentReader(root.mappingReferences(DocumentFile.decoded)), name: "a document", nil)
  }

  private init(_ source: DocumentReader, name: String, _ wanted: Set<String>?) {
    var writer = ImportWriter(source, name: name)
    writer.run(wanted)
    files = writer.files.sorted { $0.name < $1.name }
    notes = source.notes
    operations = writer.operations
    imported = writer.imported
    complete = wanted == nil ? writer.name : nil
  }
}

extension OpenAPIImport {
  package enum Outcome: Sendable, Hashable {
    /// It was written, or was the same already.
    case written
    /// It has changes by hand, so that the new version is beside it, with `.new` at the end of its name.
    case kept
  }

  /// Writes the files into a folder. None is replaced before all of them are written. A file that was changed by hand since the last import stays, and the new version
  /// is written beside it. A file of an earlier import that the document has no contract for is removed, unless it was changed.
  ///
  /// - Returns: what happened to each file, by name.
  /// - Throws: an error of the file system.
  package func write(to folder: URL) throws -> [(name: String, outcome: Outcome)] {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    // A full disk leaves the old files.
    let staged = folder.appending(path: ".naru-import-\(UUID().uuidString)", directoryHint: .isDirectory)
    try manager.createDirectory(at: staged, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: staged) }
    var outcomes: [(name: String, outcome: Outcome)] = []
    var targets: [(name: String, source: URL?)] = []
    for file in files {
      let source = staged.appending(path: file.name)
      try Data(file.text.utf8).write(to: source)
      let known = try? String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
      let header = known.map(ImportedHeader.init)
      let isKept = header.map { !$0.isUnchanged } ?? false
      // The user has already seen every change of the new version.
      if isKept, header?.mark == ImportedHeader(file.text).mark {
        outcomes.append((file.name, .written))
      } else {
        targets.append((isKept ? "\(file.name).new" : file.name, source))
        outcomes.append((file.name, isKept ? .kept : .written))
      }
    }
    targets += try stale(in: folder).map { ($0, nil) }
    for (name, _) in targets {
      var isFolder: ObjCBool = false
      if manager.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder), isFolder.boolValue {
        throw MessageError("\(folder.appending(path: name).path) is a folder. Nothing was written.")
      }
    }
    for (name, source) in targets {
      let url = folder.appending(path: name)
      if source == nil || manager.fileExists(atPath: url.path) { try manager.removeItem(at: url) }
      if let source { try manager.moveItem(at: source, to: url) }
    }
    return outcomes
  }

  /// The unchanged files of an earlier import of the same document that are not among the new ones.
  private func stale(in folder: URL) throws -> [String] {
    guard let complete else { return [] }
    let own = Set(files.map { $0.name.lowercased() })
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { name in
      guard name.hasSuffix(".swift"), !own.contains(name.lowercased()),
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      else { return false }
      let header = ImportedHeader(text)
      return header.document == complete && header.isUnchanged
    }
  }
}

/// The first line of an imported file. Its mark shows whether the rest was changed by hand.
struct ImportedHeader {
  /// The mark in the line. `nil` if the file was not imported.
  let mark: String?
  let document: String?
  private let rest: Substring

  init(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let match = lines.first?.wholeMatch(
      of: /\/\/ Imported from (.*)\. A file with changes by hand is kept by the next import\. \(([0-9a-f]{16})\)/
    )
    document = match.map { String($0.1) }
    mark = match.map { String($0.2) }
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
