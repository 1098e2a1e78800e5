import HTTPTypes

/// The media type in a `Content-Type` field, such as `application/json; charset=utf-8`.
package struct MediaType {
  /// The type and the subtype in lower case.
  package let essence: String
  private let field: String

  /// Parses a header field. If it is repeated, which joins it with commas, the first one counts. The semicolon may be missing.
  package init(_ field: String) {
    self.field = String(Substring(field.utf8.prefix { $0 != UInt8(ascii: ",") }))
    essence = self.field.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed.prefix { $0 != " " }.lowercased()
  }

  /// The charset in lower case. `nil` if there is none.
  package var charset: String? {
    ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON or a format that is based on JSON. `text/json` is older than the registered type.
  package var isJSON: Bool { ["application/json", "text/json"].contains(essence) || essence.hasSuffix("+json") }

  var isHTML: Bool { essence == "text/html" || essence == "application/xhtml+xml" }

  var isText: Bool { essence.hasPrefix("text/") && !isJSON && isUTF8 }

  /// Whether the charset is UTF-8, under one of its usual names, or none.
  var isUTF8: Bool { ["utf-8", "utf8", nil].contains(charset) }
}

extension Endpoint {
  /// The media type that the endpoint declares for its body. `nil` if it declares none.
  package var bodyType: MediaType? { headers.value(of: .contentType).map(MediaType.init) }

  /// Whether a body of a type is text instead of JSON.
  package func hasText(_ type: Any.Type?) -> Bool { type == String.self && bodyType?.isText ?? false }
}
