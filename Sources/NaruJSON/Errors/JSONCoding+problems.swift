package import Foundation

extension JSONCoding {
  /// The largest document that is searched for all problems, in bytes. Each level of a value that can't be read is read once more.
  private static let problemLimit = 64 << 10

  /// Returns the errors of all values in a document that can't be read as a type, in the document's or the type's order. It is for
  /// messages to people, after reading has failed.
  ///
  /// The search reads a field after an invalid one with a stand-in for the invalid one's value. It stops at an invalid value of a type
  /// without a known value, such as an enum that is neither `CaseIterable` nor a ``Payload``; and after 20 errors.
  package func problems<Value: Decodable>(reading type: Value.Type, in data: Data) -> [DecodingError]? {
    // Without the space around the value.
    guard data.count <= Self.problemLimit,
      let bytes = try? read(data, { json throws(JSONError) in try json.bytesOfValue() })
    else { return nil }
    let problems = Problems(self)
    _ = try? problems.read(type, bytes, at: [])
    return problems.errors.count > 1 ? problems.errors : nil
  }

  /// Reads a value that Foundation's decoder can't read, with an object for every ``NamedDictionary``, and leniently if that is declared.
  ///
  /// - Throws: `DecodingError`, or the decoder's error.
  func readParts<Value: Decodable>(_ type: Value.Type, in data: Data, orElse error: any Error) throws -> Value {
    do {
      return try PartReader(self).read(type, data, at: [])
    } catch is PartReader.Recorded {
      throw error
    }
  }

  /// Returns any value of a type, or `nil` if none is known.
  package static func anyValue<Value: Decodable>(_ type: Value.Type) -> Value? {
    JSONCoding().anyValue(type)
  }

  fileprivate func anyValue<Value: Decodable>(_ type: Value.Type) -> Value? {
    if let cases = type as? any CaseIterable.Type, let value = Self.first(of: cases) as? Value { return value }
    var samples = Self.samples
    if let date = try? encode(Date(timeIntervalSince1970: 0)) { samples.append(date) }
    if case .enumeration(_, let values, _)? = (type as? any Payload.Type)?.schema {
      samples += values.prefix(1).compactMap { try? encode($0.tree) }
    }
    return samples.lazy.compactMap { try? decode(type, from: $0) }.first
  }

  private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

  /// Values of the types that most fields have.
  private static let samples = [
    "null", "\"\"", "0", "false", "[]", "{}", "\"00000000-0000-0000-0000-000000000000\"", "\"https://naru.invalid\"",
  ].map { Data($0.utf8) }

  /// Splits an object or an array. Returns `nil` for any other value.
  fileprivate func parts(of data: Data) -> Parts? {
    try? read(data) { json throws(JSONError) -> Parts? in
      switch data.first {
      case UInt8(ascii: "{"):
        var fields: [(name: String, value: Data)] = []
        var object = try json.beginObject(Any.self)
        while json.byte(at: json.position) == UInt8(ascii: "\"") {
          let name = try json.fieldName()
          fields.append((name, try json.bytesOfValue()))
          try json._endField()
        }
        _ = try json.nextField(in: &object)
        return .fields(fields)
      case UInt8(ascii: "["):
        var elements: [Data] = []
        var more = try json.beginArray(Any.self)
        while more {
          elements.append(try json.bytesOfValue())
          more = try json.nextElement()
        }
        return .elements(elements)
      default:
        try json.skipValue()
        return nil
      }
    }
  }
}

extension JSONReader {
  /// Returns a value as it is in the document, and advances past it.
  fileprivate mutating func bytesOfValue() throws(JSONError) -> Data {
    let start = position
    try skipValue()
    return unsafe bytes.extracting(start..<position).withUnsafeBytes { unsafe Data($0) }
  }
}

/// The parts of an object or an array, each as it is in the document.
private enum Parts {
  case fields([(name: String, value: Data)])
  case elements([Data])
}

/// A reader of each part of a value by itself, for types that Foundation's decoder can't read as the toolkit does.
private class PartReader {
  let json: JSONCoding
  /// The errors that were recorded instead of thrown.
  final var errors: [DecodingError] = []

  init(_ json: JSONCoding) {
    self.json = json
  }

  func parts(of data: Data) -> Parts? { json.parts(of: data) }

  /// Reads a value.
  func read<Value: Decodable>(_ type: Value.Type, _ data: Data, at path: [any CodingKey]) throws -> Value {
    do {
      guard let payload = type as? any Payload.Type else { return try value(type, Part(self, type, data, path)) }
      do {
        if let value = try json.decode(payload, from: data) as? Value { return value }
      } catch let error as DecodingError {
        throw error.below(path)
      }
      throw Recorded()
    } catch {
      guard json.isLenient, let none = (type as? any AnyOptional.Type)?.none as? Value,
        Lenience.isNone(String(decoding: data, as: UTF8.self))
      else { throw error }
      return none
    }
  }

  func value<Value: Decodable>(_ type: Value.Type, _ part: Part) throws -> Value {
    if let type = type as? any ReadableNamedDictionary.Type, type.hasOwnNames,
      let value = try type.init(named: part) as? Value
    {
      return value
    }
    do {
      return try Value(from: part)
    } catch DecodingError.dataCorrupted where type is any (CaseIterable & RawRepresentable).Type {
      // The error of an enum does not name its cases.
      let found = String(decoding: part.data, as: UTF8.self)
      throw JSONError(.noCase(of: type), offset: 0, path: part.codingPath, found: found).decodingError
    }
  }

  /// Throws an error, or returns a stand-in for the value.
  func record<Value: Decodable>(_ error: DecodingError, instead type: Value.Type) throws -> Value { throw error }

  /// Checks the limits of a value.
  func check(_ value: Any, _ constraints: [Constraint], at path: [any CodingKey]) {}

  /// The error of a value whose problems have been recorded, and that has no stand-in.
  struct Recorded: Error {}
}

/// The search for all values of one document that can't be read.
private final class Problems: PartReader {
  private static let limit = 20

  /// Reads a value. If the value can't be read, records its problems and returns a stand-in.
  override func read<Value: Decodable>(_ type: Value.Type, _ data: Data, at path: [any CodingKey]) throws -> Value {
    do {
      return try json.decodeChecked(type, from: data)
    } catch {
      let count = errors.count
      if json.parts(of: data) != nil {
        // A struct or a list: reads its parts one by one.
        let value = try? value(type, Part(self, type, data, path))
        if errors.count > count, let value { return value }
      }
      if errors.count == count, let error = error as? DecodingError { errors.append(error.below(path)) }
      return try standIn(type)
    }
  }

  /// Records an error, and returns a stand-in for the value.
  override func record<Value: Decodable>(_ error: DecodingError, instead type: Value.Type) throws -> Value {
    errors.append(error)
    return try standIn(type)
  }

  /// Records an error for a value beyond a limit.
  override func check(_ value: Any, _ constraints: [Constraint], at path: [any CodingKey]) {
    guard let excess = constraints.lazy.compactMap({ $0.excess(of: value) }).first, errors.count < Self.limit else {
      return
    }
    let error = JSONError(.beyond(excess), offset: 0, path: path)
    errors.append(
      .dataCorrupted(.init(codingPath: path, debugDescription: excess.constraint.expected, underlyingError: error))
    )
  }

  private func standIn<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard errors.count < Self.limit, let value = json.anyValue(type) else { throw Recorded() }
    return value
  }
}

/// A decoder of an object or an array that reads each of its parts separately.
private struct Part: Decoder {
  let reader: PartReader
  let type: Any.Type
  let data: Data
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ reader: PartReader, _ type: Any.Type, _ data: Data, _ path: [any CodingKey]) {
    self.reader = reader
    self.type = type
    self.data = data
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let fields: [(name: String, value: Data)]
    switch reader.parts(of: data) {
    case .fields(let found)?: fields = found
    case .elements(let elements)? where elements.isEmpty && reader.json.isLenient: fields = []
    default: throw mismatch("an object")
    }
    // The first of several fields with the same name wins.
    let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    let constraints = (self.type as? any Payload.Type)?.schema.constraints ?? [:]
    return KeyedDecodingContainer(
      Fields(reader: reader, values: values, constraints: constraints, codingPath: codingPath)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .elements(let elements)? = reader.parts(of: data) else { throw mismatch("an array") }
    return Elements(reader: reader, elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(part: self) }

  private func mismatch(_ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "expected \(expected)"))
  }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: PartReader
  let values: [String: Data]
  /// The limits of the fields that have some.
  let constraints: [String: [Constraint]]
  let codingPath: [any CodingKey]
  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool {
    guard let value = values[key.stringValue] else { return true }
    return value.elementsEqual("null".utf8)
      || reader.json.isLenient && Lenience.isNone(String(decoding: value, as: UTF8.self))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let value = values[key.stringValue] else {
      let error = DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "The field is missing.")
      )
      return try reader.record(error, instead: type)
    }
    let count = reader.errors.count
    let result = try reader.read(type, value, at: codingPath + [key])
    if reader.errors.count == count {
      reader.check(result, constraints[key.stringValue] ?? [], at: codingPath + [key])
    }
    return result
  }

  // The other scalars are not strings or lists, so `decodeNil` is enough for them.
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try contains(key) ? decode(String?.self, forKey: key) : nil
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try contains(key) ? decode(Value?.self, forKey: key) : nil
  }

  func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try part(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try part(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try part(JSONKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }

  private func part(_ key: any CodingKey) throws -> Part {
    guard let value = values[key.stringValue] else { throw PartReader.Recorded() }
    return Part(reader, Any.self, value, codingPath + [key])
  }
}

private struct Elements: UnkeyedDecodingContainer {
  let reader: PartReader
  let elements: [Data]
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex].elementsEqual("null".utf8) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let part = try next()
    return try reader.read(type, part.data, at: part.codingPath)
  }

  mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> Part {
    guard !isAtEnd else { throw PartReader.Recorded() }
    defer { currentIndex += 1 }
    return Part(reader, Any.self, elements[currentIndex], codingPath + [JSONKey(intValue: currentIndex)])
  }
}

private struct Single: SingleValueDecodingContainer {
  let part: Part
  var codingPath: [any CodingKey] { part.codingPath }

  func decodeNil() -> Bool { part.data.elementsEqual("null".utf8) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that asks for itself has no parts to look at.
    guard type != part.type else { throw PartReader.Recorded() }
    return try part.reader.read(type, part.data, at: part.codingPath)
  }
}
