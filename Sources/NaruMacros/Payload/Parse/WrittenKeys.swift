import SwiftSyntax

/// The `CodingKeys` that a user wrote himself: they say the names on the wire, as they do without the macro.
struct WrittenKeys {
  /// The cases, in order.
  private(set) var cases: [(name: TokenSyntax, key: String, node: Syntax)] = []

  /// - Parameter declaration: the enum.
  init(_ declaration: EnumDeclSyntax, problems: inout [Problem]) {
    for member in declaration.memberBlock.members {
      guard let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements else { continue }
      for element in elements {
        var key = element.name.identifier.text
        if let value = element.rawValue?.value {
          if let text = value.plainText {
            key = text
          } else {
            problems.append(.keyIsNotLiteral(value))
          }
        }
        cases.append((element.name, key, element.rawValue.map { Syntax($0.value) } ?? Syntax(element.name)))
      }
    }
  }

  /// The name of a property on the wire. `nil` for one that does not travel.
  func key(_ name: String) -> String? {
    cases.first { $0.name.identifier.text == name }?.key
  }
}
