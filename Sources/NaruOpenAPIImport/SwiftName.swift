/// Names in Swift for names of a document.
enum SwiftName {
  /// The length of the longest name, with room for a number at its end.
  private static let maxLength = 56

  /// Returns the name of a type that is not nested: `PetOwner` for `pet_owner`, `pet-owner` and `petOwner`. A reserved name has an end.
  static func type(_ text: String, reserved end: String = "Value") -> String {
    let name = words(type: text)
    return isReserved(name) ? name + end : name
  }

  /// Returns the words of a type's name, which may be a name that no type can have.
  static func words(type text: String) -> String {
    // .NET writes an assembly after each type: `Page`1[[App.Book, App, Version=1.0.0.0]]`.
    let text = text.contains("[[") ? text.replacing(#/, [^\]]*/#, with: "") : text
    var words = words(text.contains("_") ? lowercasedIfCapitals(text) : text)
    // The end of a qualified name is the most specific part: `io.k8s.api.batch.v1.CronJobSpec`.
    while text.contains("."), words.count > 1, words.joined().count > maxLength { words.removeFirst() }
    let name = shortened(words.map { $0.prefix(1).uppercased() + $0.dropFirst() })
    return name.first?.isNumber ?? true ? "Type\(name)" : name
  }

  /// Whether a declared type can't have a name, because the generated code means another type by it.
  static func isReserved(_ name: String) -> Bool { reservedTypes.contains(name) }

  /// Returns the name of a property, parameter or case, without backticks: `petID` for `pet_id`, `PetId` and `pet-id`.
  static func member(_ text: String) -> String {
    let words = words(lowercasedIfCapitals(text))
    guard let first = words.first else { return "value" }
    let isCapitals = first.allSatisfy { $0.isUppercase || $0.isNumber }
    let start = isCapitals ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let rest = words.dropFirst().map { word in
      ["id", "url", "uri", "api", "isbn"].contains(word.lowercased())
        ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
    let name = shortened([String(start)] + rest)
    return name.first?.isNumber ?? true ? "value\(name)" : name
  }

  /// Returns the names of an enum's strings, with words for signs where these distinguish them: `plus1` for `+1`.
  static func values(_ texts: [String]) -> [String] {
    let plain = texts.map { text in text.contains { $0.isLetter || $0.isNumber } ? member(text) : "" }
    let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(texts, plain).map { text, name in
      if text.isEmpty { return "empty" }
      if let word = comparisons[text] { return word }
      let isSigned = text.first.map { "+-".contains($0) } == true && text.dropFirst().first?.isNumber == true
      guard name.isEmpty || isSigned || counts[name] ?? 0 > 1 else { return name }
      let inWords = text.map { signs[$0].map { " \($0) " } ?? String($0) }.joined()
      return text.allSatisfy { signs[$0] == nil } ? name.isEmpty ? "value" : name : member(inWords)
    }
  }

  /// Returns the names of fields or parameters, with words for signs at their ends where these distinguish them.
  static func members(_ texts: [String]) -> [String] {
    let names = zip(texts, values(texts)).map { text, name in
      [text.first, text.last].contains { $0.map { $0 != "_" && signs[$0] != nil } ?? false } ? name : member(text)
    }
    // A name that is the field's own is not given to another field: `Type` beside `type`.
    let own = Set(texts).intersection(names)
    var others = UniqueNames(own)
    return zip(texts, names).map { own.contains($0) || !own.contains($1) ? $1 : others.take($1) }
  }

  private static let comparisons = [
    "<": "lessThan", "<=": "lessOrEqual", "=": "equal", "==": "equal", "!=": "notEqual", "<>": "notEqual",
    ">=": "greaterOrEqual", ">": "greaterThan",
  ]

  private static let signs: [Character: String] = [
    "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "%": "percent", "&": "and", "|": "or", "!": "not",
    "<": "less", ">": "greater", "=": "equal", "~": "tilde", "^": "caret", "$": "dollar", "#": "number", "@": "at",
    ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "?": "question", "_": "underscore", " ": "space",
  ]

  /// Joins words until the name is as long as a name can be.
  static func shortened(_ words: [String]) -> String {
    var name = ""
    for word in words {
      if !name.isEmpty, name.count + word.count > maxLength || name.utf8.count + word.utf8.count > 2 * maxLength {
        break
      }
      name += word
    }
    while name.count > maxLength || name.utf8.count > 2 * maxLength { name.removeLast() }
    return name
  }

  /// Returns `BOOK_NOT_FOUND` in lower case, because each letter would be a word.
  private static func lowercasedIfCapitals(_ text: String) -> String {
    text.contains(where: \.isLowercase) ? text : text.lowercased()
  }

  /// Returns a name as it is written in a declaration: a keyword in backticks.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Whether a name can be a parameter's as it is.
  static func isIdentifier(_ name: String) -> Bool {
    name.allSatisfy {
      $0 == "_" || ($0.isLetter || $0.isNumber) && $0.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    }
      && name.contains { $0 != "_" } && name.first?.isNumber == false && name != "self"
  }

  /// Returns the name on the wire that `@Payload(keys: .snakeCase)` gives a property.
  static func snakeCase(_ name: String) -> String {
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : "_"
      let next = characters[(index + 1)...].prefix { $0.isLowercase }
      // The plural of an abbreviation is one word.
      let isBeforeWord = !next.isEmpty && next != ["s"]
      if character.isUppercase, before != "_", !before.isUppercase || isBeforeWord { key += "_" }
      key += character.lowercased()
    }
    return key
  }

  /// Splits a string at everything that is not a letter or a digit, and before capitals: `petOwner` has two words, `HTTPServer` too.
  static func words(_ text: String) -> [String] {
    let allowed = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : " " }))
    return allowed.split { !($0.isLetter || $0.isNumber) || !$0.isASCII && !$0.isLetter }.flatMap { part -> [String] in
      var words: [String] = []
      let characters = Array(part)
      for (index, character) in characters.enumerated() {
        let isStart =
          index == 0
          || character.isUppercase
            && (!characters[index - 1].isUppercase
              || (index + 1 < characters.count && characters[index + 1].isLowercase))
        if isStart { words.append(String(character)) } else { words[words.count - 1].append(character) }
      }
      return words
    }
  }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names of types that the generated code uses itself, and those that no type may have.
  private static let reservedTypes: Set<String> = [
    "APIClient", "APIError", "Any", "AnyObject", "Array", "BareJSON", "Blob", "Body", "Bool", "CaseIterable",
    "Character", "Codable", "CodeMessageFormat", "CodedEnvelopeFormat", "CodingKey", "CodingKeys", "CommaDelimited",
    "Constraint", "Constraints", "Contract", "Cookie", "CountedList", "CreatedLocation", "CreatedOrExisting", "Data",
    "Date", "Decimal", "Decodable", "Decoder", "DecodingError", "DeepObject", "Dictionary", "Double", "Encodable",
    "Encoder", "EncodingError", "Endpoint", "Endpoints", "EnvelopeFormat", "Equatable", "Error", "ErrorMessageFormat",
    "EventStream", "ExtensibleEnum", "Float", "Form", "Foundation", "HTTPField", "HTTPFields", "HTTPRequest",
    "HTTPResponse", "HTTPTypes", "Hashable", "Hasher", "Header", "Indirect", "Int", "Int16", "Int32", "Int64", "Int8",
    "JSONCoding", "JSONEncoded", "JSONError", "JSONLines", "JSONReader", "JSONValue", "JSONWriter", "Key", "LinkURL",
    "Naru", "NaruJSON", "Never", "Optional", "Paged", "Part", "Path", "Payload", "PipeDelimited", "ProblemFormat",
    "Protocol", "Query", "RawRepresentable", "ResponseFormat", "ResponseVariant", "Result", "ResultResponse",
    "ResultWithHeaders", "ResultWithStatus", "Route", "Schema", "Secret", "Self", "Sendable", "Sequence", "Set",
    "SpaceDelimited", "StatusMessageFormat", "String", "Swift", "Task", "Type", "TypedFailureFormat", "UInt16",
    "UInt32", "UInt64", "UInt8", "URL", "UUID", "Void",
  ]
}

/// Names, none of them twice.
struct UniqueNames {
  private var taken: Set<String>
  /// The number that the next name of the same words gets.
  private var numbers: [String: Int] = [:]

  init(_ taken: Set<String> = []) { self.taken = taken }

  /// Takes a name, with a number at its end if it is taken already.
  mutating func take(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    numbers[name] = number + 1
    return "\(name)\(number)"
  }

  func contains(_ name: String) -> Bool { taken.contains(name) }
}
