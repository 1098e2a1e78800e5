import SwiftSyntax

extension DeclSyntaxProtocol {
  /// The lines of the documentation comment, without comment markers.
  var documentation: [String] {
    for token in tokens(viewMode: .sourceAccurate) {
      let lines = token.leadingTrivia.documentation
      if !lines.isEmpty { return lines }
      // A comment after the declaration's keyword does not document it.
      if introducers.contains(token.tokenKind) { break }
    }
    return []
  }
}

private let introducers: [TokenKind] = [
  .keyword(.var), .keyword(.let), .keyword(.case), .keyword(.struct), .keyword(.enum),
]

extension Trivia {
  fileprivate var documentation: [String] {
    var lines: [String] = []
    for piece in self {
      switch piece {
      case .docLineComment(let text):
        lines.append(String(text.dropFirst(3)))
      case .docBlockComment(let text):
        lines = text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false)
          .map(withoutStar).trimming(while: \.isBlank)
      case .newlines(let count) where count > 1:
        // An empty line detaches a comment from the following declaration.
        lines = []
      default:
        continue
      }
    }
    let margin = lines.filter { !$0.isBlank }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.isBlank ? "" : String($0.dropFirst(margin)) }
  }
}

/// Returns a line of a block comment without its leading star and surrounding white space.
private func withoutStar(_ line: Substring) -> String {
  var text = line.drop(while: \.isWhitespace)
  if text.first == "*" { text = text.dropFirst(text.dropFirst().first == " " ? 2 : 1) }
  while text.last?.isWhitespace ?? false { text.removeLast() }
  return String(text)
}

extension StringProtocol {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Array {
  fileprivate func trimming(while predicate: (Element) -> Bool) -> [Element] {
    var rest = self[...].drop(while: predicate)
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return Array(rest)
  }
}
