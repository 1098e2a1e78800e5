import CommandSupport
import Naru
import Support
import Testing

/// The sentences for words that are almost right.
struct SuggestionTests {
  private let shell = TestShell()

  @Test(arguments: [
    ("books serch 논어 --url http://a", "naru books", "serch", "search"), ("rec add", "naru", "rec", "records"),
    ("books --url http://a serach", "naru books", "serach", "search"), ("records ls", "naru records", "ls", "list"),
    ("--json books --limit=3 Serch --help", "naru books", "Serch", "search"), ("lab --x", "naru", "lab", "/lab/api"),
    ("shelf rm 1 --url http://a", "naru shelf", "rm", "remove"), ("shelves list", "naru", "shelves", "shelf"),
    ("outbox delete --json", "naru outbox", "delete", "discard"), ("--help bokos", "naru", "bokos", "books"),
    ("shelf show", "naru shelf", "show", "edit, remove"), ("board create a", "naru board", "create", "write"),
    ("ledger person edti 1", "naru ledger person", "edti", "edit"), ("xyz --url a", "naru", "xyz", "login, logout"),
    ("help books find", "naru books", "find", "search"), ("admin list", "naru", "admin", "naru-server people"),
    ("--help serve", "naru", "serve", "naru-server serve"), ("board serve", "naru board", "serve", "list, show"),
  ])
  func theFirstWordThatIsNoCommandIsNamed(line: String, command: String, word: String, next: String) async {
    let output = await shell.run(line.words)
    let start = text("오류: `\(command)`에 “\(word)” 명령은 없습니다. ", "Error: “\(word)” is not a command of `\(command)`. ")
    #expect(output.status == 64 && output.err.hasPrefix(start), "\(output)")
    #expect(output.err.dropFirst(start.count).contains(next) && output.err.contains("`\(command) --help`"), "\(output)")
  }

  @Test(arguments: [
    ("shelf list --statsu reading", "--statsu", "--status"), ("shelf list --status", "--status", "<status>"),
    ("shelf edit 1 --status a", "“a”", text("다읽은책", "completed")), ("shelf list --json=3", "--json", "3"),
    ("shelf list --limit x", "“x”", "100"), ("shelf list --limit 0", "0", "100"), ("shelf list ---x", "---x", "naru"),
    ("shelf add", "<book>", "ISBN-13"), ("shelf add a b c", "'b', 'c'", "naru shelf add"),
    ("books search", "<text>", ":"), ("popular --limt 3", "--limt", "--limit"), ("outbox discard", "ID", " --all"),
    ("--jsn bokos", "--jsn", "naru --help"), ("ledger month 2026-13", "2026-13", "naru ledger month --help"),
    ("popular --category literture", "literture", text("문학", "literature")), ("board show abc", "“abc”", "<post>"),
    ("ledger add a 1 --event x", "“x”", text("결혼식", "wedding")), ("shelf list --url nowhere", "nowhere", "https://"),
    ("reviews edit 1 --public --no-public", "--public", "--no"), ("shelf set x", "--rating", "naru shelf edit --help"),
    ("shelf add ␣", "<book>", "ISBN-13"), ("books search ␣", "<text>", text("빈 값", "blank")),
    ("ledger show ␣", "<person>", "ID"), ("reviews list --book ␣", "--book", "ISBN"), ("serve --host ␣", "host", "."),
    // Negative numbers are values, not options.
    ("ledger add a -5000", "−5000", "<amount>"), ("shelf list --page -1", "−1", "--page"),
    ("board show -4", "−4", "<post>"), ("whoami --url http://me:secret@h", text("암호", "password"), "naru login"),
    ("whoami --url http://h?x=1", "http://h?x=1", "https://"), ("whoami --url http://h:0", "http://h:0", "https://"),
  ])
  func everyWrongArgumentIsNamedInASentence(line: String, wrong: String, next: String) async {
    let output = await shell.run(line.words)
    #expect(output.status == 64 && output.err.contains(wrong) && output.err.contains(next), "\(output)")
    #expect(!output.err.contains("secret"))
    // The words of the parser's own messages, which are in English, and some have no verb.
    #expect(
      output.err.firstMatch(of: /(?i)unknown|unexpected|missing|invalid|please|had been|[^.?]\n\s/) == nil,
      "\(output)"
    )
  }

  @Test(arguments: [
    ("--json --url http://localhost books search 논어", "{"), ("books --url http://localhost search --json -- 논어", "{"),
    ("help books search", "naru books search"), ("books help search", "naru books search"),
    ("--help books search", "naru books search"),
  ])
  func optionsAndHelpMayComeBeforeTheCommand(line: String, shown: String) async throws {
    let output = try await TestShell.onDemo().run(line.words, environment: ["NARU_URL": "bad"])
    #expect(output.status == 0 && output.out.contains(shown), "\(output)")
  }

  @Test func aMisspelledSettingIsNamed() async {
    let misspelled = ["NARU_" + "WRITES_PER_MINUT": "5", "NARU_" + "OTHER_THING": "1"]
    let output = await shell.run("routes", environment: misspelled)
    #expect(output.err.contains("WRITES_PER_MINUTE") && !output.err.contains("OTHER_THING"), "\(output)")
    // Settings of an older version.
    for name in ["IDENTITY_AUDIT_DAYS", "METRICS", "SEARCH_SECONDS", "SERVER_IDLE_SECONDS"].map({ "NARU_" + $0 }) {
      let old = await shell.run("routes", environment: [name: "7"])
      #expect(old.err.contains(name) && old.lines.count > 1, "\(old)")
    }
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map { String($0).replacing("␣", with: " ") } }
}
