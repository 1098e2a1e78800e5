/// The parts of a title as library records write it: `(heading) main :subtitle =parallel title`.
public struct TitleParts: Sendable, Equatable {
  /// The title before the subtitle, with its heading in parentheses.
  public let main: String
  /// The part after the colon (or a dash between spaces); nil if there clearly is none.
  public let subtitle: String?
  /// The part after the equals sign, usually the title in another language.
  public let parallel: String?
  /// The leading parentheses of ``main`` without the brackets: a series or an occasion, nil when there is none.
  public let heading: String?
  /// ``main`` without ``heading``.
  public let proper: String

  /// Splits a title. Marks inside brackets, between digits (`5:1`) or at an end are not separators.
  public init(_ title: String) {
    let scalars = Array(title.unicodeScalars)
    let parallelStart = Self.firstMark(in: scalars[...], where: Self.isParallelMark)
    let body = scalars[..<(parallelStart ?? scalars.endIndex)]
    let subtitleStart = Self.firstMark(in: body, where: Self.isSubtitleMark)
    let main = body[..<(subtitleStart ?? body.endIndex)]

    self.main = Self.text(main)
    subtitle = subtitleStart.map { Self.text(body[($0 + 1)...]) }
    parallel = parallelStart.map { Self.text(scalars[($0 + 1)...]) }
    if let end = Self.headingEnd(in: main) {
      heading = Self.text(main[1..<end])
      proper = Self.text(main[(end + 1)...])
    } else {
      heading = nil
      proper = self.main
    }
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func firstMark(in scalars: Scalars, where isMark: (Scalars, Int) -> Bool) -> Int? {
    var depth = 0
    for index in scalars.indices {
      switch scalars[index] {
      case "(", "[", "{", "「", "『", "《", "〈": depth += 1
      case ")", "]", "}", "」", "』", "》", "〉": depth -= 1
      case ":", "-", "=":
        guard depth == 0, isMark(scalars, index) else { continue }
        // A mark with nothing on one side is not a separator.
        let isText = { (side: Scalars) in side.contains { $0 != " " } }
        if isText(scalars[..<index]), isText(scalars[(index + 1)...]) { return index }
      default: continue
      }
    }
    return nil
  }

  private static func isSubtitleMark(_ scalars: Scalars, _ index: Int) -> Bool {
    let near = (before: scalar(scalars, index - 1), after: scalar(scalars, index + 1))
    let far = (before: scalar(scalars, index - 2), after: scalar(scalars, index + 2))
    switch scalars[index] {
    case ":": return !(isDigit(near.before) && isDigit(near.after)) && near.after != "/"
    case "-": return near == (" ", " ") && !(isDigit(far.before) && isDigit(far.after))
    default: return false
    }
  }

  /// An equals sign counts after a space, or between Korean (or a bracket) and a letter: `E=mc2` is one title.
  private static func isParallelMark(_ scalars: Scalars, _ index: Int) -> Bool {
    guard scalars[index] == "=", let before = scalar(scalars, index - 1) else { return false }
    return before == " " || (before.value >= 0x2E80 || before == ")") && !isDigit(scalar(scalars, index + 1))
  }

  private static func headingEnd(in main: Scalars) -> Int? {
    guard main.first == "(", let end = main.firstIndex(of: ")"), end > 1 else { return nil }
    return text(main[(end + 1)...]).isEmpty ? nil : end
  }

  private static func scalar(_ scalars: Scalars, _ index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { ("0"..."9").contains($0) } ?? false
  }

  /// The string without the spaces around it.
  private static func text(_ scalars: Scalars) -> String {
    guard let start = scalars.firstIndex(where: { $0 != " " }), let end = scalars.lastIndex(where: { $0 != " " }) else {
      return ""
    }
    return SearchKey.string(scalars[start...end])
  }
}
