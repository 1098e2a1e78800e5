import SwiftSyntax
import SwiftSyntaxMacros

/// `@GET` and its kind: marks that `@API` reads. They expand to nothing; one that nobody reads is a mistake.
struct EndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let enclosing = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    if enclosing?.attributes.first(named: "API") == nil {
      context.diagnose(Problem.markerOutsideContract(node).diagnostic)
    }
    return []
  }
}
