package import Foundation

/// Any JSON value, with the fields of objects in their order. It is for code that works on documents whose types are not known.
package enum JSONTree: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, as it is written.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONTree])
  /// An object.
  case object(Fields)

  /// The fields of an object, in their order and with unique names.
  package struct Fields: Sendable, Hashable {
    /// The names, in order.
    package private(set) var names: [String] = []
    private var values: [String: JSONTree] = [:]

    /// Creates fields. The last of several with the same name wins.
    package init(_ fields: [(String, JSONTree)] = []) {
      for (name, value) in fields { self[name] = value }
    }

    /// The value of a field. Setting `nil` removes the field.
    package subscript(name: String) -> JSONTree? {
      get { values[name] }
      set {
        let isNew = values[name] == nil
        values[name] = newValue
        if newValue == nil, !isNew { names.removeAll { $0 == name } }
        if newValue != nil, isNew { names.append(name) }
      }
    }

    /// The fields with their values, in order.
    package var all: [(name: String, value: JSONTree)] {
      names.compactMap { name in values[name].map { (name, $0) } }
    }

    /// Whether there are no fields.
    package var isEmpty: Bool { names.isEmpty }
  }
}

extension JSONTree {
  /// Reads JSON. `nil` if it is not valid, or empty.
  package init?(json: Data) {
    guard let tree = try? JSONCoding().decode(JSONTree.self, from: json) else { return nil }
    self = tree
  }

  /// The value of a field. `nil` if this is not an object. Setting a field of another value makes that an object.
  package subscript(name: String) -> JSONTree? {
    get { if case .object(let fields) = self { fields[name] } else { nil } }
    set {
      var fields = Fields()
      if case .object(let own) = self { fields = own }
      fields[name] = newValue
      self = .object(fields)
    }
  }

  /// The fields. Empty if this is not an object.
  package var fields: [(name: String, value: JSONTree)] {
    if case .object(let fields) = self { fields.all } else { [] }
  }

  /// The elements. Empty if this is not an array.
  package var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The string, if this is a string.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, if this is one.
  package var number: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  /// The string, unless it is empty, or the whole number, if this is one of them: an id or a code.
  package var identifier: String? {
    if case .number(let text) = self { Int64(text).map(String.init) } else { text.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// `true` or `false`, if this is one of them.
  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONTree)...) { self = .object(Fields(elements)) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int) { self = .number("\(value)") }
}

extension JSONTree: Payload {
  /// Reads any value.
  package init(from json: inout JSONReader) throws(JSONError) {
    switch json.byte(at: json.position) {
    case UInt8(ascii: "{"):
      var fields = Fields()
      var object = try json.beginObject(JSONTree.self)
      while json.byte(at: json.position) == UInt8(ascii: "\"") {
        let name = try json.fieldName()
        let value = try JSONTree(from: &json)
        if fields[name] == nil { fields[name] = value }
        try json._endField()
      }
      // Advances past the object, which has no fields left.
      _ = try json.nextField(in: &object)
      self = .object(fields)
    case UInt8(ascii: "["):
      var elements: [JSONTree] = []
      var more = try json.beginArray(JSONTree.self)
      while more {
        elements.append(try JSONTree(from: &json))
        more = try json.nextElement()
      }
      self = .array(elements)
    case UInt8(ascii: "\""): self = .string(try json.string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean(try json.bool())
    case UInt8(ascii: "n"):
      guard try json.skipNull() else { throw json.mismatch(JSONTree.self) }
      self = .null
    default: self = .number(json.text(of: try json.scanNumber(JSONTree.self)))
    }
  }

  /// Writes the value.
  package func write(to json: inout JSONWriter) throws(JSONError) {
    switch self {
    case .null: json.null()
    case .boolean(let value): try value.write(to: &json)
    case .number(let text): json.put(text)
    case .string(let text): json.string(text)
    case .array(let elements): try json.array(elements)
    case .object(let fields):
      json.beginObject()
      for (name, value) in fields.all {
        json.string(name)
        json.put(UInt8(ascii: ":"))
        try json.element(value)
      }
      json.endObject()
    }
  }

  /// Any value.
  package static var schema: Schema { .any }

  /// Reads any value with any coder.
  package init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

  /// Writes the value with any coder.
  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .number("\(number)")
    case .number(let number): self = .number("\(number)")
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONTree($0) })
    case .object(let fields): self = .object(Fields(fields.map { ($0, JSONTree($1)) }))
    }
  }

  private var value: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let text): .number(Double(text) ?? 0)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let fields): .object(Dictionary(fields.all.map { ($0, $1.value) }) { first, _ in first })
    }
  }
}

extension Schema.Value {
  /// The value in JSON.
  package var tree: JSONTree {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .number("\(number)")
    case .number(let number): .number("\(number)")
    }
  }
}
