import Foundation

/// A path with placeholders: `/reading-books/{id}`, `/covers/{isbn13}.svg`.
///
/// A placeholder is a whole segment or a part of one. It matches at least one character, and never a `/`.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// One segment between two slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case placeholder(prefix: String, name: String, suffix: String)
  }

  let segments: [Segment]
  /// The template as it was written.
  public let description: String

  /// Parses a template.
  ///
  /// - Precondition: the text starts with `/`, and each segment has at most one `{name}` with matching braces. `@API` checks
  ///   this at compile time; only a hand-written contract can violate it.
  public init(stringLiteral text: String) {
    precondition(text.hasPrefix("/"), "The path “\(text)” does not start with “/”.")
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
      precondition(
        !name.isEmpty && !suffix.contains("{"),
        "A segment of the path “\(text)” has a placeholder without a name, or several placeholders."
      )
      return .placeholder(prefix: String(part[..<open]), name: String(name), suffix: String(suffix))
    }
  }

  /// The names of the placeholders, in order.
  public var placeholders: [String] {
    segments.compactMap { segment in
      if case .placeholder(_, let name, _) = segment { name } else { nil }
    }
  }

  /// Matches the segments of a path, and returns the values of the placeholders, which are percent-encoded.
  func match(_ path: [Substring]) -> [(name: String, value: Substring)]? {
    guard path.count == segments.count else { return nil }
    var values: [(name: String, value: Substring)] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal):
        guard text.hasBytes(of: literal) else { return nil }
      case .placeholder(let prefix, let name, let suffix):
        guard text.utf8.count > prefix.utf8.count + suffix.utf8.count, prefix.isEmpty || text.hasPrefix(prefix),
          suffix.isEmpty || text.hasSuffix(suffix)
        else { return nil }
        values.append((name, Substring(text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))))
      }
    }
    return values
  }

  /// Whether this template comes before another that matches the same path: it has the earlier literal segment.
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

extension Substring {
  /// Whether the text has the same UTF-8 bytes as another. This is several times as fast as comparing characters.
  func hasBytes(of text: String) -> Bool {
    guard utf8.count == text.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { mine in
      text.utf8.withContiguousStorageIfAvailable { other in
        guard let mine = mine.baseAddress, let start = other.baseAddress else { return true }
        return memcmp(mine, start, other.count) == 0
      }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(text.utf8)
  }
}
