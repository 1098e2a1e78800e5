package import HTTPTypes

extension HTTPField.Name {
  /// Makes a header name of a literal that is known to be valid.
  package static func known(_ name: StaticString) -> HTTPField.Name {
    guard let name = HTTPField.Name(name.description) else {
      preconditionFailure("“\(name)” is not the name of a header field.")
    }
    return name
  }
}
