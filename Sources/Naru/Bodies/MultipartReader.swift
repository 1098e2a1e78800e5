import Foundation

/// A streaming reader of `multipart/form-data` (RFC 7578, RFC 2046): the parts one after the other, each in chunks.
struct MultipartReader {
  /// The maximum length of a part's header fields in bytes.
  private static let headLimit = 16 << 10

  private var source: Blob.AsyncIterator
  private let delimiter: Data
  /// The maximum number of bytes of the body, and the number that was received.
  private let limit: Int
  private var received = 0
  /// The bytes that were received. They start with an added line break, so that the first boundary is found like the others.
  private var buffer = Data("\r\n".utf8)
  /// The index of the first byte of the buffer that was not read.
  private var start = 0
  /// The index in the buffer up to which no line break or boundary was found.
  private var searched = 0
  private var place = Place.preamble
  /// Whether the line break before the content was added.
  private var skipsLineBreak = true

  private enum Place {
    /// Before the first boundary. These bytes are ignored.
    case preamble
    case part
    /// After a boundary.
    case boundary
    case end
  }

  init(_ body: Blob, limit: Int) throws {
    let boundary = ContentDisposition.parameters(body.contentType).first { $0.name == "boundary" }?.value ?? ""
    guard !boundary.isEmpty, boundary.utf8.count <= 70 else { throw MalformedForm(.boundary) }
    guard body.length ?? 0 <= limit else { throw APIError.tooLarge(limit: limit) }
    delimiter = Data("\r\n--\(boundary)".utf8)
    self.limit = limit
    source = body.makeAsyncIterator()
  }

  /// Reads the head of the next part after skipping the rest of the current one.
  @concurrent
  mutating func nextPart() async throws -> (disposition: ContentDisposition, contentType: String?)? {
    guard place != .end else { return nil }
    while try await nextChunk() != nil {}
    // A boundary is followed by `--` after the last part, else by optional blanks and a line break.
    var ending = try await line(limit: 256)
    if ending.starts(with: Data("--".utf8)) {
      place = .end
      return nil
    }
    ending.removeAll { $0 == 0x20 || $0 == 0x09 }
    guard ending.isEmpty else { throw MalformedForm(.boundary) }
    var disposition = ContentDisposition("")
    var contentType: String?
    var size = 0
    while true {
      let line = try await line(limit: Self.headLimit - size)
      if line.isEmpty { break }
      // With its line break, so that the limit also applies to the number of lines.
      size += line.count + 2
      guard size <= Self.headLimit, let text = String(bytes: line, encoding: .utf8) else { throw MalformedForm(.head) }
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw MalformedForm(.head) }
      switch parts[0].lowercased() {
      case "content-disposition": disposition = ContentDisposition(String(parts[1]))
      case "content-type": contentType = String(parts[1].utf8.trimmed)
      default: break
      }
    }
    place = .part
    // In an empty part, the boundary follows the head at once and shares its line break, which was just read.
    start -= 2
    searched = start
    skipsLineBreak = true
    return (disposition, contentType)
  }

  /// Returns the next bytes of the part, and `nil` after its last ones.
  @concurrent
  mutating func nextChunk() async throws -> Data? {
    guard place == .part || place == .preamble else { return nil }
    while true {
      if let found = find(delimiter) {
        let chunk = take(upTo: found.lowerBound)
        start = found.upperBound
        place = .boundary
        return chunk.isEmpty ? nil : chunk
      }
      // The last bytes of the buffer may be the start of the boundary.
      let safe = buffer.count - delimiter.count
      if safe > start + 2 {
        let chunk = take(upTo: safe)
        if !chunk.isEmpty { return chunk }
      }
      try await read()
    }
  }

  /// Returns the bytes up to an index, without the line break that was added.
  private mutating func take(upTo end: Int) -> Data {
    let first = skipsLineBreak ? min(start + 2, end) : start
    skipsLineBreak = false
    start = end
    return Data(buffer[first..<end])
  }

  /// Reads the bytes up to the next line break, and skips that.
  @concurrent
  private mutating func line(limit: Int) async throws -> Data {
    let lineBreak = Data("\r\n".utf8)
    while true {
      if let found = find(lineBreak) {
        let line = Data(buffer[start..<found.lowerBound])
        start = found.upperBound
        guard line.count <= limit else { throw MalformedForm(.head) }
        return line
      }
      let rest = buffer[start...]
      // The last boundary may end without a line break.
      if rest.count == 2, rest == Data("--".utf8) { return rest }
      guard rest.count <= limit else { throw MalformedForm(.head) }
      try await read()
    }
  }

  /// Finds bytes that were not read, without looking at any byte twice.
  private mutating func find(_ bytes: Data) -> Range<Int>? {
    if let found = buffer.range(of: bytes, in: max(start, searched)..<buffer.count) {
      searched = found.upperBound
      return found
    }
    // The last bytes may be the start of a boundary.
    searched = max(start, buffer.count - bytes.count + 1)
    return nil
  }

  @concurrent
  private mutating func read() async throws {
    guard let chunk = try await source.next() else { throw MalformedForm(.end) }
    received += chunk.count
    guard received <= limit else { throw APIError.tooLarge(limit: limit) }
    // Moving the rest costs no more than the bytes that were read since the last time.
    if start > buffer.count / 2 {
      buffer = Data(buffer[start...])
      searched = max(0, searched - start)
      start = 0
    }
    buffer.append(chunk)
  }
}

struct MalformedForm: RequestError {
  enum Place {
    case boundary, head, end, tooManyParts
  }

  let place: Place

  init(_ place: Place) {
    self.place = place
  }

  var localizedMessage: LocalizedMessage {
    switch place {
    case .boundary:
      LocalizedMessage(
        korean: "multipart/form-data 본문의 경계(boundary)를 읽을 수 없습니다.",
        english: "The boundary of the multipart/form-data body is missing or malformed."
      )
    case .head:
      LocalizedMessage(
        korean: "multipart/form-data 본문에 헤더를 읽을 수 없는 부분이 있습니다.",
        english: "The multipart/form-data body has a part with a malformed header."
      )
    case .end:
      LocalizedMessage(
        korean: "multipart/form-data 본문이 중간에 끊겼습니다.",
        english: "The multipart/form-data body is truncated."
      )
    case .tooManyParts:
      LocalizedMessage(
        korean: "multipart/form-data 본문은 \(IncomingForm.partLimit)개 부분까지 보낼 수 있습니다.",
        english: "A multipart/form-data body may have at most \(IncomingForm.partLimit) parts."
      )
    }
  }
}
