import ArgumentParser
import Naru
import Testing

@testable import Command

struct ParserTextTests {
  /// The help screens of all commands, as the parser writes them.
  private static let helps: [String] = {
    func commands(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      [command] + command.configuration.subcommands.flatMap(commands)
    }
    return commands(NaruCommand.self).map { NaruCommand.helpMessage(for: $0, columns: ParserText.unbroken) }
  }()

  @Test func noWordOfTheParserIsLeftInKoreanHelp() {
    #expect(Self.helps.count > 50)
    for help in Self.helps {
      let shown = ParserText(help).rendered(in: .korean, columns: 80)
      let english = shown.firstMatch(of: /[A-Z]+:(\n|\s)|[(;] ?default|[(]values|Show |See |subcommand|<options>/)
      #expect(english == nil, "\(english.map { "\($0.0)" } ?? "") \(shown)")
      #expect(shown.contains("사용법: naru"))
    }
  }

  @Test(arguments: [Language.korean, .english], [40, 60, 80])
  func helpFitsTheTerminal(language: Language, columns: Int) {
    for help in Self.helps {
      for line in ParserText(help).rendered(in: language, columns: columns).split(separator: "\n") {
        // A long word, such as an address, stays whole.
        let isOneWord = line.drop { $0 == " " }.split(separator: "  ").allSatisfy {
          !$0.drop { $0 == " " }.contains(" ")
        }
        #expect(line.displayWidth <= columns || isOneWord || line.prefix(26).contains("--"), "\(line)")
      }
    }
  }

  @Test func nothingIsLostInWrapping() {
    for help in Self.helps {
      func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      #expect(letters(ParserText(help).rendered(in: .english, columns: 60)) == letters(help))
    }
  }

  @Test func valuesAreListedOnce() throws {
    for help in Self.helps {
      for line in help.split(separator: "\n") {
        guard let match = line.firstMatch(of: /\(values: ([^;)]*)(?:; default: (.*))?\)/) else { continue }
        if let standard = match.2 { #expect(match.1.split(separator: ", ").contains(standard), "\(line)") }
        let text = line[..<match.range.lowerBound]
        for value in match.1.split(separator: ", ") { #expect(!text.contains("\(value),"), "\(line)") }
        let isOneCase = Set(match.1.split(separator: ", ").map { $0 == $0.uppercased() && $0 != $0.lowercased() }).count
        #expect(isOneCase == 1, "\(line)")
      }
    }
  }

  @Test func aLineIsBrokenAtSpacesByItsWidthOnTheScreen() {
    #expect("가나 다라 마바".wrapped(to: 9) == ["가나 다라", "마바"])
    #expect("abcdefgh ij".wrapped(to: 4, indent: 2) == ["abcdefgh", "  ij"])
    #expect("  See it".wrapped(to: 80) == ["  See it"])
  }
}
