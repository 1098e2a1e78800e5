import SwiftSyntax

/// Reads what the markers of a field or a case say.
struct KeyMarker {
  /// The name on the wire, where `@Key` says one.
  let key: String?
  /// The first `@Key`.
  let attribute: AttributeSyntax?

  /// - Parameter isShared: whether it would be the name of several.
  init(_ attributes: AttributeListSyntax, isShared: Bool, problems: inout [Problem]) {
    let markers = attributes.attributes.filter { $0.macroName == "Key" }
    for marker in markers.dropFirst() { problems.append(.secondKey(marker)) }
    attribute = markers.first
    guard let expression = attribute?.path, !isShared else {
      key = nil
      return
    }
    key = expression.plainText
    if key == nil { problems.append(.keyIsNotLiteral(expression)) }
    if key == "" { problems.append(.emptyKey(expression)) }
  }

  /// Where a mistake of the name is: at the argument, or at the declaration where there is no marker.
  func node(or declaration: some SyntaxProtocol) -> Syntax {
    attribute?.path.map(Syntax.init) ?? Syntax(declaration)
  }
}

extension AttributeListSyntax {
  /// The markers of fields and cases.
  var payloadMarkers: [AttributeSyntax] { attributes.filter { ["Key", "Unknown"].contains($0.macroName) } }

  /// What wraps a property. Any attribute may, except those that are known not to.
  var wrapper: AttributeSyntax? {
    attributes.first { !notWrappers.contains($0.attributeName.trimmedDescription) && $0.macroName != "Key" }
  }

  /// Whether using the declaration is a warning.
  var isDeprecated: Bool { attributes.contains { $0.availability == .deprecated } }
}

private let notWrappers: Set<String> = [
  "available", "_spi", "usableFromInline", "inlinable", "MainActor", "Unknown", "preconcurrency", "Sendable",
]
