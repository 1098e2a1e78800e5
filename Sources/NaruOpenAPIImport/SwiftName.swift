/// Names in Swift for names of a document.
enum SwiftName {
  /// Returns the name of a type: `PetOwner` for `pet_owner`, `pet-owner` and `petOwner`.
  static func type(_ text: String) -> String {
    let text = text.contains("_") ? lowercasedIfCapitals(text) : text
    let name = words(text).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let safe = name.first?.isNumber ?? true ? "Type\(name)" : name
    return reservedTypes.contains(safe) ? "\(safe)Value" : safe
  }

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
    let name = start + rest.joined()
    return name.first?.isNumber ?? true ? "value\(name)" : name
  }

  /// Returns `BOOK_NOT_FOUND` in lower case, because each letter would be a word.
  private static func lowercasedIfCapitals(_ text: String) -> String {
    text.contains(where: \.isLowercase) ? text : text.lowercased()
  }

  /// Returns a name as it is written in a declaration: a keyword in backticks.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns the name on the wire that `@Payload(keys: .snakeCase)` gives a property.
  static func snakeCase(_ name: String) -> String {
    let characters = Array(name)
    var key = ""
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : "_"
      let isBeforeWord = index + 1 < characters.count && characters[index + 1].isLowercase
      if character.isUppercase, before != "_", !before.isUppercase || isBeforeWord { key += "_" }
      key += character.lowercased()
    }
    return key
  }

  /// Returns a name that is not taken, with a number at its end if needed, and takes it.
  static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
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
    "Any", "Array", "Blob", "Body", "Bool", "Codable", "CommaDelimited", "Constraint", "Constraints", "CountedList",
    "CreatedLocation", "CreatedOrExisting", "Data", "Date", "Decimal", "Dictionary", "Double", "Encodable", "Endpoint",
    "Endpoints", "Error", "EventStream", "ExtensibleEnum", "Float", "Form", "Foundation", "HTTPTypes", "Hashable",
    "Header", "Indirect", "Int", "Int32", "JSONLines", "JSONValue", "Naru", "NaruJSON", "Never", "Optional", "Part",
    "Path", "Payload", "PipeDelimited", "Protocol", "Query", "ResponseVariant", "Result", "Secret", "Self", "Sendable",
    "Sequence", "Set", "SpaceDelimited", "String", "Swift", "Type", "URL", "UUID", "Void",
  ]
}
