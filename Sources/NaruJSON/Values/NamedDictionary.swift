import Foundation

/// A dictionary under keys that are the names of an object's fields in JSON, although Swift's coders would write a list of keys and
/// values: raw values, integers of a fixed width, ``Day``, `UUID`, and types that are `LosslessStringConvertible`.
package protocol NamedDictionary {
  /// Whether its keys are such keys. Swift's coders write an object under the others that can be names.
  static var hasOwnNames: Bool { get }
}

/// A ``NamedDictionary`` that can be read.
package protocol ReadableNamedDictionary: NamedDictionary {
  /// Reads an object.
  ///
  /// - Throws: `DecodingError` for a name that is not a key.
  init(named decoder: any Decoder) throws
}

/// A ``NamedDictionary`` that can be written.
package protocol WritableNamedDictionary: NamedDictionary {
  /// Writes an object.
  func encode(named encoder: any Encoder) throws
}

extension Dictionary: NamedDictionary {
  package static var hasOwnNames: Bool { KeyName.isOwn(Key.self) }
}

extension Dictionary: ReadableNamedDictionary where Key: Decodable, Value: Decodable {
  package init(named decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: JSONKey.self)
    for name in container.allKeys {
      guard let key = KeyName.key(name.stringValue, as: Key.self) else {
        throw DecodingError.dataCorruptedError(
          forKey: name,
          in: container,
          debugDescription: "expected \(KeyName.expected(Key.self))"
        )
      }
      self[key] = try container.decode(Value.self, forKey: name)
    }
  }
}

extension Dictionary: WritableNamedDictionary where Key: Encodable, Value: Encodable {
  package func encode(named encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    for (key, value) in self { try container.encode(value, forKey: JSONKey(stringValue: KeyName.text(of: key))) }
  }
}

/// The keys of dictionaries as the names of fields.
@usableFromInline
enum KeyName: Sendable {
  /// Whether values of a type are names of fields.
  @usableFromInline
  static func isPossible(_ type: Any.Type) -> Bool {
    type == String.self || type is any CodingKeyRepresentable.Type || isOwn(type)
  }

  /// Whether values of a type are names here, but not for Swift's coders.
  static func isOwn(_ type: Any.Type) -> Bool {
    // A name of a number with a fraction would have several forms.
    if type == String.self || type is any CodingKeyRepresentable.Type || type is any BinaryFloatingPoint.Type {
      return false
    }
    if let type = type as? any RawRepresentable.Type, isPossible(rawType(of: type)) { return true }
    return type is any LosslessStringConvertible.Type || type == UUID.self
  }

  /// Returns the key with a name.
  @usableFromInline
  static func key<Key>(_ name: String, as type: Key.Type) -> Key? {
    if type == String.self { return name as? Key }
    if let type = type as? any CodingKeyRepresentable.Type { return type.init(codingKey: JSONKey(name: name)) as? Key }
    if let raw = type as? any RawRepresentable.Type, isPossible(rawType(of: raw)) { return value(name, raw) as? Key }
    if type == UUID.self { return UUID(uuidString: name) as? Key }
    return (type as? any LosslessStringConvertible.Type)?.init(name) as? Key
  }

  /// Returns the name of a key.
  static func text(of key: Any) -> String {
    switch key {
    case let key as String: key
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    case let key as any RawRepresentable where isPossible(type(of: key.rawValue as Any)): text(of: key.rawValue)
    default: "\(key)"
    }
  }

  /// The names that are keys, for an error.
  static func expected(_ type: Any.Type) -> String { "a key that \(type) can hold" }

  private static func rawType<Key: RawRepresentable>(of type: Key.Type) -> Any.Type { Key.RawValue.self }

  private static func value<Key: RawRepresentable>(_ name: String, _ type: Key.Type) -> Key? {
    key(name, as: Key.RawValue.self).flatMap(Key.init(rawValue:))
  }
}
