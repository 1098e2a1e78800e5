public import Foundation

extension Blob {
  /// Reads all bytes into memory.
  ///
  /// - Parameter limit: the most bytes to read.
  /// - Throws: ``APIError`` with the code ``APIError/Code/tooLarge`` for more; what reading throws.
  public func collect(upTo limit: Int) async throws -> Data {
    if let data {
      guard data.count <= limit else { throw APIError(.tooLarge) }
      return data
    }
    guard length ?? 0 <= limit else { throw APIError(.tooLarge) }
    var chunks = makeAsyncIterator()
    // What comes in one piece is not copied.
    var bytes = try await chunks.next() ?? Data()
    guard bytes.count <= limit else { throw APIError(.tooLarge) }
    while let chunk = try await chunks.next() {
      guard bytes.count + chunk.count <= limit else { throw APIError(.tooLarge) }
      bytes.append(chunk)
    }
    return bytes
  }

  /// Writes all bytes into a file, in place of one that is there. The file appears when it is complete; until then, and if
  /// it fails, an older one stays as it is.
  ///
  /// - Parameters:
  ///   - file: where the file shall be, in a folder that exists.
  ///   - limit: the most bytes to write.
  /// - Returns: how many bytes were written.
  /// - Throws: ``APIError`` with the code ``APIError/Code/tooLarge`` for more; what reading throws; `CocoaError` where
  ///   nothing can be written.
  @discardableResult
  public func save(to file: URL, upTo limit: Int) async throws -> Int {
    guard length ?? 0 <= limit else { throw APIError(.tooLarge) }
    // In the same folder, since a file can't be renamed to another disk.
    let part = TemporaryFile(in: file.deletingLastPathComponent())
    let count = try await write(to: part, upTo: limit)
    try part.move(to: file)
    return count
  }

  /// Writes all bytes into a temporary file.
  package func write(to file: TemporaryFile, upTo limit: Int) async throws -> Int {
    let handle = try file.create()
    defer { try? handle.close() }
    var count = 0
    for try await chunk in self {
      count += chunk.count
      guard count <= limit else { throw APIError(.tooLarge) }
      try handle.write(contentsOf: chunk)
    }
    return count
  }

  /// The same bytes with something done at each chunk, and errors turned into others.
  package func observed(
    _ onChunk: @escaping @Sendable (_ chunk: Data) throws -> Void,
    onError: @escaping @Sendable (any Error) -> any Error = { $0 }
  ) -> Blob {
    Blob(length: length, contentType: contentType, filename: filename, isReplayable: isReplayable) {
      var iterator = makeAsyncIterator()
      return {
        do {
          guard let chunk = try await iterator.next() else { return nil }
          try onChunk(chunk)
          return chunk
        } catch {
          throw onError(error)
        }
      }
    }
  }
}
