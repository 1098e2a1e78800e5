import Foundation

/// An encoder of path, query and header parameters: a scalar becomes one item with the parameter's name, an array several, a
/// struct one item for each field with the field's name, and `nil` none.
struct ParameterEncoder {
  private(set) var items: [(name: String, value: String)] = []

  /// Encodes a parameter.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - name: the name of the parameter.
  /// - Returns: the items.
  /// - Throws: `EncodingError` for a value that can't be items, such as a struct in a struct.
  static func items(_ value: some Encodable, name: String) throws -> [(name: String, value: String)] {
    if let text = try text(of: value) { return [(name, text)] }
    let writer = Writer(name: name, depth: 0)
    try value.encode(to: writer)
    return writer.items
  }

  /// Encodes the types that are frequent, or don't encode themselves as a text. Returns `nil` for every other type.
  private static func text(of value: any Encodable) throws -> String? {
    switch value {
    case let value as String: value
    case let value as Int: String(value)
    case let value as Bool: String(value)
    case let value as Date: try DateCoding.iso8601.write(value, at: [])
    case let value as UUID: value.uuidString
    case let value as Decimal: value.description
    case let value as URL: value.absoluteString
    default: nil
    }
  }

  private final class Writer: Encoder {
    let name: String
    let depth: Int
    var items: [(name: String, value: String)] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(name: String, depth: Int) {
      self.name = name
      self.depth = depth
    }

    func write(_ value: some Encodable, name: String) throws {
      if let text = try ParameterEncoder.text(of: value) {
        items.append((name, text))
        return
      }
      guard depth < 2 else {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: [], debugDescription: "“\(name)” is nested too deeply for a query.")
        )
      }
      let writer = Writer(name: name, depth: depth + 1)
      try value.encode(to: writer)
      items += writer.items
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed<Key>(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { List(writer: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }
  }

  private struct Single: SingleValueEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func encode(_ value: Bool) { append(value) }
    func encode(_ value: String) { append(value) }
    func encode(_ value: Double) { append(value) }
    func encode(_ value: Float) { append(value) }
    func encode(_ value: Int) { append(value) }
    func encode(_ value: Int8) { append(value) }
    func encode(_ value: Int16) { append(value) }
    func encode(_ value: Int32) { append(value) }
    func encode(_ value: Int64) { append(value) }
    func encode(_ value: UInt) { append(value) }
    func encode(_ value: UInt8) { append(value) }
    func encode(_ value: UInt16) { append(value) }
    func encode(_ value: UInt32) { append(value) }
    func encode(_ value: UInt64) { append(value) }
    func encode(_ value: some Encodable) throws { try writer.write(value, name: writer.name) }

    private func append(_ value: some LosslessStringConvertible) {
      writer.items.append((writer.name, value.description))
    }
  }

  private struct List: UnkeyedEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.items.count }

    func encodeNil() throws {
      throw EncodingError.invalidValue(
        "nil",
        .init(codingPath: [], debugDescription: "A list in a query can't contain nil.")
      )
    }

    func encode(_ value: some Encodable) throws { try writer.write(value, name: writer.name) }

    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed<Key>(writer: writer))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { writer }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try writer.write(value, name: key.stringValue) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Keyed<Nested>(writer: writer))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { List(writer: writer) }
    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer }
  }
}
