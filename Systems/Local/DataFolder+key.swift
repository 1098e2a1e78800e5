import Crypto
public import Foundation
import Naru

extension DataFolder {
  /// The secret out of which the local backend's sign-in makes all others: 32 random bytes, made if they are not there.
  ///
  /// - Throws: ``LocalError`` if the file can't be read or written.
  public func identityKey() throws -> Data {
    try key(at: url.appending(path: "identity.key"))
  }

  /// A key in a file, which is made if it is not there.
  func key(at file: URL) throws -> Data {
    do {
      if let key = FileManager.default.contents(atPath: file.path) { return key }
      try create()
      let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
      // Made complete under another name and then linked: two processes that start at once use the same key.
      let draft = url.appending(path: ".\(file.deletingPathExtension().lastPathComponent)-\(UUID().uuidString)")
      guard FileManager.default.createFile(atPath: draft.path, contents: key, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      defer { try? FileManager.default.removeItem(at: draft) }
      try? FileManager.default.linkItem(at: draft, to: file)
      return try Data(contentsOf: file)
    } catch let error as LocalError {
      throw error
    } catch {
      throw LocalError(
        Sentence(
          korean: "토큰 서명 키 \(file.path)을(를) 읽거나 만들 수 없습니다.",
          english: "The key for signing tokens, \(file.path), can't be read or made."
        ),
        cause: error
      )
    }
  }
}
