import Crypto
package import Foundation
import Naru
import Support

extension DataFolder {
  /// Returns the master key of sign-in: 32 random bytes in the file `identity.key`, which is created if it does not exist.
  package func identityKey() throws -> Data {
    do {
      if !FileManager.default.fileExists(atPath: identityKeyFile.path) {
        try prepare()
        try createKey()
      }
      return try readKey()
    } catch let error as MessageError {
      throw error
    } catch {
      throw MessageError(
        korean: """
          로그인 키 파일을 읽거나 만들 수 없습니다: \(identityKeyFile.path). 디스크가 가득 찼으면 공간을 비우고, 아니면 폴더의 소유자로 \
          실행하거나 `--data`로 다른 폴더를 지정해 주세요.
          """,
        english: """
          The sign-in key \(identityKeyFile.path) can't be read or created. Free some space if the disk is full. Otherwise, run Naru as \
          the owner of the folder, or choose another one with `--data`.
          """,
        underlyingError: error
      )
    }
  }

  private func readKey() throws -> Data {
    // The mode of the opened file, so that the file can't be replaced between the two steps.
    let file = try FileHandle(forReadingFrom: identityKeyFile)
    defer { try? file.close() }
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw MessageError(
        korean: """
          다른 사용자가 로그인 키를 읽을 수 있습니다: \(identityKeyFile.path). `chmod 600 \(identityKeyFile.path)` 명령을 실행해 주세요. \
          이미 노출되었을 수 있다면 키를 바꿔 주세요(Systems/docs/operations.md).
          """,
        english: """
          Other users can read the sign-in key \(identityKeyFile.path). Run `chmod 600 \(identityKeyFile.path)`. If somebody may have read it, \
          replace it, as Systems/docs/operations.md describes.
          """
      )
    }
    return try file.readToEnd() ?? Data()
  }

  private func createKey() throws {
    let new = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    // Written completely under another name, then linked, so that two processes that start at once use the same key.
    let draft = url.appending(path: Self.keyDraft + UUID().uuidString)
    guard FileManager.default.createFile(atPath: draft.path, contents: new, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    defer { try? FileManager.default.removeItem(at: draft) }
    try? FileManager.default.linkItem(at: draft, to: identityKeyFile)
  }
}
