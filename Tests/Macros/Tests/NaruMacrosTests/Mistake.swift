import Testing

/// A source with its expected diagnostics. `«…»` marks each token at which one is reported.
struct Mistake: CustomTestStringConvertible, Sendable {
  let marked: String
  let texts: [String]
  let fixed: String?
  let warning: Bool

  /// Creates a mistake in a whole source.
  init(source: String, _ texts: String..., fixed: String? = nil, warning: Bool = false) {
    self.init(marked: source, texts: texts, fixed: fixed, warning: warning)
  }

  /// Creates a mistake in the members of a contract.
  init(_ members: String, _ texts: String..., fixed: String? = nil) {
    self.init(marked: Self.contract(members), texts: texts, fixed: fixed.map(Self.contract), warning: false)
  }

  /// The declaration around the sources of a table.
  enum Place { case members, fields, source }

  /// Reads a table of mistakes, with an empty line between them. After the source there is a line with `! ` for each message, and then
  /// with `> ` for each line of the source after all fix-its. A source with `@API` or `@Payload` is a whole one.
  static func table(in place: Place = .members, _ text: String) -> [Mistake] {
    text.split(separator: "\n\n").map { paragraph in
      let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      func joined(_ prefix: String) -> [String] {
        lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(2)) }
      }
      let source = lines.filter { !$0.hasPrefix("! ") && !$0.hasPrefix("> ") }.joined(separator: "\n")
      let fixed = joined("> ").isEmpty ? nil : joined("> ").joined(separator: "\n")
      let isWhole = place == .source || source.contains("@API") || source.contains("@Payload")
      let around = isWhole ? { $0 } : place == .fields ? payload : contract
      return Mistake(marked: around(source), texts: joined("! "), fixed: fixed.map(around), warning: false)
    }
  }

  private init(marked: String, texts: [String], fixed: String?, warning: Bool) {
    (self.marked, self.texts, self.fixed, self.warning) = (marked, texts, fixed, warning)
  }

  /// Creates a mistake in the members of a payload struct.
  init(fields: String, _ text: String, fixed: String? = nil) {
    self.init(marked: Self.payload(fields), texts: [text], fixed: fixed.map(Self.payload), warning: false)
  }

  private static func payload(_ members: String) -> String {
    "@Payload\nstruct Post {\n  \(members)\n}"
  }

  private static func contract(_ members: String) -> String {
    "@API(\"/api\")\nstruct Books {\n  \(members)\n}"
  }

  /// The source without marks.
  var source: String { marked.filter { $0 != "«" && $0 != "»" } }

  /// The offsets of the marked tokens in the source.
  var offsets: [Int] {
    var offsets: [Int] = []
    var offset = 0
    for character in marked {
      switch character {
      case "«": offsets.append(offset)
      case "»": continue
      default: offset += character.utf8.count
      }
    }
    return offsets
  }

  var testDescription: String { texts.first ?? source }

  /// Checks the places, the texts, and the source after all fix-its.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let expansion = Expansion(source)
    let expected = zip(offsets, texts).map { Expansion.Found(offset: $0, text: $1, isError: !warning) }
    #expect(offsets.count == texts.count, "The test itself is wrong.", sourceLocation: sourceLocation)
    #expect(
      expansion.found.sorted { $0.offset < $1.offset } == expected,
      "\(source)",
      sourceLocation: sourceLocation
    )
    #expect(expansion.fixed == fixed ?? source, sourceLocation: sourceLocation)
  }
}
