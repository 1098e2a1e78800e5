import Naru
import Support
import Testing

@testable import Command

/// The sentences for words that are almost right.
struct SuggestionTests {
  private let shell = TestShell()

  @Test(arguments: [
    (["books", "serach"], "search"), (["bokos"], "books"),
    (["popular", "--category", "literture"], text("문학", "literature")),
  ])
  func theRightWordIsSuggested(arguments: [String], word: String) async {
    let output = await shell.run(arguments)
    #expect(output.status == 64 && output.err.contains(word), "\(output)")
  }

  @Test func aMisspeltSettingIsNamed() async {
    let misspelt = ["NARU_" + "WRITES_PER_MINUT": "5", "NARU_" + "OTHER_THING": "1"]
    let output = await shell.run("routes", environment: misspelt)
    #expect(output.err.contains("WRITES_PER_MINUTE") && !output.err.contains("OTHER_THING"), "\(output)")
    // A setting of an older version.
    let old = await shell.run("routes", environment: ["NARU_IDENTITY_AUDIT_DAYS": "7"])
    #expect(old.err.contains("NARU_IDENTITY_AUDIT_DAYS") && old.lines.count > 1, "\(old)")
  }
}
