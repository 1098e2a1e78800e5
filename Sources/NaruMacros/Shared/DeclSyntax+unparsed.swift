import SwiftSyntax

extension DeclSyntax {
  /// Creates a declaration that holds only its text. The compiler parses the text; parsing it here too would double the
  /// plug-in's time.
  init(unparsed text: String) {
    self.init(MissingDeclSyntax(placeholder: TokenSyntax(.unknown(text), presence: .present)))
  }
}
