package import Foundation

/// A file that is deleted when nobody knows it any more, unless it was moved.
package final class TemporaryFile: Sendable {
  /// Where the file is.
  package let url: URL

  /// A name that no file has. Nothing is written yet.
  package init(in folder: URL = FileManager.default.temporaryDirectory) {
    url = folder.appending(path: ".naru-\(UUID().uuidString).part")
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Creates the file, which only this user may read.
  package func create() throws -> FileHandle {
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    return try FileHandle(forWritingTo: url)
  }

  /// Moves the file to where it shall be, in place of one that is there, in one step.
  package func move(to target: URL) throws {
    guard rename(url.path, target.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
    }
  }
}
