import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Payload`: writes the members of a model and its conformance.
///
struct PayloadMacro: MemberMacro, ExtensionMacro {
  /// The text is formatted as it is written.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // That the conformance can't be written for these is for the compiler to say.
    if declaration.is(ExtensionDeclSyntax.self) || context.lexicalContext.contains(where: \.isCode) { return [] }
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
    guard declaration.isPayload, declaration.hiddenFromExtension(in: context.lexicalContext) == nil else { return [] }
    var parser = PayloadParser(attribute: node, declaration: declaration, lexicalContext: context.lexicalContext)
    guard let payload = parser.parse() else { return [] }
    let renderer = PayloadRenderer(payload)
    // Those that the type does not say itself; all of them, because a condition implies nothing.
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

extension Syntax {
  /// Whether this is code that runs, so that a type in it is a local one.
  fileprivate var isCode: Bool {
    [.functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr].contains(kind)
  }
}
