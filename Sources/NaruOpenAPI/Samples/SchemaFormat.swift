import Foundation

/// The formats of strings that a reader parses.
enum SchemaFormat {
  /// The beginning of the format of dates that have none in OpenAPI. A date follows.
  static let like = "dates like "

  static func sample(_ format: String) -> String? {
    switch format {
    case "date-time": "2026-03-04T09:30:00Z"
    case "date-time-local": "2026-03-04T09:30:00"
    case "date": "2026-03-04"
    case "uuid": "7b0f2c58-5f0e-4d35-9f53-9f2f4c8a1e11"
    case "uri": "https://example.com/a"
    case "email": "reader@example.com"
    case "base64", "byte": "aGVsbG8="
    default: format.hasPrefix(like) ? String(format.dropFirst(like.count)) : nil
    }
  }

  static func accepts(_ text: String, _ format: String) -> Bool {
    switch format {
    case "date-time": text.contains(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/)
    case "date-time-local": text.contains(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?$/)
    case "date": text.contains(/^\d{4}-\d\d-\d\d$/)
    case "uuid": UUID(uuidString: text) != nil
    case "uri": text.contains(/^[A-Za-z][A-Za-z0-9+.-]*:/)
    case "email": text.contains("@")
    case "base64", "byte": Data(base64Encoded: text) != nil
    // Dates of one format differ in their digits.
    case _ where format.hasPrefix(like): text.replacing(/\d/, with: "0") == sample(format)?.replacing(/\d/, with: "0")
    default: true
    }
  }
}
