/// The name of a field on the wire, for any coder. What ``Payload(keys:tag:init:nulls:)`` writes uses it: an enum of keys for each
/// model would take as long to compile as all the rest.
public struct PayloadKey: CodingKey, ExpressibleByStringLiteral, Sendable {
  /// The name on the wire.
  public let stringValue: String
  /// Always `nil`.
  public var intValue: Int? { nil }

  /// A key with a name.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// A key with a name.
  public init(stringLiteral value: String) {
    stringValue = value
  }

  /// Always `nil`: a name is no number.
  public init?(intValue: Int) { return nil }
}

// Without overloads, and with types that follow from the property, calls of these compile several times as fast as those of
// `decode` and `encode`. Those have overloads because coders are faster with them, so the most frequent are chosen here: in an
// optimised build the comparisons of types are gone.

extension KeyedDecodingContainer where Key == PayloadKey {
  /// Reads a field that has to be there, unless its type turns out to be an optional under another name.
  @inlinable
  public func required<Value: Decodable>(_ key: PayloadKey) throws -> Value {
    if Value.self == String.self, let value = try decode(String.self, forKey: key) as? Value { return value }
    if Value.self == Int.self, let value = try decode(Int.self, forKey: key) as? Value { return value }
    if Value.self == Bool.self, let value = try decode(Bool.self, forKey: key) as? Value { return value }
    if Value.self == Double.self, let value = try decode(Double.self, forKey: key) as? Value { return value }
    if Value.self == Int64.self, let value = try decode(Int64.self, forKey: key) as? Value { return value }
    return try anything(key)
  }

  @usableFromInline
  func anything<Value: Decodable>(_ key: PayloadKey) throws -> Value {
    if let type = Value.self as? any AnyOptional.Type, !contains(key), let none = type.none as? Value { return none }
    return try decode(Value.self, forKey: key)
  }

  /// Reads a field that may be absent or `null`.
  @inlinable
  public func optional<Value: Decodable>(_ key: PayloadKey) throws -> Value? {
    if Value.self == String.self { return try decodeIfPresent(String.self, forKey: key) as? Value }
    if Value.self == Int.self { return try decodeIfPresent(Int.self, forKey: key) as? Value }
    if Value.self == Bool.self { return try decodeIfPresent(Bool.self, forKey: key) as? Value }
    if Value.self == Double.self { return try decodeIfPresent(Double.self, forKey: key) as? Value }
    if Value.self == Int64.self { return try decodeIfPresent(Int64.self, forKey: key) as? Value }
    return try decodeIfPresent(Value.self, forKey: key)
  }

  /// Reads a field that may be absent or `null`, for a property that has a value already.
  ///
  /// - Parameters:
  ///   - key: the field's name on the wire.
  ///   - property: any use of the property, for its type; never called.
  @inlinable
  public func optional<Root, Value: Decodable>(
    _ key: PayloadKey,
    of property: (Root) -> Value
  ) throws -> Value? {
    try optional(key)
  }

  /// The name of the case that an object with one field is.
  ///
  /// - Parameters:
  ///   - names: the names of the cases.
  ///   - orAny: whether any other name will do, if none of these is there.
  ///   - type: the enum.
  /// - Throws: `DecodingError` if none of the names is there, or several.
  public func onlyKey(of names: [String], orAny: Bool, as type: Any.Type) throws -> String {
    let known = allKeys.filter { names.contains($0.stringValue) }
    let keys = known.isEmpty && orAny ? allKeys : known
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: codingPath,
          debugDescription:
            "Exactly one of \(names.joined(separator: ", ")) is expected here, and there are \(keys.count)."
        )
      )
    }
    return key.stringValue
  }

  /// The error for a name that no case has.
  public func unknownCase(_ name: String, forKey key: PayloadKey, as type: Any.Type) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "“\(name.prefix(40))” is no case of \(type).")
  }
}

extension KeyedEncodingContainer where Key == PayloadKey {
  /// Writes a field.
  @inlinable
  public mutating func required<Value: Encodable>(_ key: PayloadKey, _ value: Value) throws {
    if Value.self == String.self, let value = value as? String { return try encode(value, forKey: key) }
    if Value.self == Int.self, let value = value as? Int { return try encode(value, forKey: key) }
    if Value.self == Bool.self, let value = value as? Bool { return try encode(value, forKey: key) }
    if Value.self == Double.self, let value = value as? Double { return try encode(value, forKey: key) }
    if Value.self == Int64.self, let value = value as? Int64 { return try encode(value, forKey: key) }
    try encode(value, forKey: key)
  }

  /// Writes a field whose type turns out to be an optional under another name, and nothing for `nil`.
  @inlinable
  public mutating func required<Value: Encodable>(_ key: PayloadKey, _ value: Value?) throws {
    try optional(key, value)
  }

  /// Writes a field, as `null` for `nil`.
  public mutating func nullable<Value: Encodable>(_ key: PayloadKey, _ value: Value?) throws {
    try encode(value, forKey: key)
  }

  /// Writes a field, and nothing for `nil`.
  @inlinable
  public mutating func optional<Value: Encodable>(_ key: PayloadKey, _ value: Value?) throws {
    if Value.self == String.self, let value = value as? String? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Int.self, let value = value as? Int? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Bool.self, let value = value as? Bool? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Double.self, let value = value as? Double? { return try encodeIfPresent(value, forKey: key) }
    if Value.self == Int64.self, let value = value as? Int64? { return try encodeIfPresent(value, forKey: key) }
    try encodeIfPresent(value, forKey: key)
  }
}

/// An optional of any type.
private protocol AnyOptional {
  static var none: Self { get }
}

extension Optional: AnyOptional {}

/// The error for a value that stands for what was not understood, and so can't be written.
public func unwritableCase(_ value: Any, at path: [any CodingKey]) -> EncodingError {
  .invalidValue(
    value,
    .init(
      codingPath: path,
      debugDescription: "This case stands for what was not understood, so there is nothing to write."
    )
  )
}
