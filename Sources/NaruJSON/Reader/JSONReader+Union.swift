extension JSONReader {
  /// Returns the string in a field of the object at the reader's position, without advancing: the tag of a union. It is
  /// fastest if the field is the first one.
  ///
  /// - Throws: ``JSONError`` if the value is not an object, or has no such field with a string.
  public mutating func _peekString(_ key: StaticString) throws(JSONError) -> String {
    let start = position
    skipped.beginLookingAhead(at: start)
    defer {
      position = start
      skipped.endLookingAhead()
    }
    guard try find(key) else { throw JSONError(.missing("\(key)"), offset: start) }
    return try string()
  }

  /// Returns the name of the only field of the object at the reader's position, or `nil` if it has none or several.
  /// Scans the whole object, without advancing.
  ///
  /// - Throws: ``JSONError`` if the value is not an object.
  public mutating func _peekOnlyKey() throws(JSONError) -> String? {
    let (start, depth) = (position, depth)
    skipped.beginLookingAhead(at: start)
    defer {
      (position, self.depth) = (start, depth)
      skipped.endLookingAhead()
    }
    _ = try beginObject(Any.self)
    guard byte(at: position) == UInt8(ascii: "\"") else { return nil }
    let key = try fieldName()
    try skipValue()
    try _endField()
    return byte(at: position) == UInt8(ascii: "}") ? key : nil
  }

  /// Reads a value, or returns `nil` without advancing if it can't be read as the type: for a union whose types are tried in order.
  ///
  /// Unions in unions multiply the attempts. Therefore they may read at most 256 times as many bytes as the document has.
  ///
  /// - Throws: ``JSONError`` if they would read more.
  public mutating func _attempt<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value? {
    let (start, depth) = (position, depth)
    do throws(JSONError) {
      return try value(type)
    } catch {
      if escapedKey != nil { leaveEscapedKey() }
      retriedBytes += max(position - start, 1)
      (position, self.depth) = (start, depth)
      guard retriedBytes / 256 <= document.count else {
        throw invalid(expected: "a value whose type is found with fewer attempts")
      }
      return nil
    }
  }

  /// Returns the error for a value that no type of a union fits.
  ///
  /// - Throws: ``JSONError`` at its place if the value is not valid JSON.
  public mutating func _noTypeFits(_ types: StaticString) throws(JSONError) -> JSONError {
    let error = invalid(expected: "a value of one of these types: \(types)")
    try skipValue()
    return error
  }

  /// Advances to the value of a field of the object at the reader's position. Returns `false` if it has no such field.
  mutating func find(_ key: StaticString) throws(JSONError) -> Bool {
    let depth = depth
    defer { self.depth = depth }
    var fields = try beginObject(Any.self)
    while try nextField(in: &fields) {
      if matchesField(key, at: 0, in: &fields) { return true }
    }
    return false
  }
}
