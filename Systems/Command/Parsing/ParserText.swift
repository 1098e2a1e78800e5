import Naru

/// A help screen, or what the argument parser prints about an error, in the language of this process and in lines that fit a
/// terminal. The parser writes English, and counts a syllable of Hangul as one column instead of two.
struct ParserText {
  /// The width with which the parser doesn't break lines.
  static let unbroken = 10_000
  /// The width of the column with the names of options, which the parser pads with blanks.
  private static let labelWidth = 26

  private let lines: [String]

  /// Creates a text from one that the parser printed in ``unbroken`` columns.
  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the text.
  func rendered(in language: Language, columns: Int) -> String {
    lines.flatMap { line in
      let (label, text) = Self.split(line)
      // A label that fills its column has its text in the next line.
      guard label.isEmpty || !text.isEmpty else { return [Self.translated(line, language)] }
      let words = Self.translated(text, language)
      guard !label.isEmpty else {
        let indent = words.prefix { $0 == " " }.count
        return words.wrapped(to: columns, indent: indent + (words.contains(/^(USAGE|Usage|사용법):\s/) ? 7 : 0))
      }
      let indented = words.wrapped(to: columns - Self.labelWidth)
      return zip([Self.translated(label, language)] + Array(repeating: "", count: indented.count), indented)
        .map { "\($0.fitted(to: Self.labelWidth))\($1)" }
    }.joined(separator: "\n")
  }

  /// Divides a line of a list into the label, with two blanks before it, and the text; other lines are text.
  private static func split(_ line: String) -> (label: String, text: String) {
    let label = line.prefix(labelWidth)
    guard label.hasPrefix("  "), label.last == " ", label.count == labelWidth, !line.hasPrefix("  See '") else {
      return ("", line)
    }
    var name = String(label)
    while name.last == " " { name.removeLast() }
    // A blank label: the text belongs to the label in the line before.
    return (name.isEmpty ? " " : name, String(line.dropFirst(labelWidth)))
  }

  private static func translated(_ text: String, _ language: Language) -> String {
    guard language == .korean else { return text }
    if let title = titles[text] { return title }
    return text.replacing(/^OVERVIEW:\s/, with: "")
      .replacing(/^(USAGE|Usage):\s/, with: "사용법: ")
      .replacing(/^Help:\s\s/, with: "도움말: ")
      .replacing(/^\s\sSee '(.+) <subcommand>' for detailed help\.$/) { "  자세한 도움말: `\($0.1) <명령>`" }
      .replacing(/^\s\sSee '(.+)' for more information\.$/) { "  자세한 도움말: `\($0.1)`" }
      .replacing("<subcommand>", with: "<명령>")
      .replacing("<options>", with: "<옵션>")
      .replacing(/\((values|default):\s/) { $0.1 == "values" ? "(값: " : "(기본값: " }
      .replacing("; default: ", with: "; 기본값: ")
      .replacing(/\s\(default\)$/, with: " (기본)")
  }

  private static let titles = [
    "ARGUMENTS:": "인자:", "OPTIONS:": "옵션:", "SUBCOMMANDS:": "명령:", "Show the version.": "버전을 보여 줍니다.",
    "Show help information.": "도움말을 보여 줍니다.",
  ]
}
