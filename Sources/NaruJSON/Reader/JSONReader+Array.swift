extension JSONReader {
  /// Enters an array, and advances to its first element. Returns `false` for an empty array, after advancing past it.
  ///
  /// ```swift
  /// var more = try json.beginArray([Book].self)
  /// while more {
  ///   books.append(try Book(from: &json))
  ///   more = try json.nextElement()
  /// }
  /// ```
  @usableFromInline
  mutating func beginArray(_ type: Any.Type) throws(JSONError) -> Bool {
    guard byte(at: position) == UInt8(ascii: "["), depth > 0 else { throw noArray(type) }
    depth -= 1
    position += 1
    skipSpace()
    guard byte(at: position) == UInt8(ascii: "]") else { return true }
    position += 1
    depth += 1
    return false
  }

  /// Advances from the end of an element to the next one. Returns `false` at the end of the array, after advancing past
  /// it.
  @usableFromInline
  mutating func nextElement() throws(JSONError) -> Bool {
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
