import Foundation

/// The media type in a `Content-Type` field, such as `application/json; charset=utf-8`.
package struct MediaType {
  /// The type and the subtype in lower case.
  package let essence: String
  /// The charset in lower case. `nil` if there is none.
  package let charset: String?

  /// Parses a header field.
  package init(_ field: String) {
    essence = field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    charset = ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON or a format that is based on JSON.
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}
