extension JSONReader {
  /// Goes into an array, to its first element. `false` for an empty one, which the cursor is then behind.
  ///
  /// ```swift
  /// var more = try json.beginArray([Book].self)
  /// while more {
  ///   books.append(try Book(from: &json))
  ///   more = try json.nextElement()
  /// }
  /// ```
  ///
  /// - Parameter type: the type that is read, for the error.
  /// - Throws: ``JSONError`` if the value is no array, or nested too deeply.
  public mutating func beginArray(_ type: Any.Type) throws(JSONError) -> Bool {
    guard byte(at: position) == UInt8(ascii: "["), depth > 0 else { throw noArray(type) }
    depth -= 1
    position += 1
    skipSpace()
    guard byte(at: position) == UInt8(ascii: "]") else { return true }
    position += 1
    depth += 1
    return false
  }

  /// Goes from behind an element to the next one. `false` at the end of the array, which the cursor is then behind.
  public mutating func nextElement() throws(JSONError) -> Bool {
    skipSpace()
    switch byte(at: position) {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      return true
    case UInt8(ascii: "]"):
      position += 1
      depth += 1
      return false
    default: throw syntax(.commaOrBracket)
    }
  }
}
