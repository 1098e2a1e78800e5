import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@API`: generates the members of a contract and its conformance.
///
/// Everything that names the user's types is a member, because an extension of a nested struct does not see the names
/// of the enclosing type. The extension only adds the conformance.
struct APIMacro: MemberMacro, ExtensionMacro {
  /// The generated code is already formatted; formatting it again would take most of the plug-in's time.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var parser = ContractParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    let contract = parser.parse()
    for diagnostic in parser.diagnostics { context.diagnose(diagnostic) }
    return contract.map { ContractRenderer(contract: $0).members.map(DeclSyntax.init(unparsed:)) } ?? []
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The list is empty if the struct declares the conformance itself.
    guard !protocols.isEmpty, let contract = declaration.as(StructDeclSyntax.self),
      contract.isContract(in: context.lexicalContext)
    else { return [] }
    let attributes = contract.attributes.inherited.map { "\($0)\n" }.joined()
    let text: DeclSyntax = "\(raw: attributes)extension \(raw: type.trimmedDescription): nonisolated Naru.Contract {}"
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
