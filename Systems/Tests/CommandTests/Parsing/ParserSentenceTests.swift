import ArgumentParser
import Naru
import Testing

@testable import Command

struct ParserSentenceTests {
  /// Arguments that the parser refuses, with words of the Korean sentence.
  @Test(arguments: [
    (["shelf", "add", "x", "--stats", "reading"], "'--stats'(이)라는 옵션은 없습니다. '--status'을(를) 찾으셨나요?"),
    (["shelf", "add", "x", "--nonsense"], "'--nonsense'(이)라는 옵션은 없습니다."),
    (["shelf", "add", "x", "-x"], "'-x'(이)라는 옵션은 없습니다."),
    (["shelf", "add", "x", "--status"], "'--status <status>'의 값이 없습니다."),
    (["shelf", "list", "--json=yes"], "'--json'은(는) 값을 받지 않습니다: 'yes'"),
    (["shelf", "list", "x"], "쓸 곳이 없는 인자입니다: 'x'"),
    (["shelf", "list", "x", "y"], "쓸 곳이 없는 인자입니다: 'x', 'y'"),
    (["shelf", "add"], "'<book>'이(가) 필요합니다."),
    (["shelf", "list", "--page", "x"], "'x'은(는) '--page <n>'에 쓸 수 없습니다."),
    (["shelf", "list", "--status", "x"], "'x'은(는) '--status <status>'에 쓸 수 없습니다. 쓸 수 있는 값: "),
    (["ledger", "add", "x", "1", "--event", "x"], "'x'은(는) '--event <event>'에 쓸 수 없습니다. 쓸 수 있는 값: "),
    (["reviews", "edit", "x", "--public", "--no-public"], "은(는) 함께 쓸 수 없습니다."),
  ])
  func sentencesOfTheParserAreTranslated(arguments: [String], words: String) throws {
    let error = try #require(throws: (any Error).self) { _ = try NaruCommand.parseAsRoot(arguments) }
    let message = NaruCommand.message(for: error)
    let localizedMessage = try #require(ParserSentence(message)?.localizedMessage, "\(message)")
    #expect(localizedMessage.korean.contains(words), "\(localizedMessage.korean)")
    #expect(localizedMessage.english == message)
  }

  @Test func othersAreNotTheParsers() {
    #expect(ParserSentence("날짜는 2026-05-23처럼 씁니다: x") == nil)
    #expect(ParserSentence("“x” is not a month. Write it as 2026-05.") == nil)
  }
}
