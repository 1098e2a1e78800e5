import SwiftSyntax

extension TypeSyntax {
  /// The part of the type that can't be sent as JSON or text. `nil` if the source shows none.
  var unsupported: UnsupportedType? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unsupported }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.unsupported }
    if let dictionary = self.as(DictionaryTypeSyntax.self) { return dictionary.value.unsupported }
    if let (name, argument) = generic {
      return ["Array", "ContiguousArray", "Optional", "Set"].contains(name) ? argument.unsupported : nil
    }
    if let tuple = self.as(TupleTypeSyntax.self) {
      let only = tuple.elements.count == 1 ? tuple.elements.first : nil
      guard let only, only.firstName == nil else { return UnsupportedType(type: self, kind: "a tuple") }
      return only.type.unsupported
    }
    return kind.map { UnsupportedType(type: self, kind: $0) }
  }

  private var kind: String? {
    if let attributed = self.as(AttributedTypeSyntax.self) {
      // Only a function or a parameter has attributes.
      return attributed.baseType.kind ?? attributed.firstToken(viewMode: .sourceAccurate).map { "`\($0.text)`" }
    }
    if let opaque = self.as(SomeOrAnyTypeSyntax.self) { return "`\(opaque.someOrAnySpecifier.text)`" }
    if self.is(FunctionTypeSyntax.self) { return "a function" }
    if self.is(PackExpansionTypeSyntax.self) || self.is(PackElementTypeSyntax.self) { return "a parameter pack" }
    if self.is(MetatypeTypeSyntax.self) { return "a metatype" }
    return ["Any", "AnyObject", "Never"].contains(trimmedDescription) ? "`\(trimmedDescription)`" : nil
  }
}

extension MacroDiagnostic {
  static let implicitlyUnwrapped = Mistake(
    "unsupported",
    "What is sent can't be implicitly unwrapped. Use `?`.",
    .replacing("Use `?`", with: "?")
  )
}

/// A part of a type that can't be sent, and what kind of type it is.
struct UnsupportedType {
  let type: TypeSyntax
  let kind: String

  /// The beginning of the advice if another type can hold the same values. Empty if none can.
  var alternative: String {
    ["`Any`", "`any`", "`AnyObject`"].contains(kind) ? "`JSONValue` for any JSON, or " : ""
  }
}
