/// A property wrapper of a field that may be absent if its value is optional: ``Lenient`` and ``Indirect``.
public protocol FieldWrapper<Value>: Codable {
  /// The type of the value.
  associatedtype Value: Codable

  /// The value.
  var wrappedValue: Value { get }

  /// Creates a value.
  init(wrappedValue: Value)
}

extension FieldWrapper {
  /// Creates an optional value.
  public init<Wrapped>(wrappedValue: Wrapped? = nil) where Value == Wrapped? {
    self.init(wrappedValue: wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Reads an optional value, whose field may be absent. Synthesized `Codable` conformances call this.
  public func decode<Wrapper: FieldWrapper, Wrapped>(_ type: Wrapper.Type, forKey key: Key) throws -> Wrapper
  where Wrapper.Value == Wrapped? {
    try decodeIfPresent(type, forKey: key) ?? Wrapper(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Writes an optional value, or nothing for `nil`. Synthesized `Codable` conformances call this.
  public mutating func encode<Wrapper: FieldWrapper, Wrapped>(_ value: Wrapper, forKey key: Key) throws
  where Wrapper.Value == Wrapped? {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
