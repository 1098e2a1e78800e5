import Testing

/// A source with its expected diagnostics. `«…»` marks each token at which one is reported.
struct Mistake: CustomTestStringConvertible, Sendable {
  let marked: String
  let texts: [String]
  let fixed: String?
  let warning: Bool

  /// Creates a mistake in a whole source.
  init(source: String, _ texts: String..., fixed: String? = nil, warning: Bool = false) {
    marked = source
    self.texts = texts
    self.fixed = fixed
    self.warning = warning
  }

  /// Creates a mistake in the members of a contract.
  init(_ members: String, _ texts: String..., fixed: String? = nil) {
    marked = Self.contract(members)
    self.texts = texts
    self.fixed = fixed.map(Self.contract)
    warning = false
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
