import Foundation
import Naru
import Storage
import Support

extension DataFolder {
  /// Creates the folder if it does not exist, and makes an existing one private.
  func prepare() throws {
    do {
      try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw MessageError(
        korean: "데이터 폴더를 만들 수 없습니다: \(url.path). `--data`(복사는 `--to`)로 다른 폴더를 지정해 주세요.",
        english: "The data folder \(url.path) can't be created. Choose another one with `--data` (`--to` for a copy).",
        underlyingError: error
      )
    }
    for place in [url] + databaseFiles {
      if let denial = denial(of: R_OK | W_OK, at: place) { throw denial }
    }
    try makePrivate()
  }

  /// Returns the error for a file or a folder that this user can't read or write. `nil` if it can, and for none.
  func denial(of mode: Int32, at place: URL) -> MessageError? {
    guard access(place.path, mode) != 0, errno != ENOENT else { return nil }
    let error = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
    let reason = error.localizedFailureReason ?? error.localizedDescription
    return MessageError(
      korean: """
        \(place.path)의 데이터를 읽거나 쓸 수 없습니다(\(reason)). 권한을 주거나, 읽고 쓸 수 있는 곳에 복사한 폴더나 다른 폴더를 `--data`\
        (`database copy`는 `--from`이나 `--to`)로 지정해 주세요.
        """,
      english: """
        \(place.path) can't be read or written (\(reason)). Give this user the permission, or choose another folder, such as a copy \
        of it, with `--data` (of `database copy`: `--from` or `--to`).
        """
    )
  }

  /// Creates an empty database file that only its owner can read. SQLite gives its other files the same permissions.
  func createDatabaseFile() throws {
    let file = open(database.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    // SQLite will report the reason.
    guard file >= 0 else { return }
    close(file)
  }

  /// Runs a closure while no other process runs one for the same folder.
  func locked<Value>(waiting busyWait: BusyWait = BusyWait(), _ body: () throws -> Value) throws -> Value {
    // Not every file system can lock a folder. Without the lock, only two first starts at the same moment can fail.
    let lock = try FileLock(folder: url.path, waiting: busyWait)
    defer { lock?.unlock() }
    return try body()
  }

  private var databaseFiles: [URL] {
    ["", "-wal", "-shm"].map { url.appending(path: database.lastPathComponent + $0) }
  }

  private func makePrivate() throws {
    // The mode of a folder that has other files too, such as the home folder, is not for this program to decide. Its own
    // files are private in any case, but not safe in a folder that others can write to.
    let isPrivate = mode(of: url) & 0o077 == 0 || (isOnlyForNaru && chmod(url.path, 0o700) == 0)
    guard isPrivate || mode(of: url) & 0o022 == 0 else {
      throw MessageError(
        korean: """
          다른 사용자가 데이터 폴더 \(url.path)에 쓸 수 있습니다. `chmod 700 \(url.path)` 명령을 실행하거나, `--data`(복사는 `--to`)로 다른 폴더를 \
          지정해 주세요.
          """,
        english: """
          Other users can write to the data folder \(url.path). Run `chmod 700 \(url.path)`, or choose another folder with \
          `--data` (`--to` for a copy).
          """
      )
    }
    for file in databaseFiles {
      guard mode(of: file) & 0o077 == 0 || chmod(file.path, 0o600) == 0 else {
        throw MessageError(
          korean: "다른 사용자가 읽을 수 있는 파일이고, 권한을 바꿀 수 없습니다: \(file.path). 파일의 소유자로 실행해 주세요.",
          english: """
            Other users can read \(file.path), and its mode can't be changed. Run Naru as the owner of the file.
            """
        )
      }
    }
  }

  private var isOnlyForNaru: Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    return names?.allSatisfy { name in
      name.hasPrefix(database.lastPathComponent) || name == identityKeyFile.lastPathComponent
        || name.hasPrefix(Self.keyDraft)
    } ?? false
  }

  /// The beginning of the names of key files that are being written.
  static let keyDraft = ".identity-"

  /// The permissions of a file or folder; 0 if it does not exist.
  private func mode(of place: URL) -> mode_t {
    var status = stat()
    return stat(place.path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
