import Naru

/// A step of a path into a JSON value.
enum JSONStep: Sendable, Hashable {
  case field(String)
  case index(Int)

  /// The field's name; empty for an index.
  var name: String { if case .field(let name) = self { name } else { "" } }
}

extension JSONValue {
  /// The value as JSON.
  var json: String { (try? BareJSON.json.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The value as the text of a parameter.
  var text: String { if case .string(let text) = self { text } else { json } }

  /// The value of a field of an object.
  subscript(name: String) -> JSONValue? { if case .object(let fields) = self { fields[name] } else { nil } }

  /// Returns the value with a new value at a path. `nil` removes the field.
  func replacing(_ path: some Collection<JSONStep>, with new: JSONValue?) -> JSONValue? {
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
