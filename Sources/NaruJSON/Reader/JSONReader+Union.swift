extension JSONReader {
  /// Returns the string in a field of the object at the reader's position, without advancing: the tag of a union. It is
  /// fastest if the field is the first one.
  ///
  /// - Throws: ``JSONError`` if the value is not an object, or has no such field with a string.
  public mutating func _peekString(_ key: StaticString) throws(JSONError) -> String {
    let (start, unknownFields) = (position, unknownFields)
    skipped.beginLookingAhead(at: start)
    defer {
      (position, self.unknownFields) = (start, unknownFields)
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

  /// Begins to read a union whose types are tried in order.
  public func _attempts<Union>(_ type: Union.Type) -> _JSONAttempts<Union> {
    _JSONAttempts(start: position, depth: depth, unknownFields: unknownFields)
  }

  /// Returns whether a value that was read declares all of its fields. Otherwise it is noted if it has the fewest that are not declared,
  /// and the reader returns to its start. A value that allows any field is noted only if no other one fits.
  ///
  /// - Throws: ``JSONError`` if the attempts would read too many bytes.
  public mutating func _isWhole<Union, Value: Decodable>(
    _ value: Union,
    from type: Value.Type,
    in attempts: inout _JSONAttempts<Union>
  ) throws(JSONError) -> Bool {
    let unknown = unknownFields - attempts.unknownFields
    if attempts.best == nil || attempts.best.map({ unknown < $0.unknown }) ?? false && Self.hasFields(type) {
      if unknown == 0 { return true }
      attempts.best = (value, unknown, position)
    }
    retriedBytes += position - attempts.start
    (position, depth, unknownFields) = (attempts.start, attempts.depth, attempts.unknownFields)
    guard retriedBytes / 256 <= document.count else {
      throw invalid(expected: "a value whose type is found with fewer attempts")
    }
    return false
  }

  /// Returns the value with the fewest fields that are not declared, and advances past it. `nil` if none was read.
  public mutating func _best<Union>(_ attempts: _JSONAttempts<Union>) -> Union? {
    guard let best = attempts.best else { return nil }
    position = best.end
    unknownFields = attempts.unknownFields + best.unknown
    return best.value
  }

  /// Whether a type has declared fields.
  private static func hasFields(_ type: any Decodable.Type) -> Bool {
    switch (type as? any Payload.Type)?.schema {
    case .object?, .union?, .anyOf?: true
    default: false
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

/// The state of reading a union whose types are tried in order.
public struct _JSONAttempts<Union> {
  let start: Int
  let depth: Int
  let unknownFields: Int
  /// The value with the fewest fields that are not declared.
  var best: (value: Union, unknown: Int, end: Int)?
}

extension _JSONAttempts: Sendable where Union: Sendable {}
