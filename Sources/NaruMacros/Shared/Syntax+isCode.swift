import SwiftSyntax

extension Syntax {
  /// Whether this is executable code, so that a type in it is local.
  var isCode: Bool {
    [.functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr].contains(kind)
  }
}
