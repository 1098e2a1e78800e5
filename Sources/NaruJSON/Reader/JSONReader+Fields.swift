extension JSONReader {
  /// The value of a field that must have come.
  ///
  /// - Throws: ``JSONError`` if it did not.
  @inlinable @inline(__always)
  public func required<Value>(
    _ value: consuming Value?,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> Value {
    guard let value else { throw missing(key, in: fields) }
    return value
  }

  /// The value of an optional ``NumberFromText``, whose field may be left out.
  @inlinable
  public func required<Number: Numeric & Codable & Sendable>(
    _ value: NumberFromText<Number?>?,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> NumberFromText<Number?> {
    value ?? NumberFromText(wrappedValue: nil)
  }

  /// Whether the value is this string, written without escapes. Goes behind it if so.
  ///
  /// - Parameter text: a text without quotes, backslashes and control characters.
  @inlinable @inline(__always)
  public mutating func takeString(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count &- position >= length &+ 2 else { return false }
    let here = base + position
    guard here[0] == UInt8(ascii: "\""), Self.equal(here + 1, text.utf8Start, length),
      here[length &+ 1] == UInt8(ascii: "\"")
    else { return false }
    position &+= length &+ 2
    return true
  }

  /// Reads a raw value, and the case that it stands for.
  ///
  /// - Throws: ``JSONError`` for a value that no case has.
  public mutating func rawValue<Value: RawRepresentable>(_ type: Value.Type) throws(JSONError) -> Value
  where Value.RawValue: Payload {
    let start = position
    guard let value = Value(rawValue: try Value.RawValue(from: &self)) else {
      throw JSONError(.invalid("a value of \(type)"), offset: start)
    }
    return value
  }
}
