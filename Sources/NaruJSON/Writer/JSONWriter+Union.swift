extension JSONWriter {
  /// Writes the fields of a value that is an object into the object that was begun: those of a union's case, beside its tag.
  ///
  /// - Throws: ``JSONError`` if the value is no object.
  public mutating func fields<Value: Payload>(of value: Value) throws(JSONError) {
    let start = try beginFields()
    let before = base[start]
    try value.write(to: &self)
    try endFields(from: start, before)
  }

  /// Writes the fields of a value that is an object into the object that was begun. The value's type is a ``Payload``, as it
  /// turns out when it runs, or is written by Foundation's encoder.
  ///
  /// - Throws: ``JSONError`` if the value is no object.
  public mutating func fields<Value: Encodable>(of value: Value) throws(JSONError) {
    let start = try beginFields()
    let before = base[start]
    try self.value(value)
    try endFields(from: start, before)
  }

  /// Goes back by a byte: the value's brace is written over what is there, which is put back afterwards.
  private mutating func beginFields() throws(JSONError) -> Int {
    guard count > 0 else { throw invalid(expected: "an object that was begun") }
    count -= 1
    return count
  }

  private mutating func endFields(from start: Int, _ before: UInt8) throws(JSONError) {
    guard count >= start + 2, base[start] == UInt8(ascii: "{"), base[count - 1] == UInt8(ascii: "}") else {
      throw invalid(expected: "an object, whose fields can stand beside a tag")
    }
    base[start] = before
    count -= 1
    if count > start + 1 { endField() } else { count = start + 1 }
  }
}
