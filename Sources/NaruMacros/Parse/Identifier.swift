import SwiftParser
import SwiftSyntax

extension TokenSyntax {
  /// The name that this token is, and how it has to be written.
  var identifier: Identifier {
    let name = text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    return Identifier(
      text: name,
      source: name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`",
      label: isLabel(name) ? name : "`\(name)`"
    )
  }
}

/// Whether the compiler takes a name for a label as it is. It warns about backticks that it doesn't need.
private func isLabel(_ name: String) -> Bool {
  name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !["inout", "var", "let"].contains(name)
}
