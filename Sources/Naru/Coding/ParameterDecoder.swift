import Foundation
import NaruJSON

/// A decoder of path, query and header parameters: the counterpart of ``ParameterEncoder``.
struct ParameterDecoder {
  /// The received items, in their order.
  var items: [(name: String, value: String)]
  /// The format whose date strategy is used.
  let format: any ResponseFormat.Type
  /// Whether the fields of an object have its name before their own: `size[gte]`.
  var isDeep = false
  /// Whether the items are header fields, whose dates have a format of their own.
  var isHeader = false
  /// The endpoint's other parameters, whose items are not free keys of a dictionary, and the place of all of them.
  var others: (details: Boxed<EndpointDetails>, location: Endpoint.Parameter.Location)?

  func value<Value: Decodable>(_ type: Value.Type, name: String) throws -> Value {
    let (value, _) = try read(type, name: name)
    return value
  }

  /// Decodes the value of an optional parameter. Returns `nil` if nothing of it was received. If a struct was received only in
  /// part, the error names the first missing field.
  func optional<Value: Decodable>(_ type: Value.Type, name: String) throws -> Value? {
    // The usual case, and much cheaper than throwing an error.
    if Self.isSingle(type), !items.contains(where: { $0.name == name }) { return nil }
    do {
      let (value, found) = try read(type, name: name)
      return found ? value : nil
    } catch let error as MissingParameter where !error.anotherCame {
      return nil
    }
  }

  private func read<Value: Decodable>(_ type: Value.Type, name: String) throws -> (Value, found: Bool) {
    // Without a reader and lists, which cost more than the value.
    if Self.isScalar(type), let value = try Self.scalar(type, try text(name), name, format, isHeader) {
      return (value, true)
    }
    let values = items.filter { $0.name == name }.map(\.value)
    let reader = Reader(name, values, self)
    let value = try reader.read(type)
    return (value, reader.found)
  }

  /// Returns the value of the only item with a name.
  private func text(_ name: String) throws -> String {
    var found: String?
    for item in items where item.name == name {
      guard found == nil else { throw RepeatedParameter(name: name) }
      found = item.value
    }
    guard let found else { throw MissingParameter(name: name) }
    return found
  }

  /// Decodes the types that are frequent, or don't decode themselves from a string. Returns `nil` for every other type.
  private static func scalar<Value>(
    _ type: Value.Type,
    _ text: String,
    _ name: String,
    _ format: any ResponseFormat.Type,
    _ isHeader: Bool
  ) throws -> Value? {
    func checked<Found>(_ value: Found?, _ expected: MalformedParameter.Expected) throws -> Value? {
      guard let value = value as? Value else { throw MalformedParameter(name: name, text: text, expected: expected) }
      return value
    }
    return switch type {
    case is String.Type: try checked(text, .text)
    case is Int.Type: try checked(Int(text), .integer)
    case is Bool.Type: try checked(Bool(text), .boolean)
    case is Double.Type: try checked(Double(text).flatMap { $0.isFinite ? $0 : nil }, .number)
    case is UUID.Type: try checked(UUID(uuidString: text), .uuid)
    // Earlier releases sent the format's dates.
    case is Date.Type where isHeader:
      try checked(DateCoding.httpDate.date(text) ?? format.json.dates.date(text), .date(.httpDate))
    case is Date.Type: try checked(format.json.dates.date(text), .date(format.json.dates))
    case is Day.Type: try checked(Day(text), .day)
    // Foundation reads the beginning of “1,5”.
    case is Decimal.Type: try checked(try? format.json.decode(Decimal.self, from: Data(text.utf8)), .number)
    case is URL.Type: try checked(URL(string: text), .url)
    default: nil
    }
  }

  private final class Reader: Decoder {
    let name: String
    let values: [String]
    /// The settings, and all items that fields may have.
    let decoder: ParameterDecoder
    var found: Bool
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var type: Any.Type?

    init(_ name: String, _ values: [String], _ decoder: ParameterDecoder) {
      (self.name, self.values, self.decoder) = (name, values, decoder)
      found = !values.isEmpty
    }

    /// The name, so that the errors of a type with rules of its own contain the parameter.
    var codingPath: [any CodingKey] { [_PayloadKey(stringValue: name)] }

    /// The limits of the fields of a payload, by their names.
    var constraints: [String: [Constraint]] { (type as? any Payload.Type)?.schema.constraints ?? [:] }

    /// The names of the fields of a payload. Its keys don't restrict them, because any name is a ``_PayloadKey``.
    var fieldNames: [String]? {
      guard case .object(_, let fields, _)? = (type as? any Payload.Type)?.schema else { return nil }
      return fields.map(\.name)
    }

    /// Returns the name of a field's item.
    func name(of key: some CodingKey) -> String { decoder.isDeep ? "\(name)[\(key.stringValue)]" : key.stringValue }

    /// Returns the field that an item belongs to. `nil` if it belongs to another parameter.
    func field(_ item: String) -> String? {
      guard decoder.isDeep else { return item }
      return item.hasPrefix("\(name)[") ? String(item.dropFirst(name.count + 1).prefix { $0 != "]" }) : nil
    }

    /// Whether an item is not a free key of a dictionary.
    func belongsToOther(_ item: String) -> Bool {
      !decoder.isDeep && decoder.others.map { $0.details.value.claims(item, besides: name, in: $0.location) } ?? false
    }

    var text: String {
      get throws {
        guard let text = values.first else { throw MissingParameter(name: name) }
        guard values.count == 1 else { throw RepeatedParameter(name: name) }
        return text
      }
    }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
      if ParameterDecoder.isScalar(type),
        let value = try ParameterDecoder.scalar(type, try text, name, decoder.format, decoder.isHeader)
      {
        return value
      }
      self.type = type
      do {
        if values.isEmpty, let type = type as? any ReadableNamedDictionary.Type, type.hasOwnNames,
          let value = try type.init(named: self) as? Value
        {
          return value
        }
        return try Value(from: self)
      } catch DecodingError.dataCorrupted(let context) {
        // A name of a dictionary that is not one of its keys.
        if values.isEmpty, let key = context.codingPath.last {
          throw MalformedParameter(name: name, text: key.stringValue, expected: .key)
        }
        // An enum throws this for a string that is not one of its raw values.
        throw MalformedParameter(name: name, text: try text, expected: .oneOf(type))
      }
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed<Key>(reader: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { List(reader: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(reader: self) }
  }

  /// Whether a type is always decoded from a single item with the parameter's name.
  static func isSingle<Value>(_ type: Value.Type) -> Bool {
    isScalar(type) || type is any RawRepresentable.Type
  }

  private static func isScalar<Value>(_ type: Value.Type) -> Bool {
    type == String.self || type == Int.self || type == Bool.self || type == Double.self || type == UUID.self
      || type == Date.self || type == Day.self || type == Decimal.self || type == URL.self
  }

  private static func tooDeep(_ name: String, at path: [any CodingKey] = []) -> any Error {
    DecodingError.dataCorrupted(
      .init(codingPath: path, debugDescription: "“\(name)” is nested too deeply for a query.")
    )
  }

  private struct Single: SingleValueDecodingContainer {
    let reader: Reader
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { reader.values.isEmpty }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      switch type {
      // The usual type first, because looking for a conformance takes longer.
      case is String.Type: try reader.read(type)
      // They would ask this container again.
      case let type as any FixedWidthInteger.Type: try checked(type.init(reader.text), .integer)
      case is Float.Type: try checked(Float(reader.text).flatMap { $0.isFinite ? $0 : nil }, .number)
      default: try reader.read(type)
      }
    }

    private func checked<Value>(_ value: Any?, _ expected: MalformedParameter.Expected) throws -> Value {
      guard let value = value as? Value else {
        throw MalformedParameter(name: reader.name, text: try reader.text, expected: expected)
      }
      return value
    }
  }

  private struct List: UnkeyedDecodingContainer {
    let reader: Reader
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { reader.values.count }
    var isAtEnd: Bool { currentIndex >= reader.values.count }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard !isAtEnd else { throw MissingParameter(name: reader.name) }
      defer { currentIndex += 1 }
      let decoder = ParameterDecoder(items: [], format: reader.decoder.format, isHeader: reader.decoder.isHeader)
      return try Reader(reader.name, [reader.values[currentIndex]], decoder).read(type)
    }

    func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw ParameterDecoder.tooDeep(reader.name)
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ParameterDecoder.tooDeep(reader.name) }
    func superDecoder() throws -> any Decoder { throw ParameterDecoder.tooDeep(reader.name) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: Reader
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      let names = reader.fieldNames
      return reader.decoder.items.compactMap { reader.field($0.name) }.compactMap { name in
        names?.contains(name) ?? !reader.belongsToOther(name) ? Key(stringValue: name) : nil
      }
    }

    func contains(_ key: Key) -> Bool { reader.decoder.items.contains { reader.field($0.name) == key.stringValue } }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let name = reader.name(of: key)
      var decoder = reader.decoder
      let values = decoder.items.filter { $0.name == name }.map(\.value)
      if !decoder.isDeep { decoder.items = [] }
      do {
        let field = Reader(name, values, decoder)
        let value = try field.read(type)
        reader.found = reader.found || field.found
        for limit in reader.constraints[key.stringValue] ?? [] {
          if let excess = limit.excess(of: value) { throw ConstraintViolation(path: name, excess) }
        }
        return value
      } catch var error as MissingParameter {
        // Another field that was received shows that the struct was meant.
        error.anotherCame = reader.found || allKeys.contains { $0.stringValue != key.stringValue }
        return try ParameterProblems.add(error, instead: type)
      } catch let error as any RequestError {
        reader.found = true
        return try ParameterProblems.add(error, instead: type)
      }
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      throw ParameterDecoder.tooDeep(key.stringValue, at: [key])
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw ParameterDecoder.tooDeep(key.stringValue, at: [key])
    }
    func superDecoder() throws -> any Decoder { reader }
    func superDecoder(forKey key: Key) throws -> any Decoder { reader }
  }
}
