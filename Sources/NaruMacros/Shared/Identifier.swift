import SwiftSyntax

/// A name in the source.
struct Identifier: Equatable {
  /// The name itself.
  var text: String
  /// The name as it is written in a declaration or expression: in backticks if it is a keyword.
  var source: String
  /// The name as it is written as an argument label, where most keywords need no backticks.
  var label: String

  /// The name of the parameter that has the value in an initializer, where `self` has another meaning.
  var local: String { text == "self" ? "itself" : source }
  /// The parameter, with the name as its label.
  var parameter: String { local == source ? source : "\(source) \(local)" }

  /// Returns a name that is made from this one, in backticks if it needs them.
  func derived(_ text: String) -> String { text.isPlain ? text : "`\(text)`" }
}

extension TokenSyntax {
  /// The name of this token.
  var identifier: Identifier {
    let name = text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    let isPlain = name.isPlain
    return Identifier(
      text: name,
      source: isPlain && !keywords.contains(name) ? name : "`\(name)`",
      // The compiler warns about unnecessary backticks around a label.
      label: isPlain && !["inout", "var", "let"].contains(name) ? name : "`\(name)`"
    )
  }
}

extension String {
  /// Whether a name needs no backticks. Reserved words are not looked up.
  fileprivate var isPlain: Bool {
    first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

/// The reserved words. A list, because parsing each name would take longer than the rest of the expansion.
private let keywords: Set<String> = [
  "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
  "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
  "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
  "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
  "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
  "while",
]
