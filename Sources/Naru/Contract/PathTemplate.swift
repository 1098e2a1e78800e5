import Foundation

/// A path with placeholders: `/reading-books/{id}`, `/covers/{isbn13}.svg`, `/contents/{path...}`.
///
/// A placeholder is a whole segment or a part of one. It matches at least one character, and never a `/`. The last one may
/// stand for the rest of the path: `{path...}` matches one segment or more.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// One segment between two slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case placeholder(prefix: String, name: String, suffix: String)
    case rest(name: String)
  }

  let segments: [Segment]
  /// Whether the template has no placeholders.
  let isLiteral: Bool
  /// The template as it was written.
  public let description: String

  /// Parses a template.
  ///
  /// - Precondition: the string starts with `/`, each segment has at most one `{name}` with matching braces, and only the last
  ///   segment is a `{name...}`. `@API` checks this at compile time; only a hand-written contract can violate it.
  public init(stringLiteral text: String) {
    precondition(text.hasPrefix("/"), "The path “\(text)” does not start with “/”.")
    description = text
    isLiteral = !text.contains("{")
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    segments = parts.enumerated().map { index, part in
      if part.first == "{", part.hasSuffix("...}") {
        precondition(index == parts.count - 1, "“\(part)” is not the last segment of the path “\(text)”.")
        return .rest(name: String(part.dropFirst().dropLast(4)))
      }
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
      switch segment {
      case .placeholder(_, let name, _), .rest(let name): name
      case .literal: nil
      }
    }
  }

  /// Matches the segments of a path, and returns the values of the placeholders, which are percent-encoded.
  func match(_ path: [Substring]) -> [(name: String, value: Substring)]? {
    guard path.count == segments.count || (path.count > segments.count && hasRest) else { return nil }
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
      case .rest(let name):
        // The segments are parts of one string.
        guard let end = path.last?.endIndex, text.startIndex < end else { return nil }
        values.append((name, text.base[text.startIndex..<end]))
      }
    }
    return values
  }

  /// Whether a path, with or without a query, matches.
  package func matches(_ target: String) -> Bool { match(target.splitTarget.path.pathSegments) != nil }

  /// Whether this template and another differ only in the names of their placeholders.
  func matchesSamePaths(as other: PathTemplate) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { mine, its in
        switch (mine, its) {
        case (.literal(let text), .literal(let other)): text == other
        case (.placeholder(let prefix, _, let suffix), .placeholder(let itsPrefix, _, let itsSuffix)):
          prefix == itsPrefix && suffix == itsSuffix
        case (.rest, .rest): true
        default: false
        }
      }
  }

  /// Whether the last placeholder stands for the rest of the path.
  var hasRest: Bool {
    if case .rest = segments.last { true } else { false }
  }

  /// Returns the number of segments of a path that come before this template. Negative, or all, if the path does not match.
  func start(in path: [Substring]) -> Int {
    guard hasRest else { return path.count - segments.count }
    return path.indices.first { match(Array(path[$0...])) != nil } ?? path.count
  }

  /// Whether this template comes before another that matches the same path: it has the earlier literal segment.
  func isMoreSpecific(than other: PathTemplate) -> Bool {
    for (mine, its) in zip(segments, other.segments) {
      switch (mine, its) {
      case (.literal, .placeholder), (.literal, .rest), (.placeholder, .rest): return true
      case (.placeholder, .literal), (.rest, .literal), (.rest, .placeholder): return false
      case (.placeholder(let prefix, _, let suffix), .placeholder(let itsPrefix, _, let itsSuffix)):
        let fixed = prefix.count + suffix.count
        let itsFixed = itsPrefix.count + itsSuffix.count
        if fixed != itsFixed { return fixed > itsFixed }
      case (.literal, .literal), (.rest, .rest): continue
      }
    }
    return false
  }
}

extension Substring {
  /// Whether the string has the same UTF-8 bytes as another. This is several times as fast as comparing characters.
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
