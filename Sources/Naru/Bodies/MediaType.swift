/// The media type in a `Content-Type` field, such as `application/json; charset=utf-8`.
package struct MediaType {
  /// The type and the subtype in lower case.
  package let essence: String
  private let field: String

  /// Parses a header field.
  package init(_ field: String) {
    self.field = field
    var essence = field.utf8.prefix { $0 != UInt8(ascii: ";") }
    while essence.first.map(Self.isSpace) == true { essence.removeFirst() }
    while essence.last.map(Self.isSpace) == true { essence.removeLast() }
    self.essence = Substring(essence).lowercased()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// The charset in lower case. `nil` if there is none.
  package var charset: String? {
    ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON or a format that is based on JSON.
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}
