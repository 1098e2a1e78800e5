import Foundation

/// A path with placeholders: `/reading-books/{id}`, `/feeds/{name}.{format}`, `/contents/{path...}`.
///
/// A placeholder is a whole segment or a part of one. It matches at least one character, and never a `/`. Several placeholders of a
/// segment have text between them. Where that text occurs several times, its last occurrence counts: the name of `/feeds/a.b.json` is
/// `a.b`. The last placeholder may stand for the rest of the path: `{path...}` matches one segment or more.
public struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// One segment between two slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case placeholders(prefix: String, [Placeholder])
    case rest(name: String)
  }

  /// A placeholder, and the text after it in its segment.
  struct Placeholder: Sendable, Hashable {
    let name: String
    let suffix: String
  }

  let segments: [Segment]
  /// The number of segments before the first placeholder.
  let literalCount: Int
  /// Their text, with the slashes before them. The path of a call begins with it, in one piece.
  let beginning: String
  /// The template as it was written.
  public let description: String

  /// Parses a template.
  ///
  /// - Precondition: the string starts with `/`; the braces of each `{name}` match; two placeholders of one segment have text between
  ///   them; only the last segment is a `{name...}`. `@API` checks this at compile time; only a hand-written contract can violate it.
  public init(stringLiteral text: String) {
    precondition(text.hasPrefix("/"), "The path “\(text)” does not start with “/”.")
    description = text
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    literalCount = parts.prefix { !$0.contains("{") }.count
    beginning = parts.prefix(literalCount).map { "/\($0)" }.joined()
    segments = parts.enumerated().map { index, part in
      if part.first == "{", part.hasSuffix("...}") {
        precondition(index == parts.count - 1, "“\(part)” is not the last segment of the path “\(text)”.")
        return .rest(name: String(part.dropFirst().dropLast(4)))
      }
      guard let open = part.firstIndex(of: "{") else {
        precondition(!part.contains("}"), "“}” without “{” in the path “\(text)”.")
        return .literal(String(part))
      }
      let placeholders = part[open...].dropFirst().split(separator: "{", omittingEmptySubsequences: false).map {
        placeholder in
        guard let close = placeholder.firstIndex(of: "}") else {
          preconditionFailure("“{” without “}” in the path “\(text)”.")
        }
        let suffix = placeholder[placeholder.index(after: close)...]
        return Placeholder(name: String(placeholder[..<close]), suffix: String(suffix))
      }
      precondition(
        placeholders.allSatisfy { !$0.name.isEmpty } && placeholders.dropLast().allSatisfy { !$0.suffix.isEmpty },
        "A segment of the path “\(text)” has a placeholder without a name, or two without text between them."
      )
      return .placeholders(prefix: String(part[..<open]), placeholders)
    }
  }

  /// The names of the placeholders, in order.
  public var placeholders: [String] {
    segments.flatMap { segment -> [String] in
      switch segment {
      case .placeholders(_, let placeholders): placeholders.map(\.name)
      case .rest(let name): [name]
      case .literal: []
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
      case .placeholders(let prefix, let placeholders):
        guard Self.match(text, prefix, placeholders, into: &values) else { return nil }
      case .rest(let name):
        // The segments are parts of one string.
        guard let end = path.last?.endIndex, text.startIndex < end else { return nil }
        values.append((name, text.base[text.startIndex..<end]))
      }
    }
    return values
  }

  /// Matches a segment, and adds the values of its placeholders.
  static func match(
    _ text: Substring,
    _ prefix: String,
    _ placeholders: [Placeholder],
    into values: inout [(name: String, value: Substring)]
  ) -> Bool {
    guard let last = placeholders.last, text.utf8.count > prefix.utf8.count + last.suffix.utf8.count,
      prefix.isEmpty || text.hasPrefix(prefix), last.suffix.isEmpty || text.hasSuffix(last.suffix)
    else { return false }
    var rest = Substring(text.utf8.dropFirst(prefix.utf8.count).dropLast(last.suffix.utf8.count))
    var name = last.name
    let index = values.endIndex
    // From the end: the last occurrence leaves the most to the placeholders before it, so there is no other match to try.
    for placeholder in placeholders.dropLast().reversed() {
      let inside = rest.dropFirst().dropLast()
      guard let separator = inside.range(of: placeholder.suffix, options: [.backwards, .literal]) else { return false }
      values.insert((name, rest[separator.upperBound...]), at: index)
      (name, rest) = (placeholder.name, rest[..<separator.lowerBound])
    }
    values.insert((name, rest), at: index)
    return true
  }

  /// Whether a path, with or without a query, matches.
  package func matches(_ target: String) -> Bool { match(target.splitTarget.path.pathSegments) != nil }

  /// Whether this template and another differ only in the names of their placeholders.
  func matchesSamePaths(as other: PathTemplate) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { mine, its in
        switch (mine, its) {
        case (.literal(let text), .literal(let other)): text == other
        case (.placeholders(let prefix, let mine), .placeholders(let itsPrefix, let its)):
          prefix == itsPrefix && mine.map(\.suffix) == its.map(\.suffix)
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

  /// Whether this template comes before another that matches the same path: it has the earlier literal segment, or more text beside the
  /// placeholders of a segment.
  func isMoreSpecific(than other: PathTemplate) -> Bool {
    for (mine, its) in zip(segments, other.segments) {
      switch (mine, its) {
      case (.literal, .placeholders), (.literal, .rest), (.placeholders, .rest): return true
      case (.placeholders, .literal), (.rest, .literal), (.rest, .placeholders): return false
      case (.placeholders(let prefix, let mine), .placeholders(let itsPrefix, let its)):
        let fixed = mine.reduce(prefix.count) { $0 + $1.suffix.count }
        let itsFixed = its.reduce(itsPrefix.count) { $0 + $1.suffix.count }
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
