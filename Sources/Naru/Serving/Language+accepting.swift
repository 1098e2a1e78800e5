package import HTTPTypes

extension Language {
  /// Creates the language that a client prefers, by `Accept-Language` (RFC 9110, 12.5.4): `en-GB;q=0.9, ko;q=0.5` is English.
  ///
  /// - Parameters:
  ///   - head: the head of the request.
  ///   - fallback: the language if the client does not say, accepts neither, or has no preference. Malformed parts of the field
  ///     are ignored.
  package init(accepting head: HTTPRequest, otherwise fallback: Language) {
    guard head.headerFields.contains(.acceptLanguage) else {
      self = fallback
      return
    }
    let ranges = head.headerFields[values: .acceptLanguage].flatMap { $0.split(separator: ",") }.prefix(Self.rangeLimit)
      .compactMap(Range.init)
    var best: (language: Language, quality: Double, position: Int)?
    for language in [fallback] + Self.allCases {
      let own = ranges.enumerated().filter { $0.element.primary == language.rawValue }
      let matching = own.isEmpty ? ranges.enumerated().filter { $0.element.primary == "*" } : own
      for (position, range) in matching where range.quality > 0 {
        // Of equal ones, the first range counts.
        if let best, (best.quality, -best.position) >= (range.quality, -position) { continue }
        best = (language, range.quality, position)
      }
    }
    self = best?.language ?? fallback
  }

  /// More ranges than a browser sends are ignored.
  private static let rangeLimit = 50

  /// A part of the field.
  private struct Range {
    /// The first subtag in lower case, such as `en`, or `*`.
    let primary: String
    /// The weight: 0…1, by default 1.
    let quality: Double

    init?(_ text: Substring) {
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
        part.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      primary = String(parts[0].prefix { $0 != "-" })
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
