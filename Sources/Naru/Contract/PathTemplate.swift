/// A path with placeholders: `/reading-books/{id}`, `/covers/{isbn13}.svg`.
///
/// A placeholder stands for one whole segment or for a part of one, and matches at least one character, never a `/`.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// One segment between two slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case placeholder(prefix: String, name: String, suffix: String)
  }

  let segments: [Segment]
  /// The template as it was written.
  public let description: String

  /// Reads a template.
  ///
  /// - Precondition: the text starts with `/` and each segment has at most one `{name}` with matching braces. `@API`
  ///   checks this when it compiles; only a hand-written contract can get it wrong.
  public init(stringLiteral text: String) {
    precondition(text.hasPrefix("/"), "A path starts with “/”, and “\(text)” does not.")
    description = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard let open = part.firstIndex(of: "{") else {
        precondition(!part.contains("}"), "“}” without “{” in the path “\(text)”.")
        return .literal(String(part))
      }
      guard let close = part[open...].firstIndex(of: "}") else {
        preconditionFailure("“{” without “}” in the path “\(text)”.")
      }
      let name = part[part.index(after: open)..<close]
      let suffix = part[part.index(after: close)...]
      precondition(!name.isEmpty && !suffix.contains("{"), "One named placeholder a segment, please: “\(text)”.")
      return .placeholder(prefix: String(part[..<open]), name: String(name), suffix: String(suffix))
    }
  }

  /// The names of the placeholders, in order.
  public var placeholders: [String] {
    segments.compactMap { segment in
      if case .placeholder(_, let name, _) = segment { name } else { nil }
    }
  }

  /// The values of the placeholders, still percent-encoded, if the segments of a path match.
  func match(_ path: [Substring]) -> [(name: String, value: Substring)]? {
    guard path.count == segments.count else { return nil }
    var values: [(name: String, value: Substring)] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal):
        guard text == literal else { return nil }
      case .placeholder(let prefix, let name, let suffix):
        guard text.utf8.count > prefix.utf8.count + suffix.utf8.count, prefix.isEmpty || text.hasPrefix(prefix),
          suffix.isEmpty || text.hasSuffix(suffix)
        else { return nil }
        values.append((name, Substring(text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))))
      }
    }
    return values
  }

  /// Orders templates that match the same path: the one with the earlier literal segment first.
  func isMoreSpecific(than other: PathTemplate) -> Bool {
    for (mine, its) in zip(segments, other.segments) {
      switch (mine, its) {
      case (.literal, .placeholder): return true
      case (.placeholder, .literal): return false
      case (.placeholder(let prefix, _, let suffix), .placeholder(let itsPrefix, _, let itsSuffix)):
        let fixed = prefix.count + suffix.count
        let itsFixed = itsPrefix.count + itsSuffix.count
        if fixed != itsFixed { return fixed > itsFixed }
      case (.literal, .literal): continue
      }
    }
    return false
  }
}
