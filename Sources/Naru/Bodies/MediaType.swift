import Foundation

/// A media type as `Content-Type` has it: `application/json; charset=utf-8`.
struct MediaType {
  /// The type and the subtype in lower case.
  let essence: String
  /// The charset in lower case. `nil` where none is named.
  let charset: String?

  /// Reads a header field.
  init(_ field: String) {
    essence = field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    charset = ContentDisposition.parameters(field).first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON, or something that is written in it.
  var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
}
