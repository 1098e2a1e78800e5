import SwiftSyntax

extension DeclSyntax {
  /// Creates a declaration that holds only its source. The compiler parses the source; parsing it here as well would double the
  /// plug-in's time.
  init(unparsed text: String) {
    self.init(MissingDeclSyntax(placeholder: TokenSyntax(.unknown(text), presence: .present)))
  }
}
