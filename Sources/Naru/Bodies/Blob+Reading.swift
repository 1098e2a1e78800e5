public import Foundation

extension Blob {
  /// Reads all bytes into memory.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: the bytes.
  /// - Throws: ``APIError`` with the code ``APIError/Code/tooLarge`` if there are more; what reading throws.
  @concurrent
  public func collect(upTo limit: Int) async throws -> Data {
    if let data {
      guard data.count <= limit else { throw APIError(.tooLarge) }
      return data
    }
    guard length ?? 0 <= limit else { throw APIError(.tooLarge) }
    var chunks = makeAsyncIterator()
    // A single chunk is not copied.
    var bytes = try await chunks.next() ?? Data()
    guard bytes.count <= limit else { throw APIError(.tooLarge) }
    while let chunk = try await chunks.next() {
      guard bytes.count + chunk.count <= limit else { throw APIError(.tooLarge) }
      bytes.append(chunk)
    }
    return bytes
  }

  /// Returns the bytes in memory if there are few, and otherwise the same bytes. If their number is unknown, they are read only as long as
  /// they may be a short JSON object, because a stream may have pauses.
  func collectedIfShort(upTo limit: Int) async throws -> Blob {
    if let length {
      guard length <= limit else { return self }
      return Blob(try await collect(upTo: length), contentType: contentType, filename: filename)
    }
    let chunks = BlobChunks(self)
    var (start, isWhole) = (Data(), false)
    while let chunk = try await chunks.next() {
      start += chunk
      guard !isWhole, start.count <= limit, [nil, UInt8(ascii: "{")].contains(start.firstMark) else {
        chunks.putBack(start)
        return Blob(length: nil, contentType: contentType, filename: filename) { { try await chunks.next() } }
      }
      isWhole = start.last { $0 > UInt8(ascii: " ") } == UInt8(ascii: "}")
    }
    return Blob(start, contentType: contentType, filename: filename)
  }

  /// Writes all bytes to a file. The file appears when it is complete. Until then, and after an error, an existing file stays as
  /// it is.
  ///
  /// - Parameters:
  ///   - file: the file, in an existing folder.
  ///   - limit: the maximum number of bytes.
  /// - Returns: the number of bytes.
  /// - Throws: ``APIError`` with the code ``APIError/Code/tooLarge`` if there are more; what reading throws; `CocoaError` if the
  ///   file can't be written.
  @concurrent
  @discardableResult
  public func save(to file: URL, upTo limit: Int) async throws -> Int {
    guard length ?? 0 <= limit else { throw APIError(.tooLarge) }
    // In the same folder, because a file can't be moved to another disk in one step.
    let part = TemporaryFile(in: file.deletingLastPathComponent())
    let count = try await write(to: part, upTo: limit)
    try part.move(to: file)
    return count
  }

  /// Writes all bytes to a temporary file and returns their number.
  package func write(to file: TemporaryFile, upTo limit: Int) async throws -> Int {
    let handle = try file.create()
    defer { try? handle.close() }
    return try await write(to: handle, upTo: limit)
  }

  /// Writes all bytes after those that a file has, and returns the number of all.
  func write(to handle: FileHandle, after start: Int = 0, upTo limit: Int) async throws -> Int {
    var count = start
    for try await chunk in self {
      count += chunk.count
      guard count <= limit else { throw APIError(.tooLarge) }
      try handle.write(contentsOf: chunk)
    }
    return count
  }

  /// Returns the same bytes with an observer of the chunks and of their end, and with errors mapped. They can be read as often as before.
  package func observed(
    _ onChunk: @escaping @Sendable (_ chunk: Data) throws -> Void,
    onEnd: @escaping @Sendable () -> Void = {},
    onError: @escaping @Sendable (any Error) -> any Error = { $0 }
  ) -> Blob {
    Blob(length: length, contentType: contentType, filename: filename, isReplayable: isReplayable) {
      var iterator = makeAsyncIterator()
      return {
        do {
          let chunk = try await iterator.next()
          if let chunk { try onChunk(chunk) } else { onEnd() }
          return chunk
        } catch {
          throw onError(error)
        }
      }
    }
  }

  /// Returns the same bytes with an observer of the number of those that were read. Without one, they are not counted.
  func counted(
    _ onCount: (@Sendable (_ bytes: Int) throws -> Void)?,
    onError: @escaping @Sendable (any Error) -> any Error = { $0 }
  ) -> Blob {
    let count = Locked(0)
    return observed(
      { chunk in
        guard let onCount else { return }
        let bytes = count.withLock { count in
          count += chunk.count
          return count
        }
        try onCount(bytes)
      },
      onError: onError
    )
  }
}

/// The chunks of a blob, whose beginning may have been read.
final class BlobChunks: @unchecked Sendable {
  // One task reads them at a time: the call's task, or the task that reads the blob.
  private var chunks: Blob.AsyncIterator
  private var start: Data?

  init(_ blob: Blob) { chunks = blob.makeAsyncIterator() }

  /// Makes what was read the next chunk.
  func putBack(_ start: Data) { self.start = start }

  func next() async throws -> Data? {
    guard let start else { return try await chunks.next() }
    defer { self.start = nil }
    return start
  }
}
