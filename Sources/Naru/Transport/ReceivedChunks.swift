import Foundation

/// The chunks of a response that were received and not yet read.
///
/// Up to a high-water mark they stay in memory. Above it the sender should pause. If it can't, further chunks go to a
/// temporary file, so that a slow reader costs disk space instead of memory.
final class ReceivedChunks: Sendable {
  private struct State {
    var chunks: [Data] = []
    var count = 0
    var overflow: Overflow?
    var end: Result<Void, any Error>?
    var reader: CheckedContinuation<Data?, any Error>?
  }

  private struct Overflow {
    let file: TemporaryFile
    let writer: FileHandle
    let reader: FileHandle
    var count = 0
  }

  /// The number of bytes in memory above which the sender pauses, or chunks go to the file.
  static let mark = 1 << 20

  private let spills: Bool
  private let state = Locked(State())

  init(spills: Bool) {
    self.spills = spills
  }

  /// Adds a chunk and returns the number of bytes in memory.
  func append(_ chunk: Data) throws -> Int {
    let (reader, count) = try state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Int) in
      guard state.end == nil else { return (nil, 0) }
      if let reader = state.reader {
        state.reader = nil
        return (reader, 0)
      }
      if spills, state.overflow != nil || state.count > Self.mark {
        try Self.spill(chunk, to: &state.overflow)
      } else {
        state.chunks.append(chunk)
        state.count += chunk.count
      }
      return (nil, state.count)
    }
    reader?.resume(returning: chunk)
    return count
  }

  /// Ends the response. Only the first call has an effect.
  func finish(_ end: Result<Void, any Error>) {
    let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(with: end.map { nil })
  }

  /// Waits for the next chunk; returns `nil` after the last one. A cancelled caller ends the response.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Data?, any Error>? in
          do {
            if let chunk = try Self.take(&state) { return .success(chunk) }
          } catch {
            return .failure(error)
          }
          if state.end == nil { state.reader = continuation }
          return state.end?.map { nil }
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish(.failure(APIError(.cancelled)))
    }
  }

  /// The number of bytes in memory.
  var count: Int { state.withLock { $0.count } }

  private static func take(_ state: inout State) throws -> Data? {
    if !state.chunks.isEmpty {
      let chunk = state.chunks.removeFirst()
      state.count -= chunk.count
      return chunk
    }
    guard let overflow = state.overflow, let chunk = try overflow.reader.read(upToCount: 1 << 16) else { return nil }
    state.overflow?.count -= chunk.count
    if overflow.count == chunk.count { state.overflow = nil }
    return chunk
  }

  private static func spill(_ chunk: Data, to overflow: inout Overflow?) throws {
    if overflow == nil {
      let file = TemporaryFile()
      let writer = try file.create()
      overflow = Overflow(file: file, writer: writer, reader: try FileHandle(forReadingFrom: file.url))
    }
    try overflow?.writer.write(contentsOf: chunk)
    overflow?.count += chunk.count
  }
}
