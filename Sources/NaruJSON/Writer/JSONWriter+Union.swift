extension JSONWriter {
  /// Writes the fields of a value that is an object, as ``fields(of:)-(Payload)`` does. Its type is a ``Payload``, as it turns out when
  /// it runs, or is written by Foundation's encoder.
  ///
  /// - Throws: ``JSONError`` if the value is no object.
  public mutating func fields<Value: Encodable>(of value: Value) throws(JSONError) {
    let start = count - 1
    guard start >= 0 else { throw invalid(expected: "an object that was begun") }
    let before = base[start]
    count = start
    try self.value(value)
    guard count >= start + 2, base[start] == UInt8(ascii: "{"), base[count - 1] == UInt8(ascii: "}") else {
      throw invalid(expected: "an object, whose fields can stand beside a tag")
    }
    base[start] = before
    count -= 1
    if count > start + 1 { endField() }
  }
}
