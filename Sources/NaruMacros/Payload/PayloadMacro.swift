import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Payload`: generates the members of a model and its conformance.
struct PayloadMacro: MemberMacro, ExtensionMacro {
  /// The generated code is already formatted.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The compiler reports that the conformance can't be generated for these.
    if declaration.is(ExtensionDeclSyntax.self) || context.lexicalContext.contains(where: \.isCode) { return [] }
    var parser = PayloadParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    let payload = parser.parse()
    for diagnostic in parser.diagnostics { context.diagnose(diagnostic) }
    return payload.map { PayloadRenderer(payload: $0).members.map(DeclSyntax.init(unparsed:)) } ?? []
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.isPayload, declaration.hiddenFromExtension(in: context.lexicalContext) == nil else { return [] }
    var parser = PayloadParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    guard let payload = parser.parse() else { return [] }
    let renderer = PayloadRenderer(payload: payload)
    // The conformances that the type does not declare. All are listed, because a conditional one implies no other.
    let conformances = protocols.map(\.trimmedDescription)
      .map { "nonisolated \($0.hasSuffix("Payload") ? "Naru.Payload" : "Swift.\($0)")" }
    let members = renderer.extensionMembers
    guard !conformances.isEmpty || !members.isEmpty else { return [] }
    let text = """
      \(declaration.attributes.inherited.map { "\($0)\n" }.joined())extension \(type.trimmedDescription)\
      \(conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))")\(renderer.conditions) \
      \(members.isEmpty ? "{}" : "{\n\(indented([members.joined(separator: "\n\n")]))\n}")
      """
    let source: DeclSyntax = "\(raw: text)"
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
