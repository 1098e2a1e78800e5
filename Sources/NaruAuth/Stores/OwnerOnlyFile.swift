import Foundation
import Naru

/// A file that only its owner can read, and that is replaced atomically. All methods block.
struct OwnerOnlyFile: Sendable {
  let path: String
  let folder: String
  private let name: String

  init(_ url: URL) {
    path = url.path
    folder = url.deletingLastPathComponent().path
    name = url.lastPathComponent
  }

  /// Returns one of the locks of the file, such as `write`.
  func lock(_ purpose: String) -> FileLock { FileLock(path: "\(folder)/.\(name).\(purpose)") }

  /// Returns the content; `nil` if the file does not exist.
  func read() throws -> Data? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: throw unsafe(.link)
      default: throw error
      }
    }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw SystemError("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unsafe(.noFile) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw unsafe(.permissions) }
    try checkFolder()
    guard status.st_size <= 1 << 20 else { throw SystemError("read", code: EFBIG) }
    return try FileHandle(fileDescriptor: file.number, closeOnDealloc: false).readToEnd() ?? Data()
  }

  /// Replaces the content. A concurrent reader gets the old or the new content. Only one process may write at a time.
  func write(_ data: Data) throws {
    removeDrafts()
    let draft = "\(folder)/.\(name).\(UUID().uuidString).draft"
    let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL)
    do {
      try FileHandle(fileDescriptor: file.number, closeOnDealloc: false).write(contentsOf: data)
      // Sync before the rename, so that the file is never empty after a power failure.
      guard retrying({ fsync(file.number) }) == 0 else { throw SystemError("fsync") }
      guard rename(draft, path) == 0 else { throw SystemError("rename") }
    } catch {
      unlink(draft)
      throw error
    }
    if let folder = try? FileDescriptor(folder, O_RDONLY) { fsync(folder.number) }
  }

  /// Removes the file, and unfinished files of killed processes. Only one process may write at a time.
  func delete() throws {
    removeDrafts()
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("unlink") }
  }

  /// Creates the folder, and checks that only its owner can change it.
  func prepare() throws {
    var status = stat()
    if stat(folder, &status) != 0 {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    }
    try checkFolder()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { throw unsafe(.link) }
  }

  private func checkFolder() throws {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw SystemError("stat") }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw unsafe(.folder) }
  }

  private func removeDrafts() {
    for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where other.hasPrefix(".\(name).") && other.hasSuffix(".draft") {
      unlink("\(folder)/\(other)")
    }
  }

  private enum Danger { case link, noFile, permissions, folder }

  private func unsafe(_ danger: Danger) -> TokenStoreError {
    let localizedMessage =
      switch danger {
      case .link:
        LocalizedMessage(
          korean: "링크가 있는 경로입니다: \(path). 로그인 정보는 링크를 따라가 읽거나 쓰지 않습니다. 링크를 삭제해 주세요.",
          english: "\(path) is a link. The saved sign-in is not read or written through links. Remove the link."
        )
      case .noFile:
        LocalizedMessage(korean: "파일이 아닙니다: \(path)", english: "\(path) is not a file.")
      case .permissions:
        LocalizedMessage(
          korean: "다른 사용자가 읽을 수 있는 파일입니다: \(path). `chmod 600 \(path)` 명령을 실행하거나, 파일을 삭제하고 다시 로그인해 주세요.",
          english: "Other users can read or own \(path). Run chmod 600 \(path), or remove it and sign in again."
        )
      case .folder:
        LocalizedMessage(
          korean: "다른 사용자가 변경할 수 있는 폴더입니다: \(folder). `chmod 700 \(folder)` 명령을 실행해 주세요.",
          english: "Other users can change or own the folder \(folder). Run chmod 700 \(folder)."
        )
      }
    return TokenStoreError(.insecurePermissions, localizedMessage)
  }
}
