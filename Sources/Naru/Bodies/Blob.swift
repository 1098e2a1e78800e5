public import Foundation

/// Bytes with a media type: a body that is not JSON, such as a picture, a file to upload, or an export to download.
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
/// It is the sequence of its chunks, and need not fit into memory: a file is read while it is sent, and what is received is
/// waited for chunk by chunk, as fast as the chunks are taken. What came over the network can be read once only.
public struct Blob: Sendable {
  private let storage: Storage

  /// The media type, such as `image/jpeg`.
  public var contentType: String { storage.contentType }
  /// What a file with these bytes would be called. `nil` where nobody said so. What a server or a client sent has lost
  /// all folders: it is the name of a file, or nothing.
  public var filename: String? { storage.filename }
  /// How many bytes there are. `nil` where that is known only at the end.
  public var length: Int? { storage.source.length }
  /// Whether the bytes can be read more than once. If not, no call that sends them is tried again.
  public var isReplayable: Bool { storage.source.isReplayable }
  /// The bytes, where they are in memory.
  public var data: Data? {
    if case .data(let data) = storage.source { data } else { nil }
  }

  /// Bytes in memory.
  public init(_ data: Data, contentType: String = "application/octet-stream", filename: String? = nil) {
    self.init(.data(data), contentType, filename)
  }

  /// The bytes of a file, which are read when they are sent. It must not change before.
  ///
  /// - Parameters:
  ///   - file: where the file is.
  ///   - contentType: the media type.
  ///   - filename: what to call it; without one, as it is called.
  /// - Throws: `CocoaError` if there is no file that can be read.
  public init(file: URL, contentType: String = "application/octet-stream", filename: String? = nil) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let length = try handle.seekToEnd()
    self.init(.file(file, Int(length), owner: nil), contentType, filename ?? file.lastPathComponent)
  }

  /// Bytes that come chunk by chunk. They can be read once.
  ///
  /// - Parameters:
  ///   - chunks: the bytes. Each chunk is waited for only when the one before it is gone.
  ///   - length: how many bytes there will be, if that is known.
  ///   - contentType: the media type.
  ///   - filename: what a file with the bytes would be called.
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

  /// Bytes that are made on the way.
  ///
  /// - Parameter start: begins to read; what it returns gives one chunk after the other, and `nil` after the last one.
  package init(
    length: Int?,
    contentType: String,
    filename: String? = nil,
    isReplayable: Bool = false,
    start: @escaping @Sendable () -> () async throws -> Data?
  ) {
    self.init(.stream(Stream(length: length, isReplayable: isReplayable, start: start)), contentType, filename)
  }

  /// The bytes of a file that is deleted with its owner.
  package init(temporary owner: TemporaryFile, length: Int, contentType: String, filename: String?) {
    self.init(.file(owner.url, length, owner: owner), contentType, filename)
  }

  /// The same bytes as a file with a name.
  func named(_ filename: String?) -> Blob {
    Blob(storage.source, contentType, filename)
  }

  private init(_ source: Source, _ contentType: String, _ filename: String?) {
    storage = Storage(source: source, contentType: contentType, filename: filename)
  }

  /// A class, so that a request without a blob has no more than a pointer of it.
  private final class Storage: Sendable {
    let source: Source
    let contentType: String
    let filename: String?

    init(source: Source, contentType: String, filename: String?) {
      self.source = source
      self.contentType = contentType
      self.filename = filename
    }
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
    private let start: @Sendable () -> () async throws -> Data?
    private let isUsed = Locked(false)

    init(length: Int?, isReplayable: Bool, start: @escaping @Sendable () -> () async throws -> Data?) {
      self.length = length
      self.isReplayable = isReplayable
      self.start = start
    }

    func begin() -> () async throws -> Data? {
      let isFirst = isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
      guard isFirst || isReplayable else { return { throw BlobIsUsedUp() } }
      return start()
    }
  }
}

extension Blob: AsyncSequence {
  /// Begins to read. Bytes that can be read only once throw ``BlobIsUsedUp`` the second time.
  public func makeAsyncIterator() -> AsyncIterator {
    switch storage.source {
    case .data(let data): AsyncIterator(only: data)
    case .file(let url, _, _): AsyncIterator(file: url, keeping: self)
    case .stream(let stream): AsyncIterator(next: stream.begin())
    }
  }

  /// Gives one chunk after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let read: () async throws -> Data?

    fileprivate init(next: @escaping () async throws -> Data?) {
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
        // A temporary file is there as long as its blob is.
        return try withExtendedLifetime(owner) {
          let opened = try handle ?? FileHandle(forReadingFrom: file)
          handle = opened
          let chunk = try opened.read(upToCount: 1 << 16) ?? Data()
          return chunk.isEmpty ? nil : chunk
        }
      }
    }

    /// The next chunk, which is not empty as a rule; `nil` after the last one.
    ///
    /// - Throws: ``APIError`` for bytes that a client receives; `CocoaError` for a file; ``BlobIsUsedUp``.
    public mutating func next() async throws -> Data? {
      try await read()
    }
  }
}

/// Bytes that can be read only once were read a second time.
public struct BlobIsUsedUp: Error, Sendable, CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    "These bytes came over the network or from a sequence, and were read already. Save them to a file to read them again."
  }
}

@available(*, unavailable)
extension Blob.AsyncIterator: Sendable {}
