import Foundation
import Naru

/// A lock between processes: a file that one of them locks at a time. The system unlocks it when the process ends, even if it is
/// killed.
///
/// Each use opens the file again, so it is also a lock between the tasks of one process. The file is never removed: a process that
/// waits for a removed file would hold another lock than a later process.
struct FileLock: Sendable {
  let path: String

  func acquire(within limit: Duration) async throws -> FileDescriptor {
    let file = try FileDescriptor(path, O_RDWR | O_CREAT)
    var wait = Duration.milliseconds(2)
    var waited = Duration.zero
    // Waiting in the kernel would block a thread while another process renews its token.
    while retrying({ flock(file.number, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw SystemError("flock") }
      guard waited < limit else { throw busy }
      try await Task.sleep(for: wait)
      waited += wait
      wait = min(wait * 2, .milliseconds(50))
    }
    return file
  }

  /// Runs a short operation while holding the lock, and blocks the thread. A process that stands still may hold the lock for hours.
  func blocking<Value>(_ operation: () throws -> Value) throws -> Value {
    let file = try FileDescriptor(path, O_RDWR | O_CREAT)
    for _ in 0..<500 {
      if retrying({ flock(file.number, LOCK_EX | LOCK_NB) }) == 0 { return try withExtendedLifetime(file, operation) }
      guard errno == EWOULDBLOCK else { throw SystemError("flock") }
      usleep(10_000)
    }
    throw busy
  }

  private var busy: TokenStoreError {
    TokenStoreError(
      .busy,
      korean: "다른 프로그램이 로그인 정보를 너무 오래 사용하고 있습니다(\(path)). 그 프로그램을 끝내거나, 잠시 후 다시 시도해 주세요.",
      english: "Another program has used the saved sign-in for too long (\(path)). End it, or try again in a moment."
    )
  }

  func withLock<Value: Sendable>(
    within limit: Duration = .seconds(120),
    _ operation: @concurrent @Sendable () async -> Value
  ) async throws -> Value {
    let file: FileDescriptor
    do {
      file = try await acquire(within: limit)
    } catch let error as SystemError {
      throw TokenStoreError(
        .failed,
        korean: "잠금 파일을 사용할 수 없습니다: \(path) (\(error))",
        english: "The lock file \(path) can't be used. (\(error))"
      )
    }
    let value = await operation()
    withExtendedLifetime(file) {}
    return value
  }
}
