package import Foundation
import Naru

#if canImport(Glibc)
  import Glibc
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DataFolder {
  /// The file with the master key of sign-in.
  package var identityKeyFile: URL { url.appending(path: "identity.key") }

  /// Replaces the master key of sign-in. After a crash or a power failure, the file has either the old or the new key.
  package func replaceIdentityKey(with key: Data) throws {
    try KeyFile(identityKeyFile).replace(with: key)
  }
}

/// A file with a secret, which only its owner can read.
package struct KeyFile: Sendable {
  /// The location of the file.
  package let url: URL

  /// A file, which need not exist.
  package init(_ url: URL) {
    self.url = url
  }

  /// Throws a `MessageError` if the file exists.
  package func requireAbsent() throws {
    if FileManager.default.fileExists(atPath: url.path) { throw isTaken }
  }

  private var isTaken: MessageError {
    MessageError(
      LocalizedMessage(
        korean: "파일이 이미 있습니다: \(url.path). 다른 이름을 지정해 주세요.",
        english: "The file \(url.path) already exists. Choose another name."
      )
    )
  }

  /// Writes a new file.
  package func create(with contents: Data) throws {
    try write(contents) { draft in
      // A link, unlike a rename, fails if there is a file.
      guard link(draft, url.path) == 0 else {
        throw errno == EEXIST ? isTaken : POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// Replaces the file, or writes a new one.
  package func replace(with contents: Data) throws {
    try write(contents) { draft in
      guard rename(draft, url.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }

  /// Writes the contents under another name, has the disk store them, and gives the file its name.
  private func write(_ contents: Data, name: (_ draft: String) throws -> Void) throws {
    let folder = url.deletingLastPathComponent()
    let draft = folder.appending(path: ".\(url.lastPathComponent)-\(UUID().uuidString)")
    do {
      guard FileManager.default.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      defer { try? FileManager.default.removeItem(at: draft) }
      let file = try FileHandle(forWritingTo: draft)
      try file.write(contentsOf: contents)
      try file.synchronize()
      try file.close()
      try name(draft.path)
      // The new name is on the disk when the folder is.
      let descriptor = open(folder.path, O_RDONLY)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch let error as MessageError {
      throw error
    } catch {
      throw MessageError(
        LocalizedMessage(
          korean: "키 파일을 쓸 수 없습니다: \(url.path). 폴더가 있는지, 쓸 수 있는지 확인해 주세요.",
          english: "The key file \(url.path) can't be written. Check that its folder exists and is writable."
        ),
        underlyingError: error
      )
    }
  }
}
