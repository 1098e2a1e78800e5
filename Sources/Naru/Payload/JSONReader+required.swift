public import NaruJSON

// MARK: - For generated code

extension JSONReader {
  /// Returns the value of a field whose type is an alias of an optional. Such a field may be absent.
  @inlinable @inline(__always)
  public func required<Value>(
    _ value: consuming Value??,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> Value? {
    value ?? nil
  }
}
