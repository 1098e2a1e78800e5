extension Dictionary: Payload where Key: Codable, Value: Payload {
  /// Reads an object if the keys are strings, integers or `CodingKeyRepresentable`, otherwise an array of alternating
  /// keys and values, like the standard library. The first of several fields with the same name wins.
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
      json.string(Self.text(of: key))
      json.put(UInt8(ascii: ":"))
      try json.element(value)
    }
    json.endObject()
  }

  /// An object with arbitrary keys.
  public static var schema: Schema { .dictionary(of: Schema.TypeReference(Value.self)) }

  /// Whether the dictionary is an object with the keys as names.
  @inlinable
  static var isObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// Returns the key with the name of a field.
  @inlinable
  static func key(_ name: String) -> Key? {
    if Key.self == String.self { return name as? Key }
    if Key.self == Int.self { return Int(name) as? Key }
    return codingKey(name)
  }

  @usableFromInline
  static func codingKey(_ name: String) -> Key? {
    guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return type.init(codingKey: JSONKey(name: name)) as? Key
  }

  private static func text(of key: Key) -> String {
    switch key {
    case let key as String: key
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: "\(key)"
    }
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
    JSONError(.invalid("a key that \(type) can hold"), offset: start)
  }
}
