/// The state of reading an object: the fields that were found so far, of at most 64.
public struct JSONFields {
  /// A bit for each declared field that was found.
  @usableFromInline var seen: UInt64 = 0
  /// The position of the cursor when the last round of comparisons began.
  @usableFromInline var round = -1
  /// The offset of the object.
  @usableFromInline let start: Int

  @inlinable
  init(start: Int) {
    self.start = start
  }
}

extension JSONReader {
  /// Enters an object, and advances to its first field.
  ///
  /// ```swift
  /// var fields = try json.beginObject(Self.self)
  /// while try json.nextField(in: &fields) {
  ///   if json.matchesField("id", at: 0, in: &fields) { id = try json.field(Int.self) }
  ///   if json.matchesField("name", at: 1, in: &fields) { name = try json.field(String?.self) }
  /// }
  /// ```
  ///
  /// Each round of the loop compares the next keys with the declared ones in order. A document in that order is read in
  /// one round, any other one in several. A field that a round does not match is skipped.
  ///
  /// - Parameter type: The type being read, for the error.
  /// - Returns: The state of reading the object.
  /// - Throws: ``JSONError`` if the value is not an object, or nested too deeply.
  @inlinable
  public mutating func beginObject(_ type: Any.Type) throws(JSONError) -> JSONFields {
    guard byte(at: position) == UInt8(ascii: "{"), depth > 0 else { return try otherObject(type) }
    let fields = JSONFields(start: position)
    depth &-= 1
    position &+= 1
    if byte(at: position) != UInt8(ascii: "\"") { try beginFields() }
    return fields
  }

  /// Returns whether there are more fields, and advances past the object if there are none. Skips a field that the last
  /// round did not match.
  @inlinable
  public mutating func nextField(in fields: inout JSONFields) throws(JSONError) -> Bool {
    if position == fields.round || byte(at: position) != UInt8(ascii: "\"") { return try nextFieldSlowly(in: &fields) }
    fields.round = position
    return true
  }

  /// Advances to the value of the next field if the field has this name, and returns whether it has. The first of
  /// several fields with the same name wins, as for Foundation's decoder.
  ///
  /// - Parameters:
  ///   - key: The name, without escapes.
  ///   - index: The field's unique number, 0 to 63.
  ///   - fields: The state of reading the object.
  /// - Returns: Whether the next field has this name and is the first that does.
  @inlinable @inline(__always)
  public mutating func matchesField(_ key: StaticString, at index: Int, in fields: inout JSONFields) -> Bool {
    let length = key.utf8CodeUnitCount
    guard count &- position >= length &+ 3 else { return false }
    guard unsafe bytes[unchecked: position] == UInt8(ascii: "\""), unsafe equal(position &+ 1, key.utf8Start, length),
      unsafe bytes[unchecked: position &+ length &+ 1] == UInt8(ascii: "\""),
      unsafe bytes[unchecked: position &+ length &+ 2] == UInt8(ascii: ":")
    else { return false }
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    guard fields.seen & bit == 0 else { return false }
    fields.seen |= bit
    position &+= length &+ 3
    skipSpace()
    return true
  }

  /// Reads the value of a field, and advances to the next field.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(_ type: Value.Type) throws(JSONError) -> Value {
    let value = try Value(from: &self)
    try _endField()
    return value
  }

  /// Reads the value of a field with limits, and advances to the next field. The limits are checked only in a server.
  ///
  /// - Throws: ``JSONError`` if the value can't be read, or is beyond a limit.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(
    _ type: Value.Type,
    constraints: @autoclosure () -> [Constraint]
  ) throws(JSONError) -> Value {
    let start = position
    let value = try Value(from: &self)
    if checksLimits { try check(value, constraints(), from: start) }
    try _endField()
    return value
  }

  /// Reads a value.
  @inlinable @inline(__always)
  public mutating func value<Value: Payload>(_ type: Value.Type) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Advances from the end of a value to the next key, or to the end of the object.
  ///
  /// - Throws: ``JSONError`` for anything else.
  @inlinable @inline(__always)
  public mutating func _endField() throws(JSONError) {
    if count &- position >= 2, unsafe bytes[unchecked: position] == UInt8(ascii: ","),
      unsafe bytes[unchecked: position &+ 1] == UInt8(ascii: "\"")
    {
      position &+= 1
    } else {
      try endFieldSlowly()
    }
  }
}

extension JSONReader {
  /// The slow path of `beginObject`: for white space or an empty object.
  @usableFromInline @inline(never)
  mutating func beginFields() throws(JSONError) {
    skipSpace()
    let byte = byte(at: position)
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") else { throw syntax(.keyOrEnd) }
  }

  @usableFromInline @inline(never)
  mutating func endFieldSlowly() throws(JSONError) {
    skipSpace()
    switch byte(at: position) {
    case UInt8(ascii: "}"): return
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      guard byte(at: position) == UInt8(ascii: "\"") else { throw syntax(.key) }
    default: throw syntax(.commaOrBrace)
    }
  }

  @usableFromInline @inline(never)
  mutating func nextFieldSlowly(in fields: inout JSONFields) throws(JSONError) -> Bool {
    if escapedKey != nil {
      leaveEscapedKey()
      unknownFields += 1
      try skipValue()
      try _endField()
    } else if position == fields.round, byte(at: position) == UInt8(ascii: "\"") {
      guard try unmatchedName() != nil else {
        fields.round = 0
        return true
      }
      unknownFields += 1
      try skipValue()
      try _endField()
    }
    if byte(at: position) == UInt8(ascii: "}") {
      position += 1
      depth += 1
      return false
    }
    if isLenient, takeEmptyArray(of: fields) { return false }
    guard byte(at: position) == UInt8(ascii: "\"") else { throw syntax(.keyOrEnd) }
    fields.round = position
    return true
  }
}

/// A key with escapes or with spaces before its colon, and the reader's place in the document while a normalized copy
/// of the key is compared.
@safe
struct EscapedKey {
  /// The offset of the key in the document.
  let start: Int
  /// The offset of the field's value in the document.
  let value: Int
  /// The normalized key: in quotes, without escapes, and with the colon directly after it.
  let key: UnsafeMutablePointer<UInt8>
}

extension JSONReader {
  /// Reads the next field into a dictionary if the round has matched none. Of several fields with the same name, the first wins.
  ///
  /// - Parameters:
  ///   - others: The values by name.
  ///   - names: The names of the declared fields, which can only be repeated here.
  ///   - fields: The state of reading the object.
  /// - Throws: ``JSONError`` if the value has another type.
  public mutating func _otherField<Value: Decodable>(
    _ others: inout [String: Value],
    besides names: @autoclosure () -> [String],
    in fields: inout JSONFields
  ) throws(JSONError) {
    guard position == fields.round, byte(at: position) == UInt8(ascii: "\"") else { return }
    let name: String
    if escapedKey != nil {
      name = try string()
      leaveEscapedKey()
    } else if let plain = try unmatchedName() {
      name = plain
    } else {
      // The next round compares the normalized key.
      fields.round = -1
      return
    }
    if others[name] == nil, !names().contains(name) {
      others[name] = try value(Value.self)
    } else {
      try skipValue()
    }
    try _endField()
  }

  /// Reads a key that no round matched. A plain key is unknown: the cursor advances to its value. A key with escapes, or with spaces
  /// before its colon, may still be known: the cursor enters a normalized copy of it for another round, and the result is `nil`.
  private mutating func unmatchedName() throws(JSONError) -> String? {
    let start = position
    var key = try string()
    let isPlain = position - start == key.utf8.count + 2
    guard !isPlain || byte(at: position) != UInt8(ascii: ":") else {
      position += 1
      skipSpace()
      return key
    }
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
    // No declared name contains these characters, and in a copy without escapes they would end the key early.
    guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
      return key
    }
    let length = key.utf8.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: length + 3)
    unsafe copy[0] = UInt8(ascii: "\"")
    key.withUTF8 { bytes in
      if let source = bytes.baseAddress { unsafe (copy + 1).initialize(from: source, count: length) }
    }
    unsafe copy[length + 1] = UInt8(ascii: "\"")
    unsafe copy[length + 2] = UInt8(ascii: ":")
    escapedKey = unsafe EscapedKey(start: start, value: position, key: copy)
    bytes = unsafe _overrideLifetime(UnsafeBufferPointer(start: copy, count: length + 3).span, copying: self)
    position = 0
    return nil
  }

  /// Returns to the document, to the value of the key.
  mutating func leaveEscapedKey() {
    guard let escapedKey else { return }
    bytes = document
    position = escapedKey.value
    unsafe escapedKey.key.deallocate()
    self.escapedKey = nil
  }
}

@available(*, unavailable)
extension JSONFields: Sendable {}
