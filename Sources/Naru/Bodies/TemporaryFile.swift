package import Foundation

/// A file that is deleted when this object is released, unless it was moved.
package final class TemporaryFile: Sendable {
  /// The location of the file.
  package let url: URL

  /// Chooses an unused name without creating the file.
  package init(in folder: URL = FileManager.default.temporaryDirectory) {
    url = folder.appending(path: ".naru-\(UUID().uuidString).part")
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Creates the file, which only this user can read, and opens it.
  package func create() throws -> FileHandle { try Self.create(url) }

  /// Moves the file atomically, replacing an existing one.
  package func move(to target: URL) throws { try Self.move(url, to: target) }

  static func create(_ url: URL) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    return try FileHandle(forWritingTo: url)
  }

  static func move(_ url: URL, to target: URL) throws {
    guard rename(url.path, target.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
    }
  }
}
