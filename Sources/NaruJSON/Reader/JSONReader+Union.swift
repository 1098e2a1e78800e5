extension JSONReader {
  /// The name of the only field of an object, in front of which the reader stands and stays. `nil` if it has none or several.
  /// Goes over the whole object.
  ///
  /// - Throws: ``JSONError`` if there is no object.
  public mutating func peekOnlyKey() throws(JSONError) -> String? {
    let (start, depth) = (position, depth)
    defer { (position, self.depth) = (start, depth) }
    _ = try beginObject(Any.self)
    guard byte(at: position) == UInt8(ascii: "\"") else { return nil }
    let key = try string()
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
    try skipValue()
    try endField()
    return byte(at: position) == UInt8(ascii: "}") ? key : nil
  }
}
