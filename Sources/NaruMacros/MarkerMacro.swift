import SwiftSyntax
import SwiftSyntaxMacros

/// `@GET` and the other markers that `@API` reads, and `@Key` and `@Unknown`, which `@Payload` reads. They expand to
/// nothing; a marker outside such a type is a mistake.
struct MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isEndpoint = node.method != nil
    let enclosing = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    if enclosing?.attributes.first(named: isEndpoint ? "API" : "Payload") == nil {
      context.diagnose(isEndpoint ? .markerOutsideContract(node) : .markerOutsidePayload(node))
    }
    return []
  }
}
