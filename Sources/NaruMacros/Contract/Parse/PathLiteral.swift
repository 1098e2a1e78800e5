import SwiftSyntax

/// A path literal in the source.
struct PathLiteral {
  /// The literal. Mistakes are reported there, because a diagnostic can't point into a token.
  let literal: StringLiteralExprSyntax
  /// The path before the query.
  let text: String
  /// The names of the path's placeholders in order.
  private(set) var placeholders: [String] = []
  /// The name of the last placeholder, if it stands for the rest of the path: `{path...}`.
  private(set) var rest: String?
  /// The items of the query, in order.
  private(set) var query: [QueryItem] = []

  /// A query item after the path.
  struct QueryItem {
    /// The name on the wire.
    var name: String
    var value: Value

    enum Value {
      /// The value of the parameter with this name.
      case parameter(String)
      /// A constant.
      case constant(String)
    }

    /// The name of the parameter.
    var parameter: String? {
      if case .parameter(let name) = value { name } else { nil }
    }
  }

  /// Reads a path, and adds its mistakes to `diagnostics`. Returns `nil` if the path is unknown.
  init?(_ expression: ExprSyntax, allowsQuery: Bool, diagnostics: inout [MacroDiagnostic]) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), let whole = literal.plainText else {
      diagnostics.append(.pathIsNotLiteral(expression))
      return nil
    }
    let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let text = allowsQuery ? String(parts.first ?? "") : whole
    self.literal = literal
    self.text = text
    if allowsQuery, parts.count == 2 {
      for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) { readItem(item, &diagnostics) }
    }
    // "" and "/" add nothing, in a contract and in an endpoint.
    guard !text.isEmpty else { return }
    if text.contains("://") {
      diagnostics.append(.pathIsAddress(literal))
    } else {
      if !text.hasPrefix("/") { diagnostics.append(.pathWithoutSlash(literal, whole)) }
      if text.contains("//") { diagnostics.append(.emptySegment(literal)) }
    }
    let segments = text.split(separator: "/")
    for (index, segment) in segments.enumerated() {
      // Endpoints are below a contract's path.
      readSegment(segment, isLast: index == segments.count - 1 && allowsQuery, &diagnostics)
    }
  }

  /// The constant items of the query.
  var constants: [(name: String, value: String)] {
    query.compactMap { item in
      if case .constant(let value) = item.value { (item.name, value) } else { nil }
    }
  }

  /// Returns the path appended to another one. `""` and `"/"` add nothing.
  func joined(below base: PathLiteral?) -> String {
    let base = base?.text ?? ""
    let start = base.hasSuffix("/") ? String(base.dropLast()) : base
    let end = text == "/" ? "" : text
    return start.isEmpty && end.isEmpty ? "/" : start + end
  }

  private mutating func readSegment(_ segment: Substring, isLast: Bool, _ diagnostics: inout [MacroDiagnostic]) {
    if segment.first == "{", segment.hasSuffix("...}"), !segment.dropFirst().contains("{") {
      let name = String(segment.dropFirst().dropLast(4))
      if isLast { rest = name } else { diagnostics.append(.restIsNotLast(literal, segment)) }
      readPlaceholder(name, &diagnostics)
      return
    }
    var open: String?
    // The bytes may be of any encoding.
    var forbidden = segment.contains("%") && segment.contains(/%(?![0-9A-Fa-f]{2})/) ? "%" as Character? : nil
    for character in segment {
      switch (character, open) {
      case ("{", nil):
        open = ""
      case ("{", _?), ("}", nil):
        diagnostics.append(.unbalancedBrace(literal, segment, character))
        return
      case ("}", let name?):
        readPlaceholder(name, &diagnostics)
        open = nil
      case (_, let name?):
        open = name + String(character)
      case (_, nil):
        if !character.isAllowedInPath { forbidden = forbidden ?? character }
      }
    }
    if let forbidden { diagnostics.append(.characterInPath(literal, forbidden)) }
    if open != nil { diagnostics.append(.unbalancedBrace(literal, segment, "{")) }
    if segment.contains("}{") { diagnostics.append(.adjacentPlaceholders(literal, segment)) }
  }

  /// Reads `name={parameter}` or `name=value`.
  private mutating func readItem(_ item: Substring, _ diagnostics: inout [MacroDiagnostic]) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(\.isAllowedInItem),
      parts[1].allSatisfy({ $0.isAllowedInItem || "={}".contains($0) }), let name = parts[0].percentDecoded
    else { return diagnostics.append(.queryItem(literal, item)) }
    let value = parts[1]
    if query.contains(where: { $0.name == name }) {
      diagnostics.append(.duplicateQueryItem(literal, name))
    } else if value.first == "{", value.last == "}", !value.dropFirst().dropLast().isEmpty,
      !value.dropFirst().dropLast().contains(where: "{}".contains)
    {
      query.append(QueryItem(name: name, value: .parameter(String(value.dropFirst().dropLast()))))
    } else if !value.contains(where: "{}".contains), let constant = value.percentDecoded {
      query.append(QueryItem(name: name, value: .constant(constant)))
    } else {
      diagnostics.append(.queryItem(literal, item))
    }
  }

  private mutating func readPlaceholder(_ name: String, _ diagnostics: inout [MacroDiagnostic]) {
    let plain = name.filter { $0 != "*" }
    if plain.isEmpty {
      diagnostics.append(.placeholderWithoutName(literal))
    } else if plain != name {
      diagnostics.append(.restWithAsterisk(literal, plain))
      placeholders.append(plain)
    } else if placeholders.contains(name) {
      diagnostics.append(.duplicatePlaceholder(literal, name))
    } else {
      placeholders.append(name)
    }
  }
}

extension StringLiteralExprSyntax {
  /// The string of a literal in plain quotes, without interpolation and escapes.
  var plainText: String? {
    guard openingPounds == nil, openingQuote.tokenKind == .stringQuote, segments.count < 2 else { return nil }
    guard let segment = segments.first else { return "" }
    guard let text = segment.as(StringSegmentSyntax.self)?.content.text, !text.contains("\\") else { return nil }
    return text
  }
}

extension Substring {
  /// The text without percent-encoding. `nil` if that is not valid.
  fileprivate var percentDecoded: String? {
    let parts = split(separator: "%", omittingEmptySubsequences: false)
    var bytes = Array(parts[0].utf8)
    for part in parts.dropFirst() {
      guard part.dropFirst().first != nil, let code = UInt8(part.prefix(2), radix: 16) else { return nil }
      bytes += [code] + part.dropFirst(2).utf8
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Character {
  /// Whether it is allowed in a query item, which is percent-encoded when it is sent. `%` starts an encoded character.
  fileprivate var isAllowedInItem: Bool {
    isASCII ? isLetter || isNumber || "-._~,:/[]$!'()*;@ |^`<>%".contains(self) : !isNewline
  }

  /// Whether it is allowed in a path (RFC 3986, `pchar`). `%` starts an encoded character.
  fileprivate var isAllowedInPath: Bool {
    isASCII && (isLetter || isNumber || "-._~%!$&'()*+,;=:@".contains(self))
  }
}
