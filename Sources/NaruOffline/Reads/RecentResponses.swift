import Foundation
import Naru

/// The responses that were found last, with their decoded values: a screen that is shown again needs no query and no decoding.
final class RecentResponses: Sendable {
  /// The largest number of responses, and the largest size of their bodies in bytes. All are dropped when either is exceeded.
  private static let limits = (count: 100, size: 1 << 20)

  private struct State {
    var responses: [String: CachedResponse] = [:]
    var size = 0
    var stamp: FileStamp?
  }

  private let file: URL
  private let state = Locked(State())

  /// Creates an empty cache.
  init(of database: URL) {
    file = URL(filePath: database.path + "-wal")
  }

  /// Returns a response, unless any process has changed the file since it was found. Otherwise finds it.
  func response(
    _ key: String,
    where isUsable: (CachedResponse) -> Bool,
    find: () throws -> CachedResponse?
  ) rethrows -> CachedResponse? {
    let stamp = FileStamp(of: file)
    let known = state.withLock { $0.stamp == stamp ? $0.responses[key] : nil }
    if stamp != nil, let known, isUsable(known) { return known }
    let found = try find()
    if let stamp, stamp.isOld, let found { keep(found, key, stamp) }
    return found
  }

  private func keep(_ response: CachedResponse, _ key: String, _ stamp: FileStamp) {
    state.withLock { state in
      let isFull = state.responses.count >= Self.limits.count || state.size + response.body.count > Self.limits.size
      if state.stamp != stamp || isFull { state = State(stamp: stamp) }
      state.size += response.body.count - (state.responses[key]?.body.count ?? 0)
      state.responses[key] = response
    }
  }
}

/// When a file was changed last.
private struct FileStamp: Equatable {
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the time from the file system. `nil` if there is no such file.
  init?(of file: URL) {
    var status = stat()
    guard file.withUnsafeFileSystemRepresentation({ path in path.map { stat($0, &status) } }) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
  }

  /// Whether the next change is certain to have another time. File systems count in steps of a few milliseconds, some in seconds.
  var isOld: Bool {
    let age = Date().timeIntervalSince1970 - Double(seconds) - Double(nanoseconds) / 1e9
    return age > (nanoseconds == 0 ? 2 : 0.1)
  }
}
