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
    guard data.count <= Self.problemLimit, let bytes = try? skipping(data) else { return nil }
    let problems = Problems(self)
    _ = try? problems.read(type, bytes, at: [])
    return problems.errors.count > 1 ? problems.errors : nil
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
      samples += values.prefix(1).map(\.json)
    }
    return samples.lazy.compactMap { try? decode(type, from: $0) }.first
  }

  private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

  /// Values of the types that most fields have.
  private static let samples = [
    "null", "\"\"", "0", "false", "[]", "{}", "\"00000000-0000-0000-0000-000000000000\"", "\"https://naru.invalid\"",
  ].map { Data($0.utf8) }

  /// Returns the document without the space around its value. Throws for invalid JSON.
  private func skipping(_ data: Data) throws -> Data {
    try read(data) { json throws(JSONError) in try json.bytesOfValue() }
  }

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

extension Schema.Value {
  fileprivate var json: Data {
    switch self {
    case .string(let text): (try? JSONCoding().encode(text)) ?? Data()
    case .integer(let number): Data("\(number)".utf8)
    case .number(let number): Data("\(number)".utf8)
    }
  }
}

/// The parts of an object or an array, each as it is in the document.
private enum Parts {
  case fields([(name: String, value: Data)])
  case elements([Data])
}

/// The search for all values of one document that can't be read.
private final class Problems {
  /// The error of a value whose problems have been recorded, and that has no stand-in.
  struct Recorded: Error {}

  private(set) var errors: [DecodingError] = []
  private let json: JSONCoding
  private static let limit = 20

  init(_ json: JSONCoding) {
    self.json = json
  }

  func parts(of data: Data) -> Parts? { json.parts(of: data) }

  /// Reads a value. If the value can't be read, records its problems and returns a stand-in.
  func read<Value: Decodable>(_ type: Value.Type, _ data: Data, at path: [any CodingKey]) throws -> Value {
    do {
      return try json.decodeChecked(type, from: data)
    } catch {
      let count = errors.count
      if json.parts(of: data) != nil {
        // A struct or a list: reads its parts one by one.
        let value = try? Value(from: Part(self, type, data, path))
        if errors.count > count, let value { return value }
      }
      if errors.count == count, let error = error as? DecodingError { errors.append(error.below(path)) }
      return try standIn(type)
    }
  }

  /// Records an error, and returns a stand-in for the value.
  func record<Value: Decodable>(_ error: DecodingError, instead type: Value.Type) throws -> Value {
    errors.append(error)
    return try standIn(type)
  }

  /// Records an error for a value beyond a limit.
  func check(_ value: Any, _ constraints: [Constraint], at path: [any CodingKey]) {
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
  let problems: Problems
  let type: Any.Type
  let data: Data
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ problems: Problems, _ type: Any.Type, _ data: Data, _ path: [any CodingKey]) {
    self.problems = problems
    self.type = type
    self.data = data
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .fields(let fields)? = problems.parts(of: data) else { throw Problems.Recorded() }
    // The first of several fields with the same name wins.
    let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    let constraints = (self.type as? any Payload.Type)?.schema.constraints ?? [:]
    return KeyedDecodingContainer(
      Fields(problems: problems, values: values, constraints: constraints, codingPath: codingPath)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .elements(let elements)? = problems.parts(of: data) else { throw Problems.Recorded() }
    return Elements(problems: problems, elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(part: self) }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let problems: Problems
  let values: [String: Data]
  /// The limits of the fields that have some.
  let constraints: [String: [Constraint]]
  let codingPath: [any CodingKey]
  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { values[key.stringValue]?.elementsEqual("null".utf8) ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let value = values[key.stringValue] else {
      let error = DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "The field is missing.")
      )
      return try problems.record(error, instead: type)
    }
    let count = problems.errors.count
    let result = try problems.read(type, value, at: codingPath + [key])
    if problems.errors.count == count {
      problems.check(result, constraints[key.stringValue] ?? [], at: codingPath + [key])
    }
    return result
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
    guard let value = values[key.stringValue] else { throw Problems.Recorded() }
    return Part(problems, Any.self, value, codingPath + [key])
  }
}

private struct Elements: UnkeyedDecodingContainer {
  let problems: Problems
  let elements: [Data]
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(problems: Problems, elements: [Data], codingPath: [any CodingKey]) {
    self.problems = problems
    self.elements = elements
    self.codingPath = codingPath
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex].elementsEqual("null".utf8) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let part = try next()
    return try problems.read(type, part.data, at: part.codingPath)
  }

  mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> Part {
    guard !isAtEnd else { throw Problems.Recorded() }
    defer { currentIndex += 1 }
    return Part(problems, Any.self, elements[currentIndex], codingPath + [JSONKey(intValue: currentIndex)])
  }
}

private struct Single: SingleValueDecodingContainer {
  let part: Part
  var codingPath: [any CodingKey] { part.codingPath }

  func decodeNil() -> Bool { part.data.elementsEqual("null".utf8) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that asks for itself has no parts to look at.
    guard type != part.type else { throw Problems.Recorded() }
    return try part.problems.read(type, part.data, at: part.codingPath)
  }
}
