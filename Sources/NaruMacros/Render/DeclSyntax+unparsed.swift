import SwiftSyntax

extension DeclSyntax {
  /// A declaration that is nothing but its text. The compiler gets the text and parses it; parsing it here as well was half
  /// of the time that the plug-in took.
  init(unparsed text: String) {
    self.init(MissingDeclSyntax(placeholder: TokenSyntax(.unknown(text), presence: .present)))
  }
}
