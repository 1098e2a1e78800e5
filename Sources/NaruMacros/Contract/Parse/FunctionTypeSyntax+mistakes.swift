import SwiftSyntax

extension FunctionTypeSyntax {
  /// The `=` of a default value, which a function type can't have.
  var defaultValue: TokenSyntax? {
    parameters.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .equal }
      ?? unexpectedBetweenParametersAndRightParen?.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .equal }
  }
}

extension TypeSyntax {
  /// Returns the source of this type with `_` instead of the labels of a function's parameters. The compiler reports a label
  /// wherever it appears, so it is not repeated.
  func withoutLabels(_ function: FunctionTypeSyntax) -> String {
    var text = Array(trimmedDescription.utf8)
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    for element in function.parameters.reversed() {
      guard let first = element.firstName, first.tokenKind != .wildcard, let colon = element.colon else { continue }
      let name = element.secondName ?? first
      let range = element.positionAfterSkippingLeadingTrivia.utf8Offset..<colon.position.utf8Offset
      text.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: Array("_ \(name.text)".utf8))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a value of this type is only in the body of a response.
  var isJSONOnly: Bool {
    self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) || self.is(OptionalTypeSyntax.self)
      || scalarNames.contains(nominalName ?? "")
  }

  /// Whether this can't be a page of a list.
  var isNeverPage: Bool { isJSONOnly || ["Void", "()"].contains(trimmedDescription) }
}

/// Types that are neither pages nor partly in header fields.
private let scalarNames: Set<String> = [
  "Array", "Blob", "Bool", "CreatedOrExisting", "Data", "Date", "Decimal", "Dictionary", "Double", "EventStream", "Int",
  "Int64",
  "JSONLines", "Optional", "Set", "String", "URL", "UUID", "Void",
]

extension ParameterModel {
  /// The name of the header field.
  var fieldName: String { derivedHeaderName(wireName) ?? wireName }
}
