public import NaruJSON

extension JSONReader {
  /// The value of a field whose type turns out to be an optional under another name, so that it may be absent.
  @inlinable @inline(__always)
  public func required<Value>(
    _ value: consuming Value??,
    _ key: StaticString,
    in fields: JSONFields
  ) throws(JSONError) -> Value? {
    value ?? nil
  }
}
