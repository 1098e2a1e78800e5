extension Substring.UTF8View {
  /// The string without spaces and tabs at its ends: the optional white space of a header field (RFC 9110, section 5.6.3).
  var trimmed: Substring {
    var rest = self
    while rest.first.map(Self.isSpace) == true { rest.removeFirst() }
    while rest.last.map(Self.isSpace) == true { rest.removeLast() }
    return Substring(rest)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
