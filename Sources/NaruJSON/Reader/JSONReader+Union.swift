extension JSONReader {
  /// The string in a field of an object, in front of which the reader stands and stays: the tag of a union. Cheapest where it
  /// is the first field.
  ///
  /// - Throws: ``JSONError`` if there is no object, no such field, or no string in it.
  public mutating func peekString(_ key: StaticString) throws(JSONError) -> String {
    let start = position
    defer { position = start }
    guard try find(key) else { throw JSONError(.missing("\(key)"), offset: start) }
    return try string()
  }

  /// The name of the only field of an object, in front of which the reader stands and stays. `nil` if it has none or several.
  /// Goes over the whole object.
  ///
  /// - Throws: ``JSONError`` if there is no object.
  public mutating func peekOnlyKey() throws(JSONError) -> String? {
    let (start, depth) = (position, depth)
    defer { (position, self.depth) = (start, depth) }
    _ = try beginObject(Any.self)
    guard byte(at: position) == UInt8(ascii: "\"") else { return nil }
    let key = try fieldName()
    try skipValue()
    try endField()
    return byte(at: position) == UInt8(ascii: "}") ? key : nil
  }

  /// Goes to the value of a field of an object, in front of which the reader stands. `false` if the object has none.
  mutating func find(_ key: StaticString) throws(JSONError) -> Bool {
    let depth = depth
    defer { self.depth = depth }
    var fields = try beginObject(Any.self)
    while try nextField(in: &fields) {
      if isAt(key, 0, in: &fields) { return true }
    }
    return false
  }
}
