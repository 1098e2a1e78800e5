import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@API`: writes the members of a contract and its conformance.
///
/// Everything that names a type of the user is a member, because in an extension of a nested struct the names of the
/// enclosing type can't be seen. The extension is the bare conformance.
struct APIMacro: MemberMacro, ExtensionMacro {
  /// The text is formatted as it is written; formatting it again would be most of the plug-in's work.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var parser = ContractParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    let contract = parser.parse()
    for problem in parser.problems { context.diagnose(problem.diagnostic) }
    return contract.map { ContractRenderer($0).members.map(DeclSyntax.init(unparsed:)) } ?? []
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The list is empty where the struct says that it conforms.
    guard !protocols.isEmpty, let contract = declaration.as(StructDeclSyntax.self),
      contract.isContract(in: context.lexicalContext)
    else { return [] }
    let attributes = contract.attributes.inherited.map { "\($0)\n" }.joined()
    let text: DeclSyntax = "\(raw: attributes)extension \(raw: type.trimmedDescription): nonisolated Naru.Contract {}"
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
