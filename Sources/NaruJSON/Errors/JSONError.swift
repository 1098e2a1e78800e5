/// What is wrong with a value in JSON, and where.
///
/// On the way through a document it knows no more than an offset, so that nothing is done for errors while all is well. On the
/// way out of ``JSONCoding`` it gets its path and excerpt, and becomes the `underlyingError` of a `DecodingError` or
/// `EncodingError`.
public struct JSONError: Error, Sendable {
  // In a class, so that a function that throws hands back no more than a reference.
  private let storage: Storage

  private final class Storage: Sendable {
    let problem: Problem
    let offset: Int
    let path: [any CodingKey]
    /// The beginning of what is there, as it is.
    let found: String

    init(problem: Problem, offset: Int, path: [any CodingKey], found: String) {
      self.problem = problem
      self.offset = offset
      self.path = path
      self.found = found
    }
  }

  init(_ problem: Problem, offset: Int, path: [any CodingKey] = [], found: String = "") {
    storage = Storage(problem: problem, offset: offset, path: path, found: found)
  }

  var problem: Problem { storage.problem }
  /// The place: the number of bytes of the document in front of it. For a field that is missing, the place of its object.
  public var offset: Int { storage.offset }
  /// The keys and indices that lead to the place.
  public var path: [any CodingKey] { storage.path }
  /// What had to be there, in English, for a log: `a whole number`.
  public var expected: String { problem.expected }
  /// What is there instead, for a log: one line of at most 40 characters, with `<redacted>` for what looks like a token, a
  /// password or a cookie. It may still hold what concerns a person. Empty at the end of a document, and for writing.
  public var excerpt: String { Excerpt.text(of: storage.found, below: path) }
  /// Whether the document is no JSON, from this place on.
  public var isSyntax: Bool { if case .syntax = problem { true } else { false } }
}

extension JSONError: CustomStringConvertible {
  /// What was expected, where, and what is there: `expected a whole number at byte 17, not “"12"”`.
  public var description: String {
    let excerpt = excerpt
    return excerpt.isEmpty ? reason : "\(reason), not “\(excerpt)”"
  }

  /// What was expected, and where.
  var reason: String { "expected \(expected) at byte \(offset)" }
}

extension JSONError {
  /// The kinds of problems.
  enum Problem: Sendable {
    /// The bytes are no JSON.
    case syntax(Expected)
    /// More levels or bytes than are allowed.
    case limit(String)
    /// A field did not come. The place is the object.
    case missing(String)
    /// `null` for a value that must be there.
    case null(Any.Type)
    /// JSON of another form than the type's.
    case mismatch(Any.Type)
    /// JSON of the right form with a value that is not allowed, or a value that can't be written.
    case invalid(String)
    /// What a `Codable` that is no ``Payload`` threw.
    case foreign(any Error)

    /// What JSON must have at a place.
    enum Expected: String, Sendable {
      case value = "a value"
      case key = "a key in quotes"
      case keyOrEnd = "a key in quotes or }"
      case colon = "a colon"
      case commaOrBrace = "a comma or }"
      case commaOrBracket = "a comma or ]"
      case quote = "a quote that ends the string"
      case noControlCharacter = "no control character in a string"
      case escape = "an escape of JSON"
      case hexDigit = "a hexadecimal digit"
      case surrogates = "both halves of a surrogate pair"
      case utf8 = "UTF-8"
      case digit = "a digit"
      case noLeadingZero = "no zero in front of a number"
      case end = "the end of the document"
    }

    var expected: String {
      switch self {
      case .syntax(let expected): expected.rawValue
      case .limit(let text), .invalid(let text): text
      case .missing(let key): "the field “\(key)”"
      case .null(let type), .mismatch(let type): JSONError.name(of: type)
      case .foreign(let error): "a value that can be read (\((error as? DecodingError)?.reason ?? "\(error)"))"
      }
    }
  }

  /// What values of a type are in JSON.
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
