import Foundation

/// A media type as `Content-Type` has it: `application/json; charset=utf-8`.
package struct MediaType {
  /// The type and the subtype in lower case.
  package let essence: String
  /// The charset in lower case. `nil` where none is named.
  package let charset: String?

  /// Reads a header field.
  package init(_ field: String) {
    essence = field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    charset = ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON, or something that is written in it.
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}
