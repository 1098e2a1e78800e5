import SwiftSyntax

extension TypeSyntax {
  /// The names of the constraints that can apply to values of the type or to the elements of a list. `nil` for a type that the
  /// macro doesn't know; the runtime checks those.
  var possibleConstraints: Set<String>? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.possibleConstraints }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.possibleConstraints?.union(["items"]) }
    if self.is(DictionaryTypeSyntax.self) { return ["items"] }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.possibleConstraints
    }
    if let (name, argument) = generic {
      switch name {
      case "Optional", "Lenient": return argument.possibleConstraints
      case "Array", "Set", "ContiguousArray": return argument.possibleConstraints?.union(["items"])
      default: return nil
      }
    }
    switch nominalName {
    case "String", "URL": return ["length", "pattern", "format"]
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
      "Decimal":
      return ["range"]
    case "Bool", "Date", "UUID": return []
    default: return nil
    }
  }
}

extension ExprSyntax {
  /// The name of the constraint in `.length(1...3)`, `Constraint.length(1...3)` and `.format(.email)`. `nil` for anything else.
  private var constraintName: String? {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    return call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// Adds a diagnostic if this is a constraint that no value of the type could violate.
  func check(of name: String, _ type: TypeSyntax, diagnostics: inout [MacroDiagnostic]) {
    guard let constraint = constraintName, let possible = type.possibleConstraints, !possible.contains(constraint)
    else {
      return
    }
    let subjects = [
      "length": "strings", "pattern": "strings", "format": "strings", "range": "numbers", "items": "lists",
    ]
    // A constraint of the user's own may stand for any.
    guard let subject = subjects[constraint] else { return }
    let others = possible.sorted().map { "`.\($0)`" }.joined(separator: " or ")
    diagnostics.append(
      MacroDiagnostic(
        "constraint-kind",
        at: self,
        """
        `.\(constraint)` constrains \(subject), so it would never be checked for “\(name)” of type `\(type.trimmedDescription)`. \
        \(others.isEmpty ? "Remove it." : "Use \(others), or remove it.")
        """
      )
    )
  }
}
