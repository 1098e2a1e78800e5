import SwiftSyntax

extension TokenSyntax {
  /// The name that this token is, and how it has to be written.
  var identifier: Identifier {
    let name = text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return Identifier(
      text: name,
      source: isPlain && !keywords.contains(name) ? name : "`\(name)`",
      // The compiler warns about backticks around a label that doesn't need them.
      label: isPlain && !["inout", "var", "let"].contains(name) ? name : "`\(name)`"
    )
  }
}

/// The words that are never a name. A list, because asking the parser about each name takes longer than all the rest.
private let keywords: Set<String> = [
  "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
  "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
  "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
  "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
  "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
  "while",
]
