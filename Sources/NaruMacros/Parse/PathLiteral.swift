import SwiftSyntax

/// A path as it stands in the source.
struct PathLiteral {
  /// The literal. Problems are reported at it: the compiler takes no places inside of a token.
  let literal: StringLiteralExprSyntax
  /// The text.
  let text: String
  /// The names of the placeholders, in order.
  private(set) var placeholders: [String] = []

  /// Reads a path; what is wrong with it is added to `problems`.
  ///
  /// - Returns: `nil` if the text can't be known.
  init?(_ expression: ExprSyntax, problems: inout [Problem]) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), let text = literal.plainText else {
      problems.append(.pathIsNotLiteral(expression))
      return nil
    }
    self.literal = literal
    self.text = text
    // "" and "/" stand for nothing, in a contract and in an endpoint.
    guard !text.isEmpty else { return }
    if !text.hasPrefix("/") { problems.append(.pathWithoutSlash(literal, text)) }
    if text.contains("//") { problems.append(.emptySegment(literal)) }
    for segment in text.split(separator: "/") { readSegment(segment, &problems) }
  }

  /// The path below another one. `""` and `"/"` add nothing.
  func joined(below base: PathLiteral?) -> String {
    let base = base?.text ?? ""
    let start = base.hasSuffix("/") ? String(base.dropLast()) : base
    let end = text == "/" ? "" : text
    return start.isEmpty && end.isEmpty ? "/" : start + end
  }

  private mutating func readSegment(_ segment: Substring, _ problems: inout [Problem]) {
    var open: String?
    var count = 0
    for character in segment {
      switch (character, open) {
      case ("{", nil):
        open = ""
        count += 1
      case ("{", _?), ("}", nil):
        problems.append(.unbalancedBrace(literal, segment, character))
        return
      case ("}", let name?):
        readPlaceholder(name, &problems)
        open = nil
      case (_, let name?):
        open = name + String(character)
      case (_, nil):
        if !character.isAllowedInPath { problems.append(.characterInPath(literal, character)) }
      }
    }
    if open != nil { problems.append(.unbalancedBrace(literal, segment, "{")) }
    if count > 1 { problems.append(.severalPlaceholders(literal, segment)) }
  }

  private mutating func readPlaceholder(_ name: String, _ problems: inout [Problem]) {
    if name.isEmpty {
      problems.append(.placeholderWithoutName(literal))
    } else if placeholders.contains(name) {
      problems.append(.duplicatePlaceholder(literal, name))
    } else {
      placeholders.append(name)
    }
  }
}

extension StringLiteralExprSyntax {
  /// The text, if the literal is one between plain quotes, without interpolation and escapes: a path needs neither.
  fileprivate var plainText: String? {
    guard openingPounds == nil, openingQuote.tokenKind == .stringQuote, segments.count < 2 else { return nil }
    guard let segment = segments.first else { return "" }
    guard let text = segment.as(StringSegmentSyntax.self)?.content.text, !text.contains("\\") else { return nil }
    return text
  }
}

extension Character {
  /// Whether it stands for itself in a path (RFC 3986, `pchar`). `%` begins an encoded character.
  fileprivate var isAllowedInPath: Bool {
    isASCII && (isLetter || isNumber || "-._~%!$&'()*+,;=:@".contains(self))
  }
}
