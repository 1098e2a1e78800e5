public import Foundation
import HTTPTypes

extension Blob {
  /// Saves the file that a call returns. If an earlier download to the same place broke off, it continues where that stopped.
  ///
  /// ```swift
  /// try await Blob.download(to: folder.appending(path: "map.zip"), upTo: 2 << 30) { try await maps.file(id: 7) }
  /// ```
  ///
  /// The bytes are in `map.zip.part` until the file is complete, and `map.zip.part-tag` has their version. A later call sends `Range` and
  /// `If-Range` (RFC 9110, 13.1.5): a server that still has this version sends the rest, any other one sends the whole file. If less than the
  /// rest arrives, the error is ``APIError/Code/unreachable``, and a later call continues. Bytes of
  /// a file without a strong `ETag` are not kept. A web page without an `ETag` is an error then, and what arrived stays. The file is requested
  /// without compression. Don't download to one file twice at the same time.
  ///
  /// Observers of `withCallOptions(onReceive:)` count the bytes of each response.
  ///
  /// - Parameters:
  ///   - file: the file, in an existing folder. It appears when it is complete; an existing one stays as it is until then.
  ///   - limit: the maximum number of bytes of the whole file.
  ///   - call: makes the call that returns the file.
  /// - Returns: the number of bytes of the file.
  /// - Throws: ``APIError`` with the code ``APIError/Code/tooLarge`` if there are more bytes; what `call` and reading throw; `CocoaError` if
  ///   the file can't be written.
  @concurrent
  @discardableResult
  public static func download(
    to file: URL,
    upTo limit: Int,
    _ call: @Sendable () async throws -> Blob
  ) async throws -> Int {
    let part = PartialFile(of: file)
    if let start = part.start {
      do {
        let (blob, head) = try await response([.range: "bytes=\(start.count)-", .ifRange: start.tag], call)
        // Without it, the server ignored the range.
        guard head?.status == .partialContent else {
          // The file's server sends its version.
          if let head, head.headerFields[.eTag] == nil, MediaType(blob.contentType).isHTML {
            throw APIError(unreadable: APIResponse(head: head), underlyingError: UnexpectedPage())
          }
          return try await part.save(blob, head, upTo: limit)
        }
        // A server that ignores the condition sends the rest of another version.
        let isSame = [start.tag, nil].contains(head?.headerFields[.eTag])
        if isSame, head?.headerFields[.contentRange]?.hasPrefix("bytes \(start.count)-") == true {
          return try await part.save(blob, head, after: start.count, upTo: limit)
        }
      } catch let error as APIError where error.status == .rangeNotSatisfiable {
        // The file has another length now.
      }
      part.remove()
    }
    let (blob, head) = try await response([:], call)
    return try await part.save(blob, head, upTo: limit)
  }

  private static func response(
    _ fields: HTTPFields,
    _ call: @Sendable () async throws -> Blob
  ) async throws -> (Blob, HTTPResponse?) {
    let notes = ResponseNotes(below: CallOptions.currentNotes)
    var fields = fields
    // The bytes of a range are those of the compressed file.
    fields[.acceptEncoding] = "identity"
    let blob = try await CallOptions(headers: fields, notes: notes).apply { try await call() }
    return (blob, notes.head)
  }
}

extension HTTPFields {
  /// The fields of a download that continues, which another server may also have.
  static let ofDownloads: Set<HTTPField.Name> = [.range, .ifRange, .acceptEncoding]
}

/// The bytes of a download that is not complete, and their version.
private struct PartialFile {
  private let file: URL
  private let part: URL
  private let tag: URL

  init(of file: URL) {
    self.file = file
    part = file.appendingPathExtension("part")
    tag = file.appendingPathExtension("part-tag")
  }

  /// Where to continue. `nil` without bytes or without a version.
  var start: (count: Int, tag: String)? {
    guard let tag = try? String(contentsOf: tag, encoding: .utf8), HTTPField.isValidValue(tag), !tag.isEmpty,
      let size = try? FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int, size > 0
    else { return nil }
    return (size, tag)
  }

  /// Writes bytes after those that are there, and moves the complete file to its place.
  func save(_ blob: Blob, _ head: HTTPResponse?, after count: Int = 0, upTo limit: Int) async throws -> Int {
    guard count + (blob.length ?? 0) <= limit else {
      remove()
      throw APIError(.tooLarge)
    }
    if count == 0 { remove() }
    let handle = try count == 0 ? TemporaryFile.create(part) : FileHandle(forWritingTo: part)
    let total: Int
    do {
      try handle.seekToEnd()
      // Before the bytes: without it, they are never continued.
      if let version = head?.headerFields[.eTag], !version.hasPrefix("W/") {
        try Data(version.utf8).write(to: tag, options: .atomic)
      }
      total = try await blob.write(to: handle, after: count, upTo: limit)
      try handle.close()
      // A server may send less than the rest.
      let whole = head?.headerFields[.contentRange]?.split(separator: "/").last.flatMap { Int($0) }
      if total < whole ?? 0 { throw APIError(.unreachable) }
    } catch {
      try? handle.close()
      // The rest of compressed bytes can't be read.
      if start == nil || [.tooLarge, .decodingFailed].contains((error as? APIError)?.code) { remove() }
      throw error
    }
    try TemporaryFile.move(part, to: file)
    remove()
    return total
  }

  func remove() {
    try? FileManager.default.removeItem(at: part)
    try? FileManager.default.removeItem(at: tag)
  }
}
