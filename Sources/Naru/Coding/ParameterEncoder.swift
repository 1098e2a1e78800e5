import Foundation

/// An encoder of path, query, header and form parameters: a scalar becomes one item with the parameter's name, a list
/// several, a struct one item for each field with the field's name, and `nil` none. Everything else is an error, because it
/// would be sent as something that the server reads differently. A deep object has its name before the names of its fields,
/// which may be objects themselves.
struct ParameterEncoder {
  private let format: any ResponseFormat.Type
  private let isDeep: Bool
  private let isHeader: Bool

  static func items(
    _ value: some Encodable,
    name: String,
    isDeep: Bool = false,
    isHeader: Bool = false,
    format: any ResponseFormat.Type
  ) throws -> [(name: String, value: String)] {
    try ParameterEncoder(format: format, isDeep: isDeep, isHeader: isHeader).items(value, name, .parameter)
  }

  private func items(_ value: some Encodable, _ name: String, _ level: Level) throws -> [(name: String, value: String)]
  {
    if let text = try text(of: value) { return [(name, text)] }
    let writer = Writer(name, level, self)
    let dictionary = value as? any WritableNamedDictionary
    if let dictionary, type(of: dictionary).hasOwnNames {
      try dictionary.encode(named: writer)
    } else {
      try value.encode(to: writer)
    }
    if let problem = writer.problem { throw EncodingError.parameter(type(of: value), writer.name, problem) }
    guard dictionary != nil else { return writer.items }
    // A dictionary has another order in each process, and the same call should have the same address.
    let items = writer.items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    return items.map(\.element)
  }

  /// Encodes the types that are frequent, or don't encode themselves as a string. Returns `nil` for every other type.
  private func text(of value: any Encodable) throws -> String? {
    switch value {
    case let value as String: value
    case let value as Int: String(value)
    case let value as Bool: String(value)
    case let value as Date: try (isHeader ? .httpDate : format.json.dates).write(value, at: [])
    case let value as UUID: value.uuidString
    case let value as Decimal: value.description
    case let value as URL: value.absoluteString
    default: nil
    }
  }

  /// The place of a value in its parameter.
  private enum Level {
    /// The parameter itself: a scalar, a list or a struct.
    case parameter
    /// A field of a struct: a scalar or a list.
    case field
    /// An element of a list: a scalar.
    case element
  }

  private final class Writer: Encoder {
    let name: String
    let level: Level
    let encoder: ParameterEncoder
    var items: [(name: String, value: String)] = []
    /// The reason why the value can't be items. Containers are made by functions that can't throw.
    var problem: String?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    var isDeep: Bool { encoder.isDeep }

    init(_ name: String, _ level: Level, _ encoder: ParameterEncoder) {
      (self.name, self.level, self.encoder) = (name, level, encoder)
    }

    func write(_ value: some Encodable, name: String, level: Level) throws {
      items += try encoder.items(value, name, level)
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      if level == .element || level == .field && !isDeep { problem = "a field or an element of it is an object" }
      return KeyedEncodingContainer(Keyed<Key>(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      if level == .element { problem = "an element of it is a list" }
      return List(writer: self, name: name)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

    func name(of key: some CodingKey) -> String { isDeep ? "\(name)[\(key.stringValue)]" : key.stringValue }
  }

  private struct Single: SingleValueEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}

    func encode(_ value: some Encodable) throws {
      switch value {
      // The usual value first, because looking for a conformance takes longer.
      case let value as String: writer.items.append((writer.name, value))
      // They would encode themselves in this container again.
      case let value as any BinaryInteger: writer.items.append((writer.name, "\(value)"))
      case let value as any BinaryFloatingPoint: try append(number: value)
      default: try writer.write(value, name: writer.name, level: writer.level)
      }
    }

    /// Adds a number without a fraction if it is whole, as in JSON: many servers read `size=10.0` as no number.
    private func append(number: some BinaryFloatingPoint) throws {
      guard number.isFinite else { throw EncodingError.parameter(type(of: number), writer.name, "it is not a number") }
      let text = "\(number)"
      writer.items.append((writer.name, text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }
  }

  private struct List: UnkeyedEncodingContainer {
    let writer: Writer
    let name: String
    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.items.count }

    func encodeNil() throws { throw EncodingError.parameter([Int?].self, name, "a list in it contains nil") }

    func encode(_ value: some Encodable) throws {
      try writer.write(value, name: writer.isDeep ? "\(name)[]" : name, level: .element)
    }

    func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      writer.problem = "an element of it is an object"
      return KeyedEncodingContainer(Keyed<Key>(writer: writer))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      writer.problem = "an element of it is a list"
      return self
    }

    func superEncoder() -> any Encoder { writer }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    func encode(_ value: some Encodable, forKey key: Key) throws {
      try writer.write(value, name: writer.name(of: key), level: .field)
    }

    // An enum without raw values encodes its case like this, even a case without values.
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      writer.problem = "it is an enum without raw values, or “\(key.stringValue)” in it is an object"
      return KeyedEncodingContainer(Keyed<Nested>(writer: writer))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      List(writer: writer, name: writer.name(of: key))
    }

    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer }
  }
}

extension EncodingError {
  /// Creates the error for a parameter that can't be sent outside of a JSON body.
  static func parameter(_ type: Any.Type, _ name: String, _ reason: String) -> EncodingError {
    .invalidValue(
      type,
      .init(
        codingPath: [],
        debugDescription: """
          “\(name)” can't be sent as text: \(reason). Use scalars, enums with raw values, lists of these, or a struct of \
          these; or send it in a JSON body.
          """
      )
    )
  }
}
