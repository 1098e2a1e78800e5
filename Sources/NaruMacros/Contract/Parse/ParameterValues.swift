import SwiftSyntax

/// The values of parameters in an argument of a marker: its `defaults` or `constraints`.
struct ParameterValues {
  /// The label of the argument.
  let label: String
  private var elements: [(name: String, key: StringLiteralExprSyntax, value: ExprSyntax)] = []

  /// Reads a dictionary literal, and adds its mistakes to `diagnostics`.
  init(_ label: String, of marker: AttributeSyntax, diagnostics: inout [MacroDiagnostic]) {
    self.label = label
    guard let expression = marker.argument(label) else { return }
    guard let dictionary = expression.as(DictionaryExprSyntax.self) else {
      diagnostics.append(.valuesAreNotLiteral(expression, label))
      return
    }
    guard case .elements(let elements) = dictionary.content else { return }
    for element in elements {
      guard let key = element.key.as(StringLiteralExprSyntax.self), let name = key.plainText else {
        diagnostics.append(.valuesAreNotLiteral(ExprSyntax(element.key), label))
        continue
      }
      self.elements.append((name, key, element.value))
    }
  }

  /// The expressions for the values of a parameter.
  subscript(parameter: String) -> [ExprSyntax] {
    elements.filter { $0.name == parameter }.map(\.value)
  }

  /// Checks that each value belongs to a parameter.
  func check(_ parameters: [String], diagnostics: inout [MacroDiagnostic]) {
    for element in elements where !parameters.contains(element.name) {
      diagnostics.append(.valueWithoutParameter(element.key, element.name, parameters, label))
    }
  }
}
