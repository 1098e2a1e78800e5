extension Dictionary: Payload where Key: Codable, Value: Payload {
  /// Reads an object if the keys are strings, integers or `CodingKeyRepresentable`, otherwise an array of alternating
  /// keys and values, like the standard library. The first of several fields with the same name wins.
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init()
    guard let makeKey = Self.keys else {
      try readPairs(from: &json)
      return
    }
    let depth = json.depth
    guard var fields = Optional(try json.beginObject([Key: Value].self)) else { return }
    while json.byte(at: json.position) == UInt8(ascii: "\"") {
      let start = json.position
      let text = try json.fieldName()
      guard let key = makeKey(text) else {
        throw JSONError(.invalid("a key that \(Key.self) can hold"), offset: start)
      }
      if self[key] == nil { self[key] = try Value(from: &json) } else { try json.skipValue() }
      try json.endField()
    }
    // Advances past the object, which has no fields left.
    _ = try json.nextField(in: &fields)
    assert(json.depth == depth)
  }

  private mutating func readPairs(from json: inout JSONReader) throws(JSONError) {
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
    guard Self.keys != nil else {
      json.beginArray()
      for (key, value) in self {
        try json.value(key)
        json.endField()
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

  /// Creates a key from the name of a field. `nil` if the dictionary is not an object.
  private static var keys: ((String) -> Key?)? {
    switch Key.self {
    case is String.Type: { $0 as? Key }
    case is Int.Type: { Int($0) as? Key }
    case let type as any CodingKeyRepresentable.Type: { type.init(codingKey: JSONKey(name: $0)) as? Key }
    default: nil
    }
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
  mutating func fieldName() throws(JSONError) -> String {
    let name = try string()
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
    return name
  }
}
