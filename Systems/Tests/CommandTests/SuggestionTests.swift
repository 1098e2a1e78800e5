import CommandSupport
import Naru
import Support
import Testing

@testable import Command

/// The sentences for words that are almost right.
struct SuggestionTests {
  private let shell = TestShell()

  @Test(arguments: [
    (["books", "serach"], "search"), (["bokos"], "books"), (["ledger", "person", "edti"], "edit"),
    (["books", "--url", "http://127.0.0.1:1", "serach"], "search"), (["outbox", "drop", "--all"], "discard"),
    (["shelf", "delete", "1"], "remove"), (["board", "create", "글"], "write"), (["records", "ls"], "list"),
    (["admin", "people", "list"], "naru-server people"), (["lab", "faults"], "/lab/api"), (["lab"], "/lab/api"),
    (["popular", "--category", "literture"], text("문학", "literature")),
  ])
  func theRightWordIsSuggested(arguments: [String], word: String) async {
    let output = await shell.run(arguments)
    #expect(output.status == 64 && output.err.contains(word), "\(output)")
  }

  @Test(arguments: NaruCommand.serverCommands.sorted())
  func theClientNamesTheProgramThatHasACommand(word: String) {
    #expect(NaruCommand.hint(for: [word, "--help"]).contains("naru-server \(word)"))
    #expect(NaruCommand.hint(for: ["board", word]).isEmpty)
  }

  @Test func aMisspeltSettingIsNamed() async {
    let misspelt = ["NARU_" + "WRITES_PER_MINUT": "5", "NARU_" + "OTHER_THING": "1"]
    let output = await shell.run("routes", environment: misspelt)
    #expect(output.err.contains("WRITES_PER_MINUTE") && !output.err.contains("OTHER_THING"), "\(output)")
    // Settings of an older version.
    for name in ["IDENTITY_AUDIT_DAYS", "METRICS", "SEARCH_SECONDS", "SERVER_IDLE_SECONDS"].map({ "NARU_" + $0 }) {
      let old = await shell.run("routes", environment: [name: "7"])
      #expect(old.err.contains(name) && old.lines.count > 1, "\(old)")
    }
  }
}
