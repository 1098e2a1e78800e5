import Crypto
package import Foundation
import Naru

extension DataFolder {
  /// Returns the master key of sign-in: 32 random bytes in the file `identity.key`, which is created if it does not exist.
  ///
  /// - Returns: the key.
  /// - Throws: `SentenceError` if the file can't be read or written.
  package func identityKey() throws -> Data {
    let file = identityKeyFile
    do {
      if let key = FileManager.default.contents(atPath: file.path) { return key }
      try create()
      let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
      // Written completely under another name, then linked, so that two processes that start at once use the same key.
      let draft = url.appending(path: ".identity-\(UUID().uuidString)")
      guard FileManager.default.createFile(atPath: draft.path, contents: key, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      defer { try? FileManager.default.removeItem(at: draft) }
      try? FileManager.default.linkItem(at: draft, to: file)
      return try Data(contentsOf: file)
    } catch let error as SentenceError {
      throw error
    } catch {
      throw SentenceError(
        Sentence(
          korean: "로그인 키 파일 \(file.path)을(를) 읽거나 만들 수 없습니다.",
          english: "The sign-in key \(file.path) can't be read or created."
        ),
        cause: error
      )
    }
  }
}
