package import Foundation
package import Naru

/// A body in the form of a recording.
package struct RecordedBody {
  /// The string, or the bytes in base64.
  package var text: String?
  /// `base64`, or `nil` for a string.
  package var encoding: String?
  /// Why the body was not recorded.
  package var comment: String?

  /// Redacts a body.
  package init(_ bytes: Data?, count: Int, type: String, redaction: Redaction) {
    let media = MediaType(type)
    guard let bytes else {
      comment = "not recorded: \(count) bytes"
      return
    }
    guard !media.essence.hasPrefix("multipart/") else {
      // Secrets in a multipart body can't be recognized.
      comment = "not recorded: \(media.essence)"
      return
    }
    let isText = media.isJSON || media.essence.hasPrefix("text/") || media.essence.isEmpty
    if let text = String(bytes: bytes, encoding: .utf8), isText || !bytes.contains(0) {
      self.text = Self.redacted(text, media, redaction)
    } else if isText {
      // A string that can't be decoded can't be redacted.
      comment = "not recorded: \(media.essence) that is not UTF-8"
    } else {
      text = bytes.base64EncodedString()
      encoding = "base64"
    }
  }

  /// Redacts a string of a media type.
  package static func redacted(_ text: String, _ media: MediaType, _ redaction: Redaction) -> String {
    if media.essence == "application/x-www-form-urlencoded" { return redaction.query(text) }
    return redaction.json(Data(text.utf8)) ?? redaction.value(text)
  }

  /// The bytes of a recorded body; `nil` if it was not recorded or its base64 is invalid.
  package static func bytes(_ text: String?, _ encoding: String?) -> Data? {
    guard let text else { return nil }
    return encoding == "base64" ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }
}
