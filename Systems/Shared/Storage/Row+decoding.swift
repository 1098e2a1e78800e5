extension Row {
  /// Returns the row as a value whose properties are columns.
  ///
  /// A property has the name of its column without `_`, in any case: `personID` is the column `person_id`. Properties are ``Storable``, or
  /// have a raw value that is. A column may be `NULL` if its property is optional, and columns without a property are ignored.
  ///
  /// - Throws: ``StorageError`` that names the column if there is none for a property, or its value has another type.
  public func value<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try Value(from: RowDecoder(row: self))
  }
}

/// Decodes the properties of a type from the columns of a row.
private struct RowDecoder: Decoder {
  let row: Row
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ColumnDecoder.noNesting }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw ColumnDecoder.noNesting }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: Row
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { row.columns.names.compactMap { Key(stringValue: $0) } }

    /// A missing column is an error, even for an optional property: its value would be lost with the next change of the row.
    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool { try row.stored(key.stringValue) == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try ColumnDecoder(column: key.stringValue, stored: row.stored(key.stringValue)).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      throw ColumnDecoder.noNesting
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw ColumnDecoder.noNesting
    }

    func superDecoder() throws -> any Decoder { throw ColumnDecoder.noNesting }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw ColumnDecoder.noNesting }
  }
}

/// Decodes a value, such as the raw value of a case, from a column.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  static let noNesting = DecodingError.dataCorrupted(
    .init(codingPath: [], debugDescription: "A row contains single values only.")
  )

  let column: String
  let stored: SQLValue
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw Self.noNesting }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.noNesting }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { stored == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let storable = type as? any Storable.Type else {
      do {
        return try type.init(from: self)
      } catch is DecodingError {
        throw StorageError.wrongType(column, stored, type)
      }
    }
    guard let value = storable.init(sqlValue: stored) as? Value else {
      throw StorageError.wrongType(column, stored, type)
    }
    return value
  }
}
