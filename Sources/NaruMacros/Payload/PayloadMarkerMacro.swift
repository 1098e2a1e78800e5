import SwiftSyntax
import SwiftSyntaxMacros

/// `@Key` and `@Unknown`: marks that `@Payload` reads. They expand to nothing; one that nobody reads is a mistake.
struct PayloadMarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let enclosing = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    if enclosing?.attributes.first(named: "Payload") == nil {
      context.diagnose(Problem.markerOutsidePayload(node).diagnostic)
    }
    return []
  }
}
