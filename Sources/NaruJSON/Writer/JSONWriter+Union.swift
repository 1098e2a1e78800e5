extension JSONWriter {
  /// Writes the fields of an object value into the current object: the fields of a union's case, after its tag.
  ///
  /// - Throws: ``JSONError`` if the value is not an object.
  public mutating func _fields<Value: Payload>(of value: Value) throws(JSONError) {
    let start = try beginFields()
    let before = unsafe base[start]
    try value.write(to: &self)
    try endFields(from: start, before)
  }

  /// Writes the fields of an object value into the current object. If its type is not a ``Payload`` at run time,
  /// Foundation's encoder writes the value.
  ///
  /// - Throws: ``JSONError`` if the value is not an object.
  public mutating func _fields<Value: Encodable>(of value: Value) throws(JSONError) {
    let start = try beginFields()
    let before = unsafe base[start]
    try self.value(value)
    try endFields(from: start, before)
  }

  /// Goes back by one byte, which the value's brace overwrites. `endFields` restores it.
  private mutating func beginFields() throws(JSONError) -> Int {
    guard count > 0 else { throw invalid(expected: "a begun object") }
    count -= 1
    return count
  }

  private mutating func endFields(from start: Int, _ before: UInt8) throws(JSONError) {
    guard count >= start + 2, unsafe base[start] == UInt8(ascii: "{"), unsafe base[count - 1] == UInt8(ascii: "}")
    else {
      throw invalid(expected: "an object, so that its fields can follow a tag")
    }
    unsafe base[start] = before
    count -= 1
    if count > start + 1 { _endField() } else { count = start + 1 }
  }
}
