package import HTTPTypes

extension HTTPFields {
  /// Returns the value of a field, as the subscript does: several fields with the name are one list. For a field that is there,
  /// the subscript of swift-http-types 1.7 needs about 4,000 instructions, as many as everything else that the head of a call is
  /// read for.
  package func value(of name: HTTPField.Name) -> String? {
    var found: String?
    for field in self where field.name == name {
      guard found == nil else { return self[name] }
      found = field.value
    }
    return found
  }
}
