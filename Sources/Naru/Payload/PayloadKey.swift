// MARK: - For generated code

/// The name of a field on the wire, for any coder. The code of ``Payload(keys:tag:untagged:init:nulls:)`` uses it, because an enum of
/// keys for each model would take as long to compile as the rest of the code.
public struct _PayloadKey: CodingKey, ExpressibleByStringLiteral, Sendable {
  /// The name on the wire.
  public let stringValue: String
  /// Always `nil`.
  public var intValue: Int? { nil }

  /// Creates a key.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// Creates a key.
  public init(stringLiteral value: String) {
    stringValue = value
  }

  /// Returns `nil`, because a key is always a name.
  public init?(intValue: Int) { return nil }
}

// Calls of these functions compile several times as fast as calls of `decode` and `encode`, because they have no overloads and
// the property determines the types. Coders are faster with the overloads, so the most frequent ones are chosen here; an
// optimized build has none of the comparisons.

extension KeyedDecodingContainer where Key == _PayloadKey {
  /// Reads a field that must be present, unless its type is an alias of an optional.
  @inlinable
  public func _required<Value: Decodable>(_ key: _PayloadKey) throws -> Value {
    if Value.self == String.self, let value = try decode(String.self, forKey: key) as? Value { return value }
    if Value.self == Int.self, let value = try decode(Int.self, forKey: key) as? Value { return value }
    if Value.self == Bool.self, let value = try decode(Bool.self, forKey: key) as? Value { return value }
    if Value.self == Double.self, let value = try decode(Double.self, forKey: key) as? Value { return value }
    if Value.self == Int64.self, let value = try decode(Int64.self, forKey: key) as? Value { return value }
    return try anything(key)
  }

  @usableFromInline
  func anything<Value: Decodable>(_ key: _PayloadKey) throws -> Value {
    if let type = Value.self as? any AnyOptional.Type, !contains(key), let none = type.none as? Value { return none }
    return try decode(Value.self, forKey: key)
  }

  /// Reads a field that may be absent or `null`.
  @inlinable
  public func _optional<Value: Decodable>(_ key: _PayloadKey) throws -> Value? {
    if Value.self == String.self { return try decodeIfPresent(String.self, forKey: key) as? Value }
    if Value.self == Int.self { return try decodeIfPresent(Int.self, forKey: key) as? Value }
    if Value.self == Bool.self { return try decodeIfPresent(Bool.self, forKey: key) as? Value }
    if Value.self == Double.self { return try decodeIfPresent(Double.self, forKey: key) as? Value }
    if Value.self == Int64.self { return try decodeIfPresent(Int64.self, forKey: key) as? Value }
    return try decodeIfPresent(Value.self, forKey: key)
  }

  /// Reads a field that may be absent, which is `nil`, or `null`, which is a value that is `nil`.
  public func _nullable<Value: Decodable>(_ key: _PayloadKey) throws -> Value?? {
    contains(key) ? .some(try decodeIfPresent(Value.self, forKey: key)) : nil
  }

  /// Reads a field that may be absent or `null`, for a property with a default value. `property` is any use of the property, for its
  /// type, and never called.
  @inlinable
  public func _optional<Root, Value: Decodable>(
    _ key: _PayloadKey,
    of property: (Root) -> Value
  ) throws -> Value? {
    try _optional(key)
  }

  /// Returns the name of the enum case in an object with one field, or with `orAny` any other name if none of these is present.
  public func _onlyKey(of names: [String], orAny: Bool, as type: Any.Type) throws -> String {
    let known = allKeys.filter { names.contains($0.stringValue) }
    let keys = known.isEmpty && orAny ? allKeys : known
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: codingPath,
          debugDescription:
            "Expected exactly one of \(names.joined(separator: ", ")), and found \(keys.count)."
        )
      )
    }
    return key.stringValue
  }

  /// Reads the fields that are not declared.
  public func _others<Value: Decodable>(besides names: [String]) throws -> [String: Value] {
    var others: [String: Value] = [:]
    for key in allKeys where !names.contains(key.stringValue) {
      others[key.stringValue] = try decode(Value.self, forKey: key)
    }
    return others
  }

  /// Returns the error for a name that no case has.
  public func _unknownCase(_ name: String, forKey key: _PayloadKey, as type: Any.Type) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "“\(name.prefix(40))” is not a case of \(type).")
  }
}

extension KeyedEncodingContainer where Key == _PayloadKey {
  /// Writes a field.
  @inlinable
  public mutating func _required<Value: Encodable>(_ key: _PayloadKey, _ value: Value) throws {
    if Value.self == String.self, let value = value as? String { return try encode(value, forKey: key) }
    if Value.self == Int.self, let value = value as? Int { return try encode(value, forKey: key) }
    if Value.self == Bool.self, let value = value as? Bool { return try encode(value, forKey: key) }
    if Value.self == Double.self, let value = value as? Double { return try encode(value, forKey: key) }
    if Value.self == Int64.self, let value = value as? Int64 { return try encode(value, forKey: key) }
    try encode(value, forKey: key)
  }

  /// Writes a field whose type is an alias of an optional. Writes nothing for `nil`.
  @inlinable
  public mutating func _required<Value: Encodable>(_ key: _PayloadKey, _ value: Value?) throws {
    try _optional(key, value)
  }

  /// Writes a field. Writes `null` for `nil`.
  public mutating func _nullable<Value: Encodable>(_ key: _PayloadKey, _ value: Value?) throws {
    try encode(value, forKey: key)
  }

  /// Writes fields that are not declared. The name of a declared field is an error, because the object would have two of them.
  public mutating func _others<Value: Encodable>(_ others: [String: Value], besides names: [String]) throws {
    for (name, value) in others {
      guard !names.contains(name) else {
        throw EncodingError.invalidValue(
          others,
          .init(
            codingPath: codingPath,
            debugDescription: "“\(name)” is a declared field, so it can't be among the others."
          )
        )
      }
      try encode(value, forKey: _PayloadKey(stringValue: name))
    }
  }

  /// Writes a field. Writes nothing for `nil`.
  @inlinable
  public mutating func _optional<Value: Encodable>(_ key: _PayloadKey, _ value: Value?) throws {
    if Value.self == String.self, let value = value as? String? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Int.self, let value = value as? Int? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Bool.self, let value = value as? Bool? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Double.self, let value = value as? Double? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Int64.self, let value = value as? Int64? { return try encodeIfPresent(value, forKey: key) }
    try encodeIfPresent(value, forKey: key)
  }
}

/// Returns the error for reading a value that no type of a union fits.
public func _noTypeFits(_ types: StaticString, at path: [any CodingKey]) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: "expected a value of one of these types: \(types)"))
}

/// Returns the error for writing a case that stands for an unknown value.
public func _unwritableCase(_ value: Any, at path: [any CodingKey]) -> EncodingError {
  .invalidValue(
    value,
    .init(
      codingPath: path,
      debugDescription: "This case stands for an unknown value, so it can't be written."
    )
  )
}
