import SwiftSyntax

/// The parts of a field's type that are visible in the source.
struct FieldType {
  /// The type as it is written.
  let text: String
  /// The wrapped type, if the type is optional.
  let wrapped: String?
  /// Whether the wrapped type is also optional: `nil` is an absent field, and a value that is `nil` is `null`.
  let isDoublyOptional: Bool
  /// The mistake, if JSON can't represent the values.
  let unsupported: MacroDiagnostic?
  /// The type, if it follows from a literal value.
  private(set) var literalType: TypeSyntax?
  /// Whether a value of the type is never a JSON object, but a number, a string or an array.
  let isNoObject: Bool

  init(_ type: TypeSyntax) {
    text = type.trimmedDescription
    let inner = type.optionalContent
    wrapped = inner?.trimmedDescription
    isDoublyOptional = inner?.optionalContent != nil
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      unsupported = MacroDiagnostic.implicitlyUnwrapped(unwrapped.exclamationMark)
    } else {
      unsupported = type.unsupported.map { .unsupportedField($0.type, $0.kind, $0.alternative) }
    }
    isNoObject = inner != nil || type.is(ArrayTypeSyntax.self) || scalars.contains(type.nominalName ?? "")
  }

  /// Infers a type from a literal value, like the compiler. Returns `nil` for any other expression.
  init?(of value: ExprSyntax) {
    let value = value.as(PrefixOperatorExprSyntax.self)?.expression ?? value
    switch value.kind {
    case .stringLiteralExpr: text = "Swift.String"
    case .integerLiteralExpr: text = "Swift.Int"
    case .floatLiteralExpr: text = "Swift.Double"
    case .booleanLiteralExpr: text = "Swift.Bool"
    default: return nil
    }
    wrapped = nil
    isDoublyOptional = false
    unsupported = nil
    isNoObject = true
    literalType = TypeSyntax(IdentifierTypeSyntax(name: .identifier(String(text.dropFirst("Swift.".count)))))
  }
}

/// The standard types that are not objects in JSON.
private let scalars: Set<String> = [
  "Bool", "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
  "Double", "Decimal", "Date", "Data", "URL", "UUID", "Array", "Set", "Optional", "ContiguousArray",
]

extension TypeSyntax {
  /// The name of the type, without `Swift.` or `Foundation.` and without arguments.
  var nominalName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    guard let member = self.as(MemberTypeSyntax.self),
      let module = member.baseType.as(IdentifierTypeSyntax.self)?.name.text, ["Swift", "Foundation"].contains(module)
    else { return nil }
    return member.name.text
  }

  /// The type `T` of `T?`, `Optional<T>` and `Swift.Optional<T>`.
  fileprivate var optionalContent: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    guard let (name, argument) = generic, name == "Optional" else { return nil }
    return argument
  }
}
