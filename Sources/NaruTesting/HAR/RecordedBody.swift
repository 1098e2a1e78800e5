import Foundation
import Naru

/// A body as a recording holds it.
struct RecordedBody {
  /// The text, or the bytes in base64.
  var text: String?
  /// `base64`, or `nil` for text.
  var encoding: String?
  /// Why there is neither.
  var comment: String?

  /// A body with its secrets redacted.
  ///
  /// - Parameters:
  ///   - bytes: the body; `nil` where there were more than is recorded, or where not all of it was read.
  ///   - count: how many bytes there were.
  ///   - type: the media type.
  init(_ bytes: Data?, count: Int, type: String, redaction: Redaction) {
    let media = MediaType(type)
    guard let bytes else {
      comment = "not recorded: \(count) bytes"
      return
    }
    guard !media.essence.hasPrefix("multipart/") else {
      // What is a secret in it can't be told.
      comment = "not recorded: \(media.essence)"
      return
    }
    let isText = media.isJSON || media.essence.hasPrefix("text/") || media.essence.isEmpty
    if let text = String(bytes: bytes, encoding: .utf8), isText || !bytes.contains(0) {
      self.text = Self.redacted(text, media, redaction)
    } else if isText {
      // A text that can't be read can't be redacted.
      comment = "not recorded: \(media.essence) that is not UTF-8"
    } else {
      text = bytes.base64EncodedString()
      encoding = "base64"
    }
  }

  static func redacted(_ text: String, _ media: MediaType, _ redaction: Redaction) -> String {
    if media.essence == "application/x-www-form-urlencoded" { return redaction.query(text) }
    return redaction.json(Data(text.utf8)) ?? redaction.value(text)
  }

  /// The bytes of what was recorded. `nil` where nothing was, or the base64 is none.
  static func bytes(_ text: String?, _ encoding: String?) -> Data? {
    guard let text else { return nil }
    return encoding == "base64" ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }
}
