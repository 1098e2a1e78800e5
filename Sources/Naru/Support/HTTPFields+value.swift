package import HTTPTypes

extension HTTPFields {
  /// Returns the value of a field, as the subscript does: several fields with the name are one list. For a field that is there,
  /// the subscript of swift-http-types 1.7 needs about 4,000 instructions, as many as everything else that the head of a call is
  /// read for.
  package func value(of name: HTTPField.Name) -> String? {
    var found: String?
    // The lengths first: comparing two strings takes long if one of them has more than 15 bytes.
    let length = name.rawName.utf8.count
    for field in self where field.name.rawName.utf8.count == length && field.name == name {
      guard found == nil else { return self[name] }
      found = field.value
    }
    return found
  }

  /// Returns the other fields.
  package func without(_ names: HTTPField.Name...) -> HTTPFields { HTTPFields(filter { !names.contains($0.name) }) }

  /// Joins several `Cookie` fields to one, because a request must not have more (RFC 6265, section 5.4).
  package mutating func joinCookies() {
    guard lazy.filter({ $0.name == .cookie }).count > 1 else { return }
    // The subscript for one value would split it again.
    self[values: .cookie] = [self[values: .cookie].joined(separator: "; ")]
  }
}
