import Foundation

/// Replaces local ids in a call. Only whole values count: a segment of the path or its part in `7:archive`, `7.json` and `notes(7)`, a value of the
/// query, of a form or of a header field, and a string or a number in JSON. A number in a longer string stays as it is.
struct LocalIDReplacement {
  /// The real id of a local one. `nil` leaves the local id.
  let realID: (LocalID) throws -> String?

  /// Replaces the ids in a path with a query, or in a form.
  func inTarget(_ target: String) throws -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return try replaced(target, "/?&=,:;.()'") { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0 }
  }

  /// Replaces the ids in the name of an order.
  func inScope(_ scope: String) throws -> String { try replaced(scope, "/?&=, :;.()'") { $0 } }

  /// Replaces a value of a header field.
  func inValue(_ value: String) throws -> String { try replaced(value, "") { $0 } }

  /// Replaces the ids in a body with JSON or with a form. Others, such as files, stay as they are.
  func inBody(_ body: Data, type: String?) throws -> Data {
    let type = type?.lowercased() ?? ""
    if type.contains("json") { return try inJSON(body) }
    guard type.hasPrefix("application/x-www-form-urlencoded") else { return body }
    return Data(try inTarget(String(decoding: body, as: UTF8.self)).utf8)
  }

  private func replaced(_ string: String, _ separators: String, _ encoded: (String) -> String) throws -> String {
    var result = ""
    var word = ""
    func end() throws {
      result += try Self.localID(word).flatMap(realID).map(encoded) ?? word
      word = ""
    }
    for character in string {
      guard separators.contains(character) else {
        word.append(character)
        continue
      }
      try end()
      result.append(character)
    }
    try end()
    return result
  }

  func inJSON(_ body: Data) throws -> Data {
    var result = Data(capacity: body.count)
    var rest = Array(body)[...]
    while let byte = rest.first {
      let isString = byte == UInt8(ascii: "\"")
      let token = isString ? Self.string(rest) : rest.prefix(while: Self.numberBytes.contains)
      guard !token.isEmpty else {
        result.append(rest.removeFirst())
        continue
      }
      rest = rest[token.endIndex...]
      let value = String(decoding: isString ? token.dropFirst().dropLast() : token, as: UTF8.self)
      if let id = Self.localID(value), let real = try realID(id) {
        // A number stays a number, if the real id is one.
        result.append(try !isString && Int64(real) != nil ? Data(real.utf8) : JSONEncoder().encode(real))
      } else {
        result.append(contentsOf: token)
      }
    }
    return result
  }

  /// The string at the beginning of some JSON, with its quotes.
  private static func string(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = json.startIndex + 1
    while end < json.endIndex, json[end] != UInt8(ascii: "\"") {
      end += json[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return json[..<min(end + 1, json.endIndex)]
  }

  private static let numberBytes = Set("0123456789-+.eE".utf8)

  /// The id that a whole value is.
  private static func localID(_ value: String) -> LocalID? {
    LocalID(value) ?? (value.hasPrefix("-") ? LocalID("local\(value)") : nil)
  }
}
