/// A JSON value for building and changing bodies.
indirect enum JSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number as its text.
  case number(String)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The value of a field of an object.
  subscript(name: String) -> JSON? { if case .object(let fields) = self { fields[name] } else { nil } }

  /// Returns the value with a new value at a path. `nil` removes the field.
  func replacing(_ path: some Collection<JSONStep>, with new: JSON?) -> JSON? {
    guard let step = path.first else { return new }
    switch (self, step) {
    case (.object(var fields), .field(let name)):
      fields[name] = (fields[name] ?? .null).replacing(path.dropFirst(), with: new)
      return .object(fields)
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      guard let element = elements[index].replacing(path.dropFirst(), with: new) else { return self }
      elements[index] = element
      return .array(elements)
    default:
      return self
    }
  }
}

/// A step of a path into a JSON value.
enum JSONStep: Sendable, Hashable {
  case field(String)
  case index(Int)

  /// The field's name; empty for an index.
  var name: String { if case .field(let name) = self { name } else { "" } }
}

extension JSON: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let text): text
    case .string(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.sorted { $0.key < $1.key }.map { "\(JSON.string($0.key)):\($0.value)" }.joined(separator: ","))}"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case _ where scalar.value < 0x20: "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
    default: String(scalar)
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number("\(value)") }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
