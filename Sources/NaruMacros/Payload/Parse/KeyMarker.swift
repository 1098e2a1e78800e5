import SwiftSyntax

/// The `@Key` of a field or a case.
struct KeyMarker {
  /// The name on the wire, if there is a `@Key`.
  let key: String?
  /// The first `@Key`.
  let attribute: AttributeSyntax?

  /// Reads the `@Key` among attributes. A name is ignored if several declarations would share it.
  init(_ attributes: AttributeListSyntax, isShared: Bool, diagnostics: inout [MacroDiagnostic]) {
    let markers = attributes.attributes.filter { $0.macroName == "Key" }
    for marker in markers.dropFirst() { diagnostics.append(.secondKey(marker)) }
    attribute = markers.first
    guard let expression = attribute?.path, !isShared else {
      key = nil
      return
    }
    key = expression.plainText
    if key == nil { diagnostics.append(.keyIsNotLiteral(expression)) }
    if key == "" { diagnostics.append(.emptyKey(expression)) }
  }

  /// Returns the place of a mistake in the name: the argument, or the declaration if there is no marker.
  func node(or declaration: some SyntaxProtocol) -> Syntax {
    attribute?.path.map(Syntax.init) ?? Syntax(declaration)
  }
}

extension AttributeListSyntax {
  /// The markers of fields and cases.
  var payloadMarkers: [AttributeSyntax] {
    attributes.filter { ["Key", "Constraints", "Unknown"].contains($0.macroName) }
  }

  /// The expressions for the limits of a field.
  var constraints: [ExprSyntax] {
    attributes.filter { $0.macroName == "Constraints" }.flatMap(\.expressions).map(\.expression)
  }

  /// The property wrapper. Any attribute may be one, except for known others.
  var wrapper: AttributeSyntax? {
    attributes.first {
      !notWrappers.contains($0.attributeName.trimmedDescription) && !["Key", "Constraints"].contains($0.macroName)
    }
  }

  /// Whether using the declaration causes a warning.
  var isDeprecated: Bool { attributes.contains { $0.availability == .deprecated } }
}

private let notWrappers: Set<String> = [
  "available", "_spi", "usableFromInline", "inlinable", "MainActor", "Unknown", "preconcurrency", "Sendable",
  // Macros of FoundationModels and StructuredQueries.
  "Guide", "Column",
]
