/// The media type in a `Content-Type` field, such as `application/json; charset=utf-8`.
package struct MediaType {
  /// The type and the subtype in lower case.
  package let essence: String
  private let field: String

  /// Parses a header field.
  package init(_ field: String) {
    self.field = field
    essence = field.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed.lowercased()
  }

  /// The charset in lower case. `nil` if there is none.
  package var charset: String? {
    ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON or a format that is based on JSON.
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}
