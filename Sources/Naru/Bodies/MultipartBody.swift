import Foundation

/// A part of a multipart body.
package struct MultipartPart: Sendable {
  let name: String
  let content: Blob
  /// Whether the part is a form's text field, which is sent without a media type.
  let isField: Bool

  package init(name: String, content: Blob, isField: Bool = false) {
    self.name = name
    self.content = content
    self.isField = isField
  }
}

/// A writer of `multipart/form-data` (RFC 7578).
package enum MultipartBody {
  /// Returns a body of parts, which are read one after the other when it is sent.
  package static func blob(_ parts: [MultipartPart]) -> Blob {
    let boundary = "naru-\(UUID().uuidString)"
    let sections = parts.map { (head: head($0, boundary), content: $0.content) }
    let end = Data("--\(boundary)--\r\n".utf8)
    var length: Int? = end.count
    for section in sections {
      // Two more for the line break after the content.
      length = section.content.length.flatMap { content in length.map { $0 + section.head.count + content + 2 } }
    }
    return Blob(
      length: length,
      contentType: "multipart/form-data; boundary=\(boundary)",
      isReplayable: parts.allSatisfy(\.content.isReplayable)
    ) {
      var rest = sections[...]
      var current: Blob.AsyncIterator?
      var isOver = false
      return {
        if let chunk = try await current?.next() { return chunk }
        let lineBreak = current == nil ? Data() : Data("\r\n".utf8)
        current = nil
        if let section = rest.popFirst() {
          current = section.content.makeAsyncIterator()
          return lineBreak + section.head
        }
        guard !isOver else { return nil }
        isOver = true
        return lineBreak + end
      }
    }
  }

  private static func head(_ part: MultipartPart, _ boundary: String) -> Data {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escape(part.name))\""
    if let filename = part.content.filename { head += "; filename=\"\(escape(filename))\"" }
    if !part.isField { head += "\r\nContent-Type: \(part.content.contentType.filter { !$0.isNewline })" }
    return Data("\(head)\r\n\r\n".utf8)
  }

  /// Escapes a name as browsers do (WHATWG HTML, “multipart/form-data encoding algorithm”): UTF-8 with three encoded characters.
  /// Hangul is sent in NFC, because other systems than Apple's show the letters of a decomposed name one by one.
  private static func escape(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "%22"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }
}
