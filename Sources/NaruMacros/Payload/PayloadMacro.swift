import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Payload`: writes the members of a model and its conformance.
///
/// Everything that names a type of the user is a member, because in an extension of a nested type the names of the enclosing
/// type can't be seen. The extension is the bare conformance.
struct PayloadMacro: MemberMacro, ExtensionMacro {
  /// The text is formatted as it is written.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var parser = PayloadParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    let payload = parser.parse()
    for problem in parser.problems { context.diagnose(problem.diagnostic) }
    return payload.map { PayloadRenderer($0).members.map(DeclSyntax.init(unparsed:)) } ?? []
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The list is empty where the type says that it conforms.
    guard !protocols.isEmpty, declaration.isPayload, declaration.hiddenFromExtension(in: context.lexicalContext) == nil
    else { return [] }
    var parser = PayloadParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    guard let payload = parser.parse() else { return [] }
    let renderer = PayloadRenderer(payload)
    // All of them, because a condition implies nothing.
    let conformances = protocols.map(\.trimmedDescription)
      .map { "nonisolated \($0.hasSuffix("Payload") ? "Naru.Payload" : "Swift.\($0)")" }.joined(separator: ", ")
    let attributes = declaration.attributes.inherited.map { "\($0)\n" }.joined()
    let text: DeclSyntax =
      """
      \(raw: attributes)extension \(raw: type.trimmedDescription): \(raw: conformances)\(raw: renderer.conditions) \
      \(raw: renderer.extensionMember)
      """
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
