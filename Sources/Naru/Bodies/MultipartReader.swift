import Foundation

/// Reads `multipart/form-data` (RFC 7578, RFC 2046) as it comes: the parts one after the other, and each in chunks.
struct MultipartReader {
  /// How long the header fields of a part may be, in bytes.
  private static let headLimit = 16 << 10

  private var source: Blob.AsyncIterator
  private let delimiter: Data
  /// What came and is not read yet. In front of the first part stands a line break that was not sent: so the first boundary
  /// is found as the others are.
  private var buffer = Data("\r\n".utf8)
  private var place = Place.preamble
  /// Whether the line break in front of the content is one that was not sent.
  private var skipsLineBreak = true

  private enum Place {
    /// In what stands before the first boundary, which nobody reads.
    case preamble
    case part
    /// Behind a boundary.
    case boundary
    case end
  }

  /// Reads a body.
  ///
  /// - Throws: ``MalformedForm`` if the content type names no boundary.
  init(_ body: Blob) throws {
    let boundary = ContentDisposition.parameters(body.contentType).first { $0.name == "boundary" }?.value ?? ""
    guard !boundary.isEmpty, boundary.utf8.count <= 70 else { throw MalformedForm(.boundary) }
    delimiter = Data("\r\n--\(boundary)".utf8)
    source = body.makeAsyncIterator()
  }

  /// The head of the next part. What is left of the part before it is skipped.
  ///
  /// - Returns: `nil` after the last part.
  mutating func nextPart() async throws -> (disposition: ContentDisposition, contentType: String?)? {
    guard place != .end else { return nil }
    while try await nextChunk() != nil {}
    // What follows a boundary: `--` after the last part, else a line break, which blanks may precede.
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
      size += line.count
      guard let text = String(bytes: line, encoding: .utf8) else { throw MalformedForm(.head) }
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw MalformedForm(.head) }
      switch parts[0].lowercased() {
      case "content-disposition": disposition = ContentDisposition(String(parts[1]))
      case "content-type": contentType = parts[1].trimmingCharacters(in: .whitespaces)
      default: break
      }
    }
    place = .part
    // An empty part is a boundary right behind the head, whose line break is the head's own.
    buffer = Data("\r\n".utf8) + buffer
    skipsLineBreak = true
    return (disposition, contentType)
  }

  /// The next bytes of the part; `nil` after its last ones.
  mutating func nextChunk() async throws -> Data? {
    guard place == .part || place == .preamble else { return nil }
    while true {
      if let found = buffer.range(of: delimiter) {
        let chunk = take(buffer[..<found.lowerBound])
        buffer = Data(buffer[found.upperBound...])
        place = .boundary
        return chunk.isEmpty ? nil : chunk
      }
      // The end of what is here may be the beginning of the boundary.
      let safe = buffer.count - delimiter.count
      if safe > 2 {
        let chunk = take(buffer.prefix(safe))
        buffer = Data(buffer.dropFirst(safe))
        if !chunk.isEmpty { return chunk }
      }
      try await read()
    }
  }

  /// Some bytes without the line break that was not sent.
  private mutating func take(_ bytes: Data) -> Data {
    guard skipsLineBreak else { return Data(bytes) }
    skipsLineBreak = false
    return Data(bytes.dropFirst(2))
  }

  /// The bytes up to the next line break, which is taken too.
  private mutating func line(limit: Int) async throws -> Data {
    let lineBreak = Data("\r\n".utf8)
    while true {
      if let found = buffer.range(of: lineBreak) {
        let line = Data(buffer[..<found.lowerBound])
        buffer = Data(buffer[found.upperBound...])
        guard line.count <= limit else { throw MalformedForm(.head) }
        return line
      }
      // The last boundary needs no line break behind it.
      if buffer == Data("--".utf8) { return buffer }
      guard buffer.count <= limit else { throw MalformedForm(.head) }
      try await read()
    }
  }

  private mutating func read() async throws {
    guard let chunk = try await source.next() else { throw MalformedForm(.end) }
    buffer.append(chunk)
  }
}

/// A form that can't be read.
struct MalformedForm: RequestError {
  enum Place {
    case boundary, head, end, tooManyParts
  }

  let place: Place

  init(_ place: Place) {
    self.place = place
  }

  var sentence: Sentence {
    switch place {
    case .boundary:
      Sentence(
        korean: "multipart/form-data 본문의 경계(boundary)를 읽을 수 없습니다.",
        english: "The boundary of the multipart/form-data body can't be read."
      )
    case .head:
      Sentence(
        korean: "multipart/form-data 본문에 헤더를 읽을 수 없는 부분이 있습니다.",
        english: "The multipart/form-data body has a part whose header can't be read."
      )
    case .end:
      Sentence(
        korean: "multipart/form-data 본문이 중간에 끊겼습니다.",
        english: "The multipart/form-data body ends in the middle."
      )
    case .tooManyParts:
      Sentence(
        korean: "multipart/form-data 본문은 \(IncomingForm.partLimit)개 부분까지 보낼 수 있습니다.",
        english: "A multipart/form-data body may have up to \(IncomingForm.partLimit) parts."
      )
    }
  }
}
