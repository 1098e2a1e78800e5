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
    let conditions = parser.parse().map { PayloadRenderer($0).conditions } ?? ""
    let attributes = declaration.attributes.inherited.map { "\($0)\n" }.joined()
    let text: DeclSyntax =
      "\(raw: attributes)extension \(raw: type.trimmedDescription): nonisolated Naru.Payload\(raw: conditions) {}"
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
