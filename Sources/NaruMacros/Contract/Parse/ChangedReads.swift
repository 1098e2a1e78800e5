import SwiftSyntax

/// The reads in the argument `changes`, by their names: `list` of this contract, and `Books.show` of another one. They are strings, because an
/// argument of a macro doesn't see the tokens that macros generate.
struct ChangedReads {
  /// The expressions for the tokens of the reads.
  private(set) var tokens: [String] = []
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  init(_ expression: ExprSyntax, in contract: ContractModel) {
    guard let array = expression.as(ArrayExprSyntax.self) else {
      diagnostics.append(.changesAreNotLiteral(expression))
      return
    }
    for element in array.elements.map(\.expression) {
      let literal = element.as(StringLiteralExprSyntax.self)
      let names = literal?.plainText?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
      guard let literal, let name = names.last, names.allSatisfy({ $0.wholeMatch(of: /\w+/) != nil }) else {
        diagnostics.append(.changesAreNotLiteral(element))
        continue
      }
      let owner = names.dropLast().joined(separator: ".")
      let isOwn = owner.isEmpty || owner == contract.name.text
      if isOwn { check(literal, name, contract) }
      tokens.append((isOwn ? "" : owner + ".") + "Endpoints.\(TokenSyntax.identifier(name).identifier.source)")
    }
  }

  private mutating func check(_ literal: StringLiteralExprSyntax, _ name: String, _ contract: ContractModel) {
    guard !contract.unreadable.contains(where: { $0.name.text == name }) else { return }
    guard let endpoint = contract.endpoints.first(where: { $0.name.text == name }) else {
      let reads = contract.endpoints.filter(\.method.reads).map(\.name.text)
      return diagnostics.append(.changedIsUnknown(literal, name, similarName(to: name, in: reads)))
    }
    if !endpoint.method.reads {
      diagnostics.append(.changedIsNotRead(literal, name, endpoint.method.rawValue.uppercased()))
    }
  }
}
