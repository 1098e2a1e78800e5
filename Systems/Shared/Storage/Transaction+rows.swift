extension Transaction {
  /// Returns all rows of a result as values whose properties are columns; see ``Row/value(as:)``.
  public func all<Value: Decodable>(_ sql: SQL, as type: Value.Type) throws -> [Value] {
    try all(sql) { try $0.value() }
  }

  /// Returns the first row of a result as a value whose properties are columns; see ``Row/value(as:)``. `nil` if there is no row.
  public func first<Value: Decodable>(_ sql: SQL, as type: Value.Type) throws -> Value? {
    try first(sql) { try $0.value() }
  }

  /// Inserts a row whose columns are the properties of a value: `personID` is the column `person_id`, and `nil` is `NULL`.
  /// Properties are ``Storable``, or have a raw value that is; another one is an `EncodingError`. With the columns of a primary
  /// or unique key to replace, a row with the same key gets the new values. Without, it is an error of the database.
  public func insert(_ row: some Encodable, into table: String, replacing key: String...) throws {
    let columns = try RowEncoder.columns(of: row)
    let values = columns.map { "\($0.value)" as SQL }.joined(separator: ", ")
    var statement: SQL = "INSERT INTO \(name: table) (\(names: columns.map(\.name))) VALUES (\(values))"
    if !key.isEmpty {
      let names = columns.map(\.name).filter { !key.contains($0) }
      let changes = names.map { "\(name: $0) = excluded.\(name: $0)" as SQL }.joined(separator: ", ")
      statement = "\(statement) ON CONFLICT (\(names: key)) DO UPDATE SET \(changes)"
    }
    try run(statement)
  }

  /// Changes the row of a table that has the key of a value, as for ``insert(_:into:replacing:)``, and returns the number of
  /// changed rows. The other properties are its new values, except for the columns that stay as they are.
  @discardableResult
  public func update(_ row: some Encodable, in table: String, key: String..., keeping fixed: String...) throws -> Int {
    let columns = try RowEncoder.columns(of: row)
    let assigned = { (column: RowEncoder.Column) in "\(name: column.name) = \(column.value)" as SQL }
    let changes = columns.filter { !key.contains($0.name) && !fixed.contains($0.name) }.map(assigned)
    let found = columns.filter { key.contains($0.name) }.map(assigned)
    precondition(!key.isEmpty && found.count == key.count, "A row of \(table) has no key \(key).")
    return try run(
      "UPDATE \(name: table) SET \(changes.joined(separator: ", ")) WHERE \(found.joined(separator: " AND "))"
    )
  }
}

/// Collects the properties of a value as columns, or one value, such as the raw value of a case.
private final class RowEncoder: Encoder, SingleValueEncodingContainer {
  typealias Column = (name: String, value: SQLValue)

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var columns: [Column] = []
  private var single: SQLValue?

  static func columns(of row: some Encodable) throws -> [Column] {
    let encoder = RowEncoder()
    try row.encode(to: encoder)
    return encoder.columns
  }

  private static func stored(_ value: some Encodable) throws -> SQLValue {
    if let value = value as? any Storable { return value.sqlValue }
    let encoder = RowEncoder()
    try value.encode(to: encoder)
    guard let single = encoder.single else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "A property of a row is one value, not \(type(of: value)).")
      )
    }
    return single
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(row: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("A property of a row is one value, not a list.")
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { single = .null }

  func encode(_ value: some Encodable) throws { single = try Self.stored(value) }

  /// Returns the column of a property: `person_id` for `personID`.
  private static func column(_ property: String) -> String {
    var column = ""
    var followsLowercase = false
    for character in property.unicodeScalars {
      let isUppercase = ("A"..."Z").contains(character)
      if isUppercase, followsLowercase { column += "_" }
      column += isUppercase ? character.properties.lowercaseMapping : String(character)
      followsLowercase = !isUppercase
    }
    return column
  }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let row: RowEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { row.columns.append((RowEncoder.column(key.stringValue), .null)) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      row.columns.append((RowEncoder.column(key.stringValue), try RowEncoder.stored(value)))
    }

    // A property without a value is `NULL`. The defaults of these methods leave it out.
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try column(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try column(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try column(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try column(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try column(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try column(value, key) }

    private func column(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      preconditionFailure("A property of a row is one value.")
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { row.unkeyedContainer() }

    func superEncoder() -> any Encoder { row }

    func superEncoder(forKey key: Key) -> any Encoder { row }
  }
}
