import Foundation

/// The fields and files of a form that is a request's body. It is read when a parameter first needs it.
final class IncomingForm: Sendable {
  /// The largest number of parts in a body.
  static let partLimit = 1000
  /// The largest file that stays in memory, in bytes. A larger one is written to a temporary file.
  private static let memory = 64 << 10

  /// A part of the body that is not a plain field.
  struct ReceivedPart: Sendable {
    let name: String
    let content: Blob
  }

  /// The fields in the order of the body.
  let fields: [(name: String, value: String)]
  /// The parts that have a file name or a media type.
  let parts: [ReceivedPart]

  private init(fields: [(name: String, value: String)], parts: [ReceivedPart]) {
    self.fields = fields
    self.parts = parts
  }

  /// Reads `application/x-www-form-urlencoded`.
  static func fields(of body: Data) throws -> IncomingForm {
    guard let text = String(bytes: body, encoding: .utf8) else { throw MalformedText() }
    return IncomingForm(fields: try QueryString.items(text[...]), parts: [])
  }

  /// Reads `multipart/form-data`.
  static func parts(of body: Blob, fieldLimit: Int, fileLimit: Int) async throws -> IncomingForm {
    let (limit, overflows) = fileLimit.addingReportingOverflow(fieldLimit)
    var reader = try MultipartReader(body, limit: overflows ? .max : limit)
    var fields: [(name: String, value: String)] = []
    var parts: [ReceivedPart] = []
    var (fieldBytes, fileBytes) = (0, 0)
    while let (disposition, contentType) = try await reader.nextPart() {
      guard fields.count + parts.count < partLimit else { throw MalformedForm(.tooManyParts) }
      guard let name = disposition.name else { throw MalformedForm(.head) }
      let isField = disposition.filename == nil && (contentType ?? "text/plain").hasPrefix("text/plain")
      if isField {
        var bytes = Data()
        while let chunk = try await reader.nextChunk() {
          fieldBytes += chunk.count
          guard fieldBytes <= fieldLimit else { throw APIError.tooLarge(limit: fieldLimit) }
          bytes.append(chunk)
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
          throw MalformedParameter(name: name, text: "", expected: .text)
        }
        fields.append((name, text))
      } else {
        let content = try await file(&reader, disposition.filename, contentType) { count in
          fileBytes += count
          guard fileBytes <= fileLimit else { throw APIError.tooLarge(limit: fileLimit) }
        }
        parts.append(ReceivedPart(name: name, content: content))
      }
    }
    return IncomingForm(fields: fields, parts: parts)
  }

  @concurrent
  private static func file(
    _ reader: inout MultipartReader,
    _ filename: String?,
    _ contentType: String?,
    count: (Int) throws -> Void
  ) async throws -> Blob {
    let contentType = contentType ?? "application/octet-stream"
    var start = Data()
    var file: (owner: TemporaryFile, handle: FileHandle, length: Int)?
    defer { try? file?.handle.close() }
    while let chunk = try await reader.nextChunk() {
      try count(chunk.count)
      if start.count + chunk.count <= memory, file == nil {
        start.append(chunk)
        continue
      }
      if file == nil {
        let owner = TemporaryFile()
        file = (owner, try owner.create(), start.count)
        try file?.handle.write(contentsOf: start)
      }
      try file?.handle.write(contentsOf: chunk)
      file?.length += chunk.count
    }
    guard let file else { return Blob(start, contentType: contentType, filename: filename) }
    return Blob(temporary: file.owner, length: file.length, contentType: contentType, filename: filename)
  }
}

extension APIError {
  /// The error for a request body that is larger than the server accepts.
  static func tooLarge(limit: Int) -> APIError {
    APIError(
      .tooLarge,
      LocalizedMessage(
        korean: "요청 본문은 \(limit)바이트까지 보낼 수 있습니다.",
        english: "The request body may have at most \(limit) bytes."
      )
    )
  }
}
