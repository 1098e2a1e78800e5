import Foundation

/// A value that Foundation's encoder writes, with an object for every ``NamedDictionary`` in it.
struct Naming<Value: Encodable>: Encodable {
  let value: Value

  func encode(to encoder: any Encoder) throws {
    let encoder = NamingEncoder(base: encoder)
    if let dictionary = value as? any WritableNamedDictionary, type(of: dictionary).hasOwnNames {
      try dictionary.encode(named: encoder)
    } else {
      try value.encode(to: encoder)
    }
  }
}

/// An encoder that wraps each value that it passes on in ``Naming``, except for those that Foundation's encoder knows.
private struct NamingEncoder: Encoder {
  let base: any Encoder
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(base: base.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(base: base.unkeyedContainer()) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(base: base.singleValueContainer()) }

  /// Whether a type has no dictionary in it.
  static func isPlain(_ type: Any.Type) -> Bool { plain.contains(ObjectIdentifier(type)) }

  private static let plain = Set(
    [
      String.self, Bool.self, Int.self, Int64.self, Double.self, Date.self, UUID.self, URL.self, Decimal.self,
      Data.self,
      Int8.self, Int16.self, Int32.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Float.self,
    ].map { (type: Any.Type) in ObjectIdentifier(type) }
  )

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var base: KeyedEncodingContainer<Key>
    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      if isPlain(type(of: value)) {
        try base.encode(value, forKey: key)
      } else {
        try base.encode(Naming(value: value), forKey: key)
      }
    }

    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(NamingEncoder.Keyed<Nested>(base: base.nestedContainer(keyedBy: type, forKey: key)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Elements(base: base.nestedUnkeyedContainer(forKey: key))
    }

    mutating func superEncoder() -> any Encoder { NamingEncoder(base: base.superEncoder()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { NamingEncoder(base: base.superEncoder(forKey: key)) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    var base: any UnkeyedEncodingContainer
    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int { base.count }

    mutating func encodeNil() throws { try base.encodeNil() }

    mutating func encode(_ value: some Encodable) throws {
      if isPlain(type(of: value)) { try base.encode(value) } else { try base.encode(Naming(value: value)) }
    }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Keyed(base: base.nestedContainer(keyedBy: type)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      Elements(base: base.nestedUnkeyedContainer())
    }

    mutating func superEncoder() -> any Encoder { NamingEncoder(base: base.superEncoder()) }
  }

  private struct Single: SingleValueEncodingContainer {
    var base: any SingleValueEncodingContainer
    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil() throws { try base.encodeNil() }

    mutating func encode(_ value: some Encodable) throws {
      if isPlain(type(of: value)) { try base.encode(value) } else { try base.encode(Naming(value: value)) }
    }
  }
}
