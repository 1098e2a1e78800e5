package import HTTPTypes

extension HTTPField.Name {
  /// `Referrer-Policy`.
  package static let referrerPolicy = known("Referrer-Policy")
  /// `X-Forwarded-For`.
  static let forwardedFor = known("X-Forwarded-For")

  private static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else { preconditionFailure("“\(name)” is not the name of a header field.") }
    return field
  }
}
