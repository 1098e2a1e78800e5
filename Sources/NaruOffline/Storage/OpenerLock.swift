import Foundation
import GRDB
import Naru

/// The lock of one opener of a user's file. Other processes see by it whether the opener's claims of writes are still valid.
///
/// It is an exclusive `flock` on a file beside the database, from the opener's first claim until it closes the database. The system unlocks
/// it when the process ends, even if it is killed.
final class OpenerLock: Sendable {
  /// The name of the opener in its claims: the process and a random part.
  let owner = "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
  private let database: URL
  private let descriptor = Locked<Int32?>(nil)

  init(beside database: URL) {
    self.database = database
    removeAbandoned()
  }

  deinit {
    unlock()
  }

  /// Returns the number of the process of an opener.
  static func process(of owner: String) -> Int32? { owner.split(separator: "-").first.flatMap { Int32($0) } }

  /// Locks the file, if this opener has not locked it yet.
  func lock() throws {
    guard Self.isSupported else { return }
    try descriptor.withLock { descriptor in
      while descriptor == nil {
        let file = open(path(of: owner), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
          throw DatabaseError(
            resultCode: errno == ENOSPC ? .SQLITE_FULL : .SQLITE_CANTOPEN,
            message: "The lock of claims"
          )
        }
        // Before it is locked, another process may look at it and remove it.
        if flock(file, LOCK_EX | LOCK_NB) == 0, Self.isNamed(file) { descriptor = file } else { close(file) }
      }
    }
  }

  /// Whether an opener may still be there: it holds its lock. The file of a process that was killed is removed.
  func isHeld(by owner: String) -> Bool {
    guard Self.isSupported else { return true }
    let file = open(path(of: owner), O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return errno != ENOENT }
    defer { close(file) }
    // Shared, so that two processes that look at the same time don't take each other for the owner.
    guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return true }
    unlink(path(of: owner))
    return false
  }

  func unlock() {
    descriptor.withLock { descriptor in
      guard let file = descriptor.take() else { return }
      unlink(path(of: owner))
      close(file)
    }
  }

  /// Removes the files of processes that were killed.
  private func removeAbandoned() {
    let folder = database.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let prefix = "\(database.lastPathComponent)."
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
      _ = isHeld(by: String(name.dropFirst(prefix.count).dropLast(Self.suffix.count)))
    }
  }

  private func path(of owner: String) -> String { "\(database.path).\(owner)\(Self.suffix)" }

  private static let suffix = ".lock"

  /// Whether a file still has its name.
  private static func isNamed(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_nlink > 0
  }

  /// iOS ends an app that is suspended while it holds a lock in a folder that it shares with its extensions. There, only time ends the claim
  /// of an app that was killed.
  private static var isSupported: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      false
    #else
      true
    #endif
  }
}
