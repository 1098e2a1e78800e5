extension JSONReader {
  /// Returns the value of a required field.
  ///
  /// - Throws: ``JSONError`` if the field is missing.
  @inlinable @inline(__always)
  public func required<Value>(
    _ value: consuming Value?,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> Value {
    guard let value else { throw missing(key, in: fields) }
    return value
  }

  /// Returns a ``FieldWrapper`` of an optional value, whose field may be absent.
  @inlinable
  public func required<Wrapper: FieldWrapper, Wrapped>(
    _ value: Wrapper?,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> Wrapper where Wrapper.Value == Wrapped? {
    value ?? Wrapper(wrappedValue: nil)
  }

  /// Advances past the value if it is this string without escapes, and returns whether it is.
  ///
  /// - Parameter text: A string without quotes, backslashes and control characters.
  /// - Returns: Whether the value is this string.
  @inlinable @inline(__always)
  public mutating func _takeString(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count &- position >= length &+ 2 else { return false }
    guard unsafe bytes[unchecked: position] == UInt8(ascii: "\""), unsafe equal(position &+ 1, text.utf8Start, length),
      unsafe bytes[unchecked: position &+ length &+ 1] == UInt8(ascii: "\"")
    else { return false }
    position &+= length &+ 2
    return true
  }

  /// Reads a raw value, and returns its case.
  ///
  /// - Throws: ``JSONError`` for a raw value without a case.
  public mutating func _rawValue<Value: RawRepresentable>(_ type: Value.Type) throws(JSONError) -> Value
  where Value.RawValue: Payload {
    let start = position
    guard let value = Value(rawValue: try Value.RawValue(from: &self)) else {
      throw JSONError(.noCase(of: type), offset: start)
    }
    return value
  }
}
