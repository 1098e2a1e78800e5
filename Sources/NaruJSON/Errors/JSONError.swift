/// An error in a JSON value, with its place.
///
/// While a document is read, the error has only an offset, so that reading does no work for errors. ``JSONCoding`` adds
/// the path and excerpt, and makes it the `underlyingError` of a `DecodingError` or `EncodingError`.
public struct JSONError: Error, Sendable {
  // A class, so that throwing functions return only a reference.
  private let storage: Storage

  private final class Storage: Sendable {
    let kind: Kind
    let offset: Int
    let path: [any CodingKey]
    /// The JSON at the place, not redacted.
    let found: String

    init(kind: Kind, offset: Int, path: [any CodingKey], found: String) {
      self.kind = kind
      self.offset = offset
      self.path = path
      self.found = found
    }
  }

  init(_ kind: Kind, offset: Int, path: [any CodingKey] = [], found: String = "") {
    storage = Storage(kind: kind, offset: offset, path: path, found: found)
  }

  var kind: Kind { storage.kind }
  /// The offset of the value in bytes. For a missing field, the offset of its object.
  public var offset: Int { storage.offset }
  /// The keys and indices that lead to the value.
  public var path: [any CodingKey] { storage.path }
  /// The expected value in English, for a log: `a whole number`.
  public var expected: String { kind.expected }
  /// The JSON found instead, for a log: one line of at most 40 characters, with tokens, passwords and cookies
  /// `<redacted>`. It may still contain personal data. It is empty at the end of a document, and for writing.
  public var excerpt: String { Excerpt.text(of: storage.found, below: path) }
  /// The raw values that are allowed, separated by commas, if the value is not a case of an enum.
  package var cases: String? {
    switch kind {
    case .noCase(of: let type): Self.cases(of: type)
    case .noTag(of: let names): names
    default: nil
    }
  }
  /// The type of a string or a number that is none of the type's values, and an example.
  package var unreadable: (type: Any.Type, example: String?)? {
    if case .invalid(_, let type?, let example) = kind { (type, example) } else { nil }
  }
  /// The limit that the document is beyond, if it is too long or too deep: `at most 128 levels of nesting`.
  package var limit: String? { if case .limit(let text) = kind { text } else { nil } }
  /// The limit that the value is beyond, if it is readable and beyond one.
  package var excess: Constraint.Excess? {
    if case .beyond(let excess) = kind { excess } else { nil }
  }
  /// Whether the document is invalid JSON at this offset.
  package var isSyntax: Bool { if case .syntax = kind { true } else { false } }
}

extension JSONError: CustomStringConvertible {
  /// The expected value, the offset and the JSON found: `expected a whole number at byte 17, not “"12"”`.
  public var description: String {
    let excerpt = excerpt
    return excerpt.isEmpty ? reason : "\(reason), not “\(excerpt)”"
  }

  /// The expected value and the offset.
  var reason: String { "expected \(expected) at byte \(offset)" }
}

extension JSONError {
  /// The kind of an error.
  enum Kind: Sendable {
    /// Invalid JSON.
    case syntax(Expected)
    /// More levels or bytes than are allowed.
    case limit(String)
    /// A missing field. The place is its object.
    case missing(String)
    /// `null` for a required value.
    case null(Any.Type)
    /// JSON that does not match the type.
    case mismatch(Any.Type)
    /// A raw value that no case of the enum has.
    case noCase(of: Any.Type)
    /// A tag that no case of the union has, with the tags of the cases: `circle, square`.
    case noTag(of: String)
    /// A value of the right type that is not allowed, or that can't be written; with the Swift type and an example for messages to users.
    case invalid(String, of: Any.Type? = nil, example: String? = nil)
    /// A value that its type allows, and a limit of its field doesn't.
    case beyond(Constraint.Excess)
    /// An error of a `Codable` that is not a ``Payload``.
    case foreign(any Error)

    /// The syntax that JSON requires at a place.
    enum Expected: String, Sendable {
      case value = "a value"
      case key = "a key in quotes"
      case keyOrEnd = "a key in quotes or }"
      case colon = "a colon"
      case commaOrBrace = "a comma or }"
      case commaOrBracket = "a comma or ]"
      case quote = "a closing quote"
      case noControlCharacter = "no control character in a string"
      case escape = "a valid escape sequence"
      case hexDigit = "a hexadecimal digit"
      case utf8 = "UTF-8"
      case digit = "a digit"
      case noLeadingZero = "no leading zero"
      case end = "the end of the document"
    }

    var expected: String {
      switch self {
      case .syntax(let expected): expected.rawValue
      case .limit(let text): text
      case .noTag(of: let names): "one of \(names)"
      case .invalid(let text, _, let example): text + (example.map { " such as \($0)" } ?? "")
      case .missing(let key): "the field “\(key)”"
      case .null(let type), .mismatch(let type): JSONError.name(of: type)
      case .noCase(of: let type): JSONError.cases(of: type).map { "one of \($0)" } ?? "a value of \(type)"
      case .beyond(let excess): excess.constraint.expected
      case .foreign(let error): "a value that can be read (\((error as? DecodingError)?.reason ?? "\(error)"))"
      }
    }
  }

  /// Returns the raw values of an enum, `wishlist, reading, completed`. `nil` if they are not known.
  private static func cases(of type: Any.Type) -> String? {
    func texts<Cases: CaseIterable & RawRepresentable>(_ type: Cases.Type) -> String {
      type.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
    }
    return (type as? any (CaseIterable & RawRepresentable).Type).map { texts($0) }
  }

  /// Returns the name of a type's values in JSON.
  private static func name(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is any RandomAccessCollection.Type: "an array"
    default: "\(type)"
    }
  }
}
