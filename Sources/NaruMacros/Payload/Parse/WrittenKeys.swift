import SwiftSyntax

/// The `CodingKeys` that a user wrote. They define the names on the wire, as they do without the macro.
struct WrittenKeys {
  /// The cases, in order.
  private(set) var cases: [(name: TokenSyntax, key: String, node: Syntax)] = []

  /// Reads the cases of the enum.
  init(_ declaration: EnumDeclSyntax, diagnostics: inout [MacroDiagnostic]) {
    for member in declaration.memberBlock.members {
      guard let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements else { continue }
      for element in elements {
        var key = element.name.identifier.text
        if let value = element.rawValue?.value {
          if let text = value.plainText {
            key = text
          } else {
            diagnostics.append(.keyIsNotLiteral(value))
          }
        }
        cases.append((element.name, key, element.rawValue.map { Syntax($0.value) } ?? Syntax(element.name)))
      }
    }
  }

  /// Returns the name of a property on the wire, or `nil` if it has no coding key.
  func key(_ name: String) -> String? {
    cases.first { $0.name.identifier.text == name }?.key
  }
}
