import SwiftSyntax

/// A path as it stands in the source.
struct PathLiteral {
  /// The literal. Problems are reported at it: the compiler takes no places inside of a token.
  let literal: StringLiteralExprSyntax
  /// The text before the query.
  let text: String
  /// The names of the placeholders, in order. Those of the query are not among them.
  private(set) var placeholders: [String] = []
  /// The items of the query, in order.
  private(set) var query: [QueryItem] = []

  /// An item of the query as it is written behind the path.
  struct QueryItem {
    /// What goes over the wire.
    var name: String
    var value: Value

    enum Value {
      /// The value of the parameter with this name.
      case parameter(String)
      /// The same in every call.
      case constant(String)
    }

    /// The name of the parameter.
    var parameter: String? {
      if case .parameter(let name) = value { name } else { nil }
    }
  }

  /// Reads a path; what is wrong with it is added to `problems`.
  ///
  /// - Returns: `nil` if the text can't be known.
  init?(_ expression: ExprSyntax, allowsQuery: Bool, problems: inout [Problem]) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), let whole = literal.plainText else {
      problems.append(.pathIsNotLiteral(expression))
      return nil
    }
    let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let text = allowsQuery ? String(parts.first ?? "") : whole
    self.literal = literal
    self.text = text
    if allowsQuery, parts.count == 2 {
      for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) { readItem(item, &problems) }
    }
    // "" and "/" stand for nothing, in a contract and in an endpoint.
    guard !text.isEmpty else { return }
    if !text.hasPrefix("/") { problems.append(.pathWithoutSlash(literal, whole)) }
    if text.contains("//") { problems.append(.emptySegment(literal)) }
    for segment in text.split(separator: "/") { readSegment(segment, &problems) }
  }

  /// The items of the query that are the same in every call.
  var constants: [(name: String, value: String)] {
    query.compactMap { item in
      if case .constant(let value) = item.value { (item.name, value) } else { nil }
    }
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

  /// Reads `name={parameter}` or `name=value`.
  private mutating func readItem(_ item: Substring, _ problems: inout [Problem]) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, item.allSatisfy({ $0.isAllowedInQuery || "{}".contains($0) }),
      !parts[0].contains(where: "{}".contains)
    else {
      problems.append(.queryItem(literal, item))
      return
    }
    let (name, value) = (String(parts[0]), parts[1])
    if query.contains(where: { $0.name == name }) {
      problems.append(.duplicateQueryItem(literal, name))
    } else if value.first == "{", value.last == "}", !value.dropFirst().dropLast().isEmpty,
      !value.dropFirst().dropLast().contains(where: "{}".contains)
    {
      query.append(QueryItem(name: name, value: .parameter(String(value.dropFirst().dropLast()))))
    } else if value.contains(where: "{}".contains) {
      problems.append(.queryItem(literal, item))
    } else {
      query.append(QueryItem(name: name, value: .constant(String(value))))
    }
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
  /// Whether it stands for itself in a name or a value of a query. The rest is encoded when it is sent, and has no place in
  /// a declaration.
  fileprivate var isAllowedInQuery: Bool {
    isASCII && (isLetter || isNumber || "-._~=,:/".contains(self))
  }

  /// Whether it stands for itself in a path (RFC 3986, `pchar`). `%` begins an encoded character.
  fileprivate var isAllowedInPath: Bool {
    isASCII && (isLetter || isNumber || "-._~%!$&'()*+,;=:@".contains(self))
  }
}
