import Foundation

/// The query of a URL, or the fields of a form.
package enum QueryString {
  /// The query has `%` without two hexadecimal digits, or bytes that are not UTF-8.
  package struct Malformed: Error {}

  // RFC 3986, section 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  package static func encode(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  private static func encode(_ string: String) -> String {
    string.precomposedStringWithCanonicalMapping.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Decodes the items. `+` is a space, as in forms; an item without `=` has the value "".
  package static func items(_ query: Substring) throws -> [(name: String, value: String)] {
    try query.split(separator: "&").map { item in
      let parts = try item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        guard let string = part.replacing("+", with: " ").removingPercentEncoding else { throw Malformed() }
        return string
      }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }
}

extension String {
  /// The path and the query of a request's target.
  package var splitTarget: (path: Substring, query: Substring?) {
    let parts = split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }
}
