import Foundation
import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An exclusive lock of a file or a folder, between processes and between the openers of one process. The system unlocks it when its
/// process ends, even if it is killed.
package struct FileLock: Sendable {
  private let descriptor: Int32

  /// Locks a file, which is created. `nil` if it is locked already.
  package init?(file path: String) throws {
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw DatabaseError(
          resultCode: errno == ENOSPC ? .SQLITE_FULL : .SQLITE_CANTOPEN,
          message: "The file of a lock"
        )
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        close(file)
        return nil
      }
      // The previous owner may have removed the file after it was opened here.
      var status = stat()
      if fstat(file, &status) == 0, status.st_nlink > 0 {
        descriptor = file
        return
      }
      close(file)
    }
  }

  /// Waits for the lock of a folder, which blocks the thread. `nil` if the file system can't lock a folder.
  package init?(folder path: String, waiting busyWait: BusyWait) throws {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var tries = 0
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      guard errno != EINTR else { continue }
      let isHeld = errno == EWOULDBLOCK
      if isHeld, busyWait.waits(tries: tries, for: path) {
        tries += 1
        continue
      }
      close(folder)
      if isHeld { throw LockTimeout(limit: busyWait.limit) }
      return nil
    }
    if tries > 0 { busyWait.end(path) }
    descriptor = folder
  }

  /// Unlocks it.
  package func unlock() { close(descriptor) }

  /// Removes the file, and unlocks it.
  func unlock(removing path: String) {
    unlink(path)
    unlock()
  }
}
