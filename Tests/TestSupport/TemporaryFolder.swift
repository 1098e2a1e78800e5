package import Foundation

/// A temporary folder that is deleted with its owner.
package final class TemporaryFolder: Sendable {
  /// The location of the folder.
  package let url = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")

  /// Creates a folder that only its owner can use, with some files by their paths in it.
  package init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    for (path, text) in files {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of the files in the folder, sorted.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}

/// Returns the permissions of a file or a folder.
package func permissions(_ url: URL) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
}
