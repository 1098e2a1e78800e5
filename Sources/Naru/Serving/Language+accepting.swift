package import HTTPTypes

extension Language {
  /// Creates the language that a client prefers, by `Accept-Language` (RFC 9110, 12.5.4; lookup by RFC 4647): `de-AT, en;q=0.5` is
  /// German if there is German, else English.
  package init(accepting head: HTTPRequest, among languages: [Language] = allCases, otherwise fallback: Language) {
    guard head.headerFields.contains(.acceptLanguage) else {
      self = fallback
      return
    }
    let ranges = head.headerFields[values: .acceptLanguage].flatMap { $0.split(separator: ",") }.prefix(Self.rangeLimit)
      .compactMap(Range.init)
    let known = languages.contains(fallback) ? [fallback] + languages : languages
    // Of equal ones, the first range counts.
    let sorted = ranges.enumerated().sorted { ($0.element.quality, $1.offset) > ($1.element.quality, $0.offset) }
    for (_, range) in sorted where range.quality > 0 {
      let open = known.filter { language in
        guard let own = Self.own(language, ranges) else { return true }
        // “*” does not include what another range names.
        return own.quality > 0 && range.tag != "*"
      }
      guard let found = range.tag == "*" ? open.first : Language(range.tag).lookup(in: open) else { continue }
      self = found
      return
    }
    self = fallback
  }

  /// Returns the range that is about a language: the longest one that its tag begins with.
  private static func own(_ language: Language, _ ranges: [Range]) -> Range? {
    ranges.filter { range in
      let tag = language.rawValue.lowercased()
      return tag == range.tag || tag.hasPrefix("\(range.tag)-")
    }
    .max { $0.tag.count < $1.tag.count }
  }

  /// More ranges than a browser sends are ignored.
  private static let rangeLimit = 50

  /// A part of the field.
  private struct Range {
    /// The tag in lower case, such as `en-us`, or `*`.
    let tag: String
    /// The weight: 0…1, by default 1.
    let quality: Double

    init?(_ text: Substring) {
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
        part.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      tag = parts[0]
      switch parts.count {
      case 1: quality = 1
      case 2:
        guard parts[1].hasPrefix("q="), let quality = Double(parts[1].dropFirst(2)), (0...1).contains(quality) else {
          return nil
        }
        self.quality = quality
      default: return nil
      }
    }
  }
}
