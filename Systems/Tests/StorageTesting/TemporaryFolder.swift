package import Foundation

/// A temporary folder, which is deleted with its owner: make it a property of a suite.
package final class TemporaryFolder: Sendable {
  /// The location of the folder.
  package let url = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")

  /// Creates an empty folder. If that fails, so does what is written to it.
  package init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
