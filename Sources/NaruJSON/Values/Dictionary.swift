extension Dictionary: Payload where Key: Codable, Value: Payload {
  /// Reads an object if the keys can be names of fields, otherwise an array of alternating keys and values. The first of several fields
  /// with the same name wins.
  ///
  /// Names are strings, integers, `UUID`, and types that are `CodingKeyRepresentable`, `LosslessStringConvertible` or have raw
  /// values of these: enums, an ``ExtensibleEnum``, ``Day``, identifiers. A name that is not a key is an error.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init()
    guard Self.isObject else {
      try readPairs(from: &json)
      return
    }
    var fields = try json.beginObject([Key: Value].self)
    while json.byte(at: json.position) == UInt8(ascii: "\"") {
      let start = json.position
      let name = try json.fieldName()
      guard let key = Self.key(name) else { throw json.noKey(Key.self, at: start) }
      try readValue(of: key, from: &json)
      try json._endField()
    }
    // Advances past the object, which has no fields left.
    _ = try json.nextField(in: &fields)
  }

  /// Reads the value of a field. A later field with the same name is skipped, whatever its value is.
  @inlinable
  mutating func readValue(of key: Key, from json: inout JSONReader) throws(JSONError) {
    let (start, depth) = (json.position, json.depth)
    do throws(JSONError) {
      // Replacing a value and putting it back is rare. Looking it up before would hash every key twice.
      if let first = updateValue(try Value(from: &json), forKey: key) { self[key] = first }
    } catch {
      guard self[key] != nil else { throw error }
      try json.skipValue(from: start, depth: depth)
    }
  }

  @usableFromInline
  mutating func readPairs(from json: inout JSONReader) throws(JSONError) {
    var more = try json.beginArray([Key: Value].self)
    while more {
      let key = try json.value(Key.self)
      guard try json.nextElement() else { throw json.invalid(expected: "a value after every key") }
      let value = try Value(from: &json)
      self[key] = value
      more = try json.nextElement()
    }
  }

  /// Writes an object or an array, like ``init(from:)`` reads it.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    guard Self.isObject else {
      json.beginArray()
      for (key, value) in self {
        try json.value(key)
        json._endField()
        try json.element(value)
      }
      json.endArray()
      return
    }
    json.beginObject()
    for (key, value) in self {
      json.string(KeyName.text(of: key))
      json.put(UInt8(ascii: ":"))
      try json.element(value)
    }
    json.endObject()
  }

  /// An object with arbitrary keys, or an array.
  public static var schema: Schema {
    isObject ? .dictionary(of: Schema.TypeReference(Value.self)) : .array(of: Schema.TypeReference(Any.self))
  }

  /// Whether the dictionary is an object with the keys as names.
  @inlinable
  static var isObject: Bool { Key.self == String.self || Key.self == Int.self || KeyName.isPossible(Key.self) }

  /// Returns the key with the name of a field.
  @inlinable
  static func key(_ name: String) -> Key? {
    if Key.self == String.self { return name as? Key }
    if Key.self == Int.self { return Int(name) as? Key }
    return KeyName.key(name, as: Key.self)
  }
}

extension JSONReader {
  /// Reads the name of a field, and advances to its value.
  @usableFromInline
  mutating func fieldName() throws(JSONError) -> String {
    let name = try string()
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
    return name
  }

  /// Returns the error for the name of a field that is not a key.
  @usableFromInline @inline(never)
  func noKey(_ type: Any.Type, at start: Int) -> JSONError {
    JSONError(.invalid(KeyName.expected(type)), offset: start)
  }
}
