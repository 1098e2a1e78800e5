extension JSONWriter {
  /// Begins an object.
  @inlinable @inline(__always)
  public mutating func beginObject() {
    put(UInt8(ascii: "{"))
  }

  /// Ends the object.
  @inlinable @inline(__always)
  public mutating func endObject() {
    end(UInt8(ascii: "}"))
  }

  /// Begins an array.
  @inlinable @inline(__always)
  mutating func beginArray() {
    put(UInt8(ascii: "["))
  }

  /// Ends the array.
  @inlinable @inline(__always)
  mutating func endArray() {
    end(UInt8(ascii: "]"))
  }

  /// Ends an object or an array. Every field and element ends with a comma; this replaces the last one.
  @inlinable @inline(__always)
  mutating func end(_ byte: UInt8) {
    if count > 0, unsafe base[count &- 1] == UInt8(ascii: ",") {
      unsafe base[count &- 1] = byte
    } else {
      put(byte)
    }
  }

  /// Writes a field.
  ///
  /// - Parameters:
  ///   - key: The name, without quotes, backslashes and control characters.
  ///   - value: The value.
  /// - Throws: ``JSONError`` for a value that JSON can't represent.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(_ key: StaticString, _ value: Value) throws(JSONError) {
    self._key(key)
    try value.write(to: &self)
    _endField()
  }

  /// Writes a field, or nothing for `nil`.
  ///
  /// - Throws: ``JSONError`` for a value that JSON can't represent.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(_ key: StaticString, _ value: Value?) throws(JSONError) {
    if let value { try field(key, value) }
  }

  /// Writes a field, or nothing for a ``FieldWrapper`` that is `nil`.
  ///
  /// - Throws: ``JSONError`` for a value that JSON can't represent.
  @inlinable
  public mutating func field<Wrapper: FieldWrapper & Payload, Wrapped: Payload>(
    _ key: StaticString,
    _ value: Wrapper
  ) throws(JSONError) where Wrapper.Value == Wrapped? {
    try field(key, value.wrappedValue)
  }

  /// Writes a field. If its type is not a ``Payload`` at run time, Foundation's encoder writes the value.
  ///
  /// - Throws: ``JSONError``.
  public mutating func field<Value: Encodable>(_ key: StaticString, _ value: Value) throws(JSONError) {
    self._key(key)
    try self.value(value)
    _endField()
  }

  /// Writes a field, or nothing for `nil`. If its type is not a ``Payload`` at run time, Foundation's encoder writes
  /// the value.
  ///
  /// - Throws: ``JSONError``.
  public mutating func field<Value: Encodable>(_ key: StaticString, _ value: Value?) throws(JSONError) {
    if let value { try field(key, value) }
  }

  /// Writes a field, with `null` for `nil`.
  ///
  /// - Throws: ``JSONError`` for a value that JSON can't represent.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(_ key: StaticString, nullable value: Value?) throws(JSONError) {
    self._key(key)
    if let value { try value.write(to: &self) } else { null() }
    _endField()
  }

  /// Writes a field, with `null` for `nil`. If its type is not a ``Payload`` at run time, Foundation's encoder writes the value.
  ///
  /// - Throws: ``JSONError``.
  public mutating func field<Value: Encodable>(_ key: StaticString, nullable value: Value?) throws(JSONError) {
    self._key(key)
    if let value { try self.value(value) } else { null() }
    _endField()
  }

  /// Writes fields that are not declared.
  ///
  /// - Parameters:
  ///   - others: The values by name.
  ///   - names: The names of the declared fields.
  /// - Throws: ``JSONError`` for the name of a declared field, because the object would have two of them.
  public mutating func _otherFields<Value: Encodable>(_ others: [String: Value], besides names: [String])
    throws(JSONError)
  {
    for (name, value) in others {
      guard !names.contains(name) else { throw invalid(expected: "fields that are not declared, and not “\(name)”") }
      string(name)
      put(UInt8(ascii: ":"))
      try self.value(value)
      _endField()
    }
  }

  /// Writes the name of a field. Its value must follow, and then `_endField()`.
  ///
  /// - Parameter key: The name, without quotes, backslashes and control characters.
  @inlinable @inline(__always)
  public mutating func _key(_ key: StaticString) {
    let length = key.utf8CodeUnitCount
    reserve(length &+ 3)
    let here = unsafe UnsafeMutableRawPointer(base + count)
    unsafe here.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    unsafe (here + 1).copyMemory(from: key.utf8Start, byteCount: length)
    unsafe here.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length &+ 1, as: UInt8.self)
    unsafe here.storeBytes(of: UInt8(ascii: ":"), toByteOffset: length &+ 2, as: UInt8.self)
    count &+= length &+ 3
  }

  /// Ends a field.
  @inlinable @inline(__always)
  public mutating func _endField() {
    put(UInt8(ascii: ","))
  }

  /// Writes an element of an array.
  @inlinable @inline(__always)
  mutating func element<Value: Payload>(_ value: Value) throws(JSONError) {
    try value.write(to: &self)
    put(UInt8(ascii: ","))
  }

  /// Writes an array.
  @inlinable
  mutating func array<Elements: Sequence>(_ elements: Elements) throws(JSONError) where Elements.Element: Payload {
    beginArray()
    for element in elements { try self.element(element) }
    endArray()
  }
}
