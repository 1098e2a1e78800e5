import SwiftSyntax

/// The default values of parameters in the `defaults` of a marker.
struct DefaultValues {
  private var elements: [(name: String, key: StringLiteralExprSyntax, value: String)] = []

  /// Reads a dictionary literal, and adds its mistakes to `diagnostics`.
  init(_ expression: ExprSyntax?, diagnostics: inout [MacroDiagnostic]) {
    guard let expression else { return }
    guard let dictionary = expression.as(DictionaryExprSyntax.self) else {
      diagnostics.append(.defaultsAreNotLiteral(expression))
      return
    }
    guard case .elements(let elements) = dictionary.content else { return }
    for element in elements {
      guard let key = element.key.as(StringLiteralExprSyntax.self), let name = key.plainText else {
        diagnostics.append(.defaultsAreNotLiteral(ExprSyntax(element.key)))
        continue
      }
      self.elements.append((name, key, element.value.trimmedDescription))
    }
  }

  /// The expression for the default value of a parameter. `nil` if it has none.
  subscript(parameter: String) -> String? {
    elements.first { $0.name == parameter }?.value
  }

  /// Checks that each value belongs to a parameter.
  func check(_ parameters: [String], diagnostics: inout [MacroDiagnostic]) {
    for element in elements where !parameters.contains(element.name) {
      diagnostics.append(.defaultWithoutParameter(element.key, element.name, parameters))
    }
  }
}
