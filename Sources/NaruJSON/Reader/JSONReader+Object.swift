/// Where a reader is in an object, and which of its fields came already: at most 64 of them.
public struct JSONFields {
  /// A bit for each declared field that came.
  @usableFromInline var seen: UInt64 = 0
  /// Where the cursor was when the last round of comparisons began.
  @usableFromInline var round = -1
  /// Where the object begins.
  @usableFromInline let start: Int

  @inlinable
  init(start: Int) {
    self.start = start
  }
}

extension JSONReader {
  /// Goes into an object, to its first field.
  ///
  /// ```swift
  /// var fields = try json.beginObject(Self.self)
  /// while try json.nextField(in: &fields) {
  ///   if json.isAt("id", 0, in: &fields) { id = try json.field(Int.self) }
  ///   if json.isAt("name", 1, in: &fields) { name = try json.field(String?.self) }
  /// }
  /// ```
  ///
  /// A round of the loop compares the next key with the declared ones in their order, so that a document which has them
  /// in that order is read in one round, and any other one in several. What a round did not take is skipped.
  ///
  /// - Parameter type: the type that is read, for the error.
  /// - Throws: ``JSONError`` if the value is no object, or nested too deeply.
  @inlinable
  public mutating func beginObject(_ type: Any.Type) throws(JSONError) -> JSONFields {
    guard byte(at: position) == UInt8(ascii: "{"), depth > 0 else { throw noObject(type) }
    let fields = JSONFields(start: position)
    depth &-= 1
    position &+= 1
    if byte(at: position) != UInt8(ascii: "\"") { try beginFields() }
    return fields
  }

  /// Whether there are more fields; at the end of the object the cursor goes behind it. A field that the last round did not
  /// take is skipped.
  @inlinable
  public mutating func nextField(in fields: inout JSONFields) throws(JSONError) -> Bool {
    if position == fields.round || byte(at: position) != UInt8(ascii: "\"") { return try nextFieldSlowly(in: &fields) }
    fields.round = position
    return true
  }

  /// Whether the next field has this name and is the first one that does. Goes to its value if so. Of several fields with
  /// one name the first counts, as for Foundation's decoder.
  ///
  /// - Parameters:
  ///   - key: the name, as it is without escapes.
  ///   - index: the field's own number, 0 to 63.
  ///   - fields: where the reader is in the object.
  @inlinable @inline(__always)
  public mutating func isAt(_ key: StaticString, _ index: Int, in fields: inout JSONFields) -> Bool {
    let length = key.utf8CodeUnitCount
    guard count &- position >= length &+ 3 else { return false }
    let here = base + position
    guard here[0] == UInt8(ascii: "\""), Self.equal(here + 1, key.utf8Start, length),
      here[length &+ 1] == UInt8(ascii: "\""), here[length &+ 2] == UInt8(ascii: ":")
    else { return false }
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    guard fields.seen & bit == 0 else { return false }
    fields.seen |= bit
    position &+= length &+ 3
    skipSpace()
    return true
  }

  /// Reads the value of a field, and goes on to the next field.
  @inlinable @inline(__always)
  public mutating func field<Value: Payload>(_ type: Value.Type) throws(JSONError) -> Value {
    let value = try Value(from: &self)
    try endField()
    return value
  }

  /// Reads a value.
  @inlinable @inline(__always)
  public mutating func value<Value: Payload>(_ type: Value.Type) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  /// Goes from behind a value to the next key, or to the end of the object.
  ///
  /// - Throws: ``JSONError`` for what is neither.
  @inlinable @inline(__always)
  public mutating func endField() throws(JSONError) {
    if count &- position >= 2, base[position] == UInt8(ascii: ","), base[position &+ 1] == UInt8(ascii: "\"") {
      position &+= 1
    } else {
      try endFieldSlowly()
    }
  }
}

extension JSONReader {
  /// The first field is not where it is in JSON without spaces: there are spaces, or no fields.
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
    if detour != nil {
      leaveDetour()
      try skipValue()
      try endField()
    } else if position == fields.round, byte(at: position) == UInt8(ascii: "\"") {
      if try enterDetour() {
        fields.round = 0
        return true
      }
      try skipValue()
      try endField()
    }
    if byte(at: position) == UInt8(ascii: "}") {
      position += 1
      depth += 1
      return false
    }
    guard byte(at: position) == UInt8(ascii: "\"") else { throw syntax(.keyOrEnd) }
    fields.round = position
    return true
  }
}

/// The way back from a key into the document.
struct Detour {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// Where the key begins in the document.
  let start: Int
  /// Where the field's value begins in the document.
  let value: Int
  /// The key as it is compared: in quotes, without escapes, and with the colon right behind it.
  let key: UnsafeMutablePointer<UInt8>
}

extension JSONReader {
  /// Reads a key that no round took. One that is written plainly is unknown: the cursor goes to its value, and the answer is
  /// `false`. One with escapes, or with spaces in front of its colon, may still be a known one: the cursor goes into a copy
  /// of it that is written plainly, for another round.
  private mutating func enterDetour() throws(JSONError) -> Bool {
    let start = position
    var key = try string()
    let isPlain = position - start == key.utf8.count + 2
    guard !isPlain || byte(at: position) != UInt8(ascii: ":") else {
      position += 1
      skipSpace()
      return false
    }
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
    // No declared name has one of these, and in a copy without escapes they would end the key early.
    guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
      return false
    }
    let length = key.utf8.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: length + 3)
    copy[0] = UInt8(ascii: "\"")
    key.withUTF8 { bytes in
      if let source = bytes.baseAddress { (copy + 1).initialize(from: source, count: length) }
    }
    copy[length + 1] = UInt8(ascii: "\"")
    copy[length + 2] = UInt8(ascii: ":")
    detour = Detour(base: base, count: count, start: start, value: position, key: copy)
    base = UnsafePointer(copy)
    count = length + 3
    position = 0
    return true
  }

  /// Goes back into the document, to the value of the key.
  mutating func leaveDetour() {
    guard let detour else { return }
    base = detour.base
    count = detour.count
    position = detour.value
    detour.key.deallocate()
    self.detour = nil
  }
}

@available(*, unavailable)
extension JSONFields: Sendable {}
