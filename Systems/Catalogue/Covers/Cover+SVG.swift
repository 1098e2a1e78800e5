import Foundation

extension Cover {
  /// Returns a cover of 300 by 440 units as an SVG document: title, author and publisher on a colour of the book's
  /// subject.
  ///
  /// The same book always has the same cover. A long title ends in an ellipsis; text is escaped for XML, and characters
  /// that XML does not allow are left out.
  public static func svg(for book: CatalogueBook) -> String {
    let parts = book.titleParts
    let title = lines(of: parts.proper, width: 17, limit: 5)
    let titleTop = 132
    let subtitleTop = titleTop + title.count * 34
    var elements = shapes(for: book).map(rectangle)
    elements += text([parts.heading ?? book.category ?? ""], top: 64, size: 14, step: 0, opacity: "0.8", limit: 34)
    elements += text(title, top: titleTop, size: 26, step: 34, weight: "bold")
    let subtitle = lines(of: parts.subtitle ?? "", width: 32, limit: 2)
    elements += text(subtitle, top: subtitleTop, size: 14, step: 20, opacity: "0.85")
    elements += text([book.author ?? ""], top: 384, size: 15, step: 0, opacity: "0.95", limit: 30)
    elements += text([book.publisher ?? ""], top: 410, size: 13, step: 0, opacity: "0.75", limit: 34)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" font-family="'Noto Sans KR', 'Apple SD Gothic Neo', NanumGothic, sans-serif" fill="#fff">
      <title>\(escaped(book.title))</title>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  private static func rectangle(_ shape: Shape) -> String {
    let opacity = shape.percentOpaque < 100 ? " fill-opacity=\"0.\(String(format: "%02d", shape.percentOpaque))\"" : ""
    return "<rect x=\"\(shape.x)\" y=\"\(shape.y)\" width=\"\(shape.width)\" height=\"\(shape.height)\" "
      + "fill=\"#\(String(format: "%06x", shape.colour))\"\(opacity)/>"
  }

  private static func text(
    _ lines: [String],
    top: Int,
    size: Int,
    step: Int,
    weight: String = "normal",
    opacity: String = "1",
    limit: Int? = nil
  ) -> [String] {
    lines.enumerated().compactMap { index, line in
      let line = limit.map { shortened(line, to: $0) } ?? line
      guard !line.isEmpty else { return nil }
      return "<text x=\"\(margin)\" y=\"\(top + index * step)\" font-size=\"\(size)\" font-weight=\"\(weight)\" "
        + "fill-opacity=\"\(opacity)\">\(escaped(line))</text>"
    }
  }
}

// MARK: - Lines

extension Cover {
  /// Returns the width of a text in columns: two for Hangul, Hanja and other wide ones.
  private static func columns(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1) }
  }

  /// Breaks a text into lines of a width, at spaces and inside words that are too long.
  private static func lines(of text: String, width: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      var rest = word
      if !line.isEmpty, columns(line) + 1 + columns(rest) <= width {
        line += " " + rest
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while columns(rest) > width {
        let head = fitting(rest, width)
        lines.append(String(head))
        rest = rest.dropFirst(head.count)
      }
      line = String(rest)
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + [shortened(lines[limit - 1] + " " + lines[limit], to: width)]
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    columns(text) <= width ? text : fitting(text[...], width - 1) + "…"
  }

  /// Returns the longest prefix of a text that fits, at least one character.
  private static func fitting(_ text: Substring, _ width: Int) -> Substring {
    var used = 0
    let count = text.prefix { character in
      used += columns(String(character))
      return used <= width
    }.count
    return text.prefix(max(count, 1))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
