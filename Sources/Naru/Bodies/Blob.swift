public import Foundation

/// Bytes with a media type: a body that is not JSON, such as a picture, an upload, or a download.
///
/// ```swift
/// @PUT("/profile/picture")
/// var setPicture: @Sendable (_ picture: Blob) async throws -> Void
///
/// @GET("/records/export")
/// var export: @Sendable () async throws -> Blob
///
/// try await api.setPicture(Blob(file: url, contentType: "image/jpeg"))
/// try await api.export().save(to: file, upTo: 100 << 20)
/// ```
///
/// A blob is the asynchronous sequence of its chunks, and does not have to fit into memory: a file is read while it is sent, and
/// bytes are received only as fast as they are read. Received bytes can be read only once.
public struct Blob: Sendable {
  private let storage: Boxed<Content>

  /// The media type, such as `image/jpeg`.
  public var contentType: String { storage.value.contentType }
  /// The name of a file with these bytes. `nil` if none was given. A received name never contains a folder.
  public var filename: String? { storage.value.filename }
  /// The number of bytes. `nil` if it is known only at the end.
  public var length: Int? { storage.value.source.length }
  /// Whether the bytes can be read more than once. If not, calls that send them are not retried.
  public var isReplayable: Bool { storage.value.source.isReplayable }
  /// The bytes if they are in memory, else `nil`.
  public var data: Data? {
    if case .data(let data) = storage.value.source { data } else { nil }
  }

  /// Creates a blob of bytes in memory.
  public init(_ data: Data, contentType: String = "application/octet-stream", filename: String? = nil) {
    self.init(.data(data), contentType, filename)
  }

  /// Creates a blob of the bytes of a file. They are read when they are sent; the file must not change before.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - contentType: the media type.
  ///   - filename: the name to send. `nil` sends the file's own name.
  /// - Throws: `CocoaError` if the file can't be read.
  public init(file: URL, contentType: String = "application/octet-stream", filename: String? = nil) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let length = try handle.seekToEnd()
    self.init(.file(file, Int(length), owner: nil), contentType, filename ?? file.lastPathComponent)
  }

  /// Creates a blob of the chunks of an asynchronous sequence. It can be read once.
  ///
  /// - Parameters:
  ///   - chunks: the bytes. Each chunk is requested only after the one before it was sent.
  ///   - length: the number of bytes, if it is known.
  ///   - contentType: the media type.
  ///   - filename: the name of a file with the bytes.
  public init<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks,
    length: Int? = nil,
    contentType: String = "application/octet-stream",
    filename: String? = nil
  ) where Chunks.Element == Data {
    self.init(length: length, contentType: contentType, filename: filename) {
      var iterator = chunks.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Creates a blob of bytes that are produced while they are read.
  package init(
    length: Int?,
    contentType: String,
    filename: String? = nil,
    isReplayable: Bool = false,
    start: @escaping @Sendable () -> @concurrent () async throws -> Data?
  ) {
    self.init(.stream(Stream(length: length, isReplayable: isReplayable, start: start)), contentType, filename)
  }

  /// Creates a blob of the bytes of a file that is deleted with its owner.
  package init(temporary owner: TemporaryFile, length: Int, contentType: String, filename: String?) {
    self.init(.file(owner.url, length, owner: owner), contentType, filename)
  }

  /// Returns the same bytes with a file name.
  func named(_ filename: String?) -> Blob {
    Blob(storage.value.source, contentType, filename)
  }

  private init(_ source: Source, _ contentType: String, _ filename: String?) {
    storage = Boxed(Content(source: source, contentType: contentType, filename: filename))
  }

  /// Boxed, so that an optional blob in a request takes only a pointer.
  private struct Content: Sendable {
    let source: Source
    let contentType: String
    let filename: String?
  }

  private enum Source: Sendable {
    case data(Data)
    case file(URL, Int, owner: TemporaryFile?)
    case stream(Stream)

    var length: Int? {
      switch self {
      case .data(let data): data.count
      case .file(_, let length, _): length
      case .stream(let stream): stream.length
      }
    }

    var isReplayable: Bool {
      if case .stream(let stream) = self { stream.isReplayable } else { true }
    }
  }

  private final class Stream: Sendable {
    let length: Int?
    let isReplayable: Bool
    private let start: @Sendable () -> @concurrent () async throws -> Data?
    private let isUsed = Locked(false)

    init(length: Int?, isReplayable: Bool, start: @escaping @Sendable () -> @concurrent () async throws -> Data?) {
      self.length = length
      self.isReplayable = isReplayable
      self.start = start
    }

    func begin() -> @concurrent () async throws -> Data? {
      let isFirst = isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
      guard isFirst || isReplayable else { return { throw BlobAlreadyConsumed() } }
      return start()
    }
  }
}

extension Blob: AsyncSequence {
  /// Starts to read. The second time, bytes that can be read only once throw ``BlobAlreadyConsumed``.
  public func makeAsyncIterator() -> AsyncIterator {
    switch storage.value.source {
    case .data(let data): AsyncIterator(only: data)
    case .file(let url, _, _): AsyncIterator(file: url, keeping: self)
    case .stream(let stream): AsyncIterator(next: stream.begin())
    }
  }

  /// An iterator over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let read: @concurrent () async throws -> Data?

    fileprivate init(next: @escaping @concurrent () async throws -> Data?) {
      read = next
    }

    fileprivate init(only data: Data) {
      var rest = data.isEmpty ? nil : data
      read = {
        defer { rest = nil }
        return rest
      }
    }

    fileprivate init(file: URL, keeping owner: Blob) {
      var handle: FileHandle?
      read = {
        try Task.checkCancellation()
        // A temporary file exists as long as its blob.
        return try withExtendedLifetime(owner) {
          let opened = try handle ?? FileHandle(forReadingFrom: file)
          handle = opened
          let chunk = try opened.read(upToCount: 1 << 16) ?? Data()
          return chunk.isEmpty ? nil : chunk
        }
      }
    }

    /// Returns the next chunk, which may be empty. Returns `nil` after the last one.
    ///
    /// - Returns: the chunk.
    /// - Throws: ``APIError`` for bytes that a client receives; `CocoaError` for a file; ``BlobAlreadyConsumed``.
    @concurrent
    public mutating func next() async throws -> Data? {
      try await read()
    }
  }
}

/// The error for a second attempt to read a blob that can be read only once.
public struct BlobAlreadyConsumed: Error, Sendable, CustomStringConvertible {
  /// A sentence with the reason and a remedy.
  public var description: String {
    "These bytes were received or come from a sequence, and were already read. Save them to a file to read them again."
  }
}

@available(*, unavailable)
extension Blob.AsyncIterator: Sendable {}
