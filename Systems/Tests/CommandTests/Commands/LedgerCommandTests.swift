import CommandSupport
import Foundation
import Naru
import Testing

struct LedgerCommandTests {
  /// The ID that a command printed.
  private func id(_ output: CommandOutput) throws -> String {
    String(try #require(output.out.firstMatch(of: /ID  (\S+)/)?.1, "\(output)"))
  }

  @Test func aGiftIsAddedAsPeopleWriteIt() async throws {
    let shell = try await TestShell.onDemo()
    let added = await shell.run([
      "ledger", "add", "김민준", "5만", "--event", "생일", "--direction", "받은것", "--date", "2025-03-02",
    ])
    #expect(added.status == 0 && added.out.contains("50,000") && added.out.contains(text("생일", "birthday")), "\(added)")
    #expect(try id(added) == id(added).lowercased())
    let month = await shell.run("ledger", "month", "2025-03")
    #expect(month.out.contains("50,000") && month.out.contains("2025-03-02"), "\(month)")
    let summary = await shell.run("ledger", "summary", "--year", "2025")
    #expect(summary.lines.contains { $0.hasPrefix(text("3월", "3 ")) && $0.contains("█") }, "\(summary)")
    #expect(summary.lines.contains { $0.hasPrefix(text("생일", "birthday")) })
  }

  @Test func aTypoDoesNotMakeANewPerson() async throws {
    let shell = try await TestShell.onDemo()
    func people() async -> Int { await shell.run("ledger", "people").lines.count }
    let before = await people()
    let script = await shell.run("ledger", "add", "김민쥰", "50,000")
    #expect(script.status == 64 && script.err.contains("--new") && script.err.contains("김민준"), "\(script)")
    let no = await shell.run("ledger", "add", "김민쥰", "50,000", answer: "n")
    #expect(no.status == 64 && no.err.contains("[y/N]"))
    #expect(await people() == before)
    #expect(await shell.run("ledger", "add", "김민쥰", "50,000", answer: "네").status == 0)
    #expect(await shell.run("ledger", "add", "오세훈", "50,000", "--new", "--relationship", "동료").status == 0)
    #expect(await people() == before + 2)
    #expect(await shell.run("ledger", "add", " ", "50,000").status == 64, "a blank name is no question")
    #expect(await shell.run("ledger", "add", "오세훈", "50,000", "--new").status == 0)
    #expect(await people() == before + 2)
  }

  @Test func theClosestNameIsFewEditsAway() {
    #expect("search".editDistance(to: "serach") == 1)
    #expect("kitten".editDistance(to: "sitting") == 3)
    #expect(["add"].closest(to: "xyz") == nil)
    #expect(["김민준", "이서연"].closest(to: "김민쥰") == "김민준")
  }

  @Test func aPersonIsShownByAPartOfTheName() async throws {
    let shell = try await TestShell.onDemo()
    let whole = await shell.run("ledger", "show", "김민준")
    #expect(whole.status == 0)
    for part in ["민준", "ㄱㅁㅈ"] { #expect(await shell.run("ledger", "show", part).out == whole.out, "\(part)") }
    let several = await shell.run("ledger", "show", "ㄱ")
    #expect(several.status == 1 && several.err.contains("김민준"), "\(several)")
    let nobody = await shell.run("ledger", "show", "김민쥰")
    #expect(nobody.status == 1 && nobody.err.contains("김민준"))
    #expect(await shell.run("ledger", "people", "없음").out == text("“없음”에 맞는 사람이 없습니다.\n", "No one matches “없음”.\n"))
  }

  @Test func aGiftIsEditedAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let added = await shell.run("ledger", "add", "김민준", "1만5천", "--date", "2020-01-02", "--memo", "메모")
    let id = try id(added)
    let edited = await shell.run("ledger", "edit", String(id.prefix(13)), "--amount", "20,000", "--event", "돌잔치")
    #expect(edited.status == 0 && edited.out.contains("20,000") && edited.out.contains("2020-01-02"), "\(edited)")
    #expect(edited.out.contains("메모") && edited.out.contains(text("돌잔치", "first birthday")))
    #expect(await shell.run("ledger", "edit", id).status == 64)
    #expect(await shell.run("ledger", "edit", "zzzz", "--amount", "1").status == 1)
    #expect(await shell.run("ledger", "edit", "", "--amount", "1").status == 64)
    let removed: [String: String] = try await shell.run("ledger", "remove", id, "--json").json()
    #expect(removed == ["removed": id])
    #expect(await shell.run("ledger", "remove", id).status == 1)
  }

  @Test func aPersonIsEditedAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let edited = await shell.run("ledger", "person", "edit", "민준", "--name", "김민수", "--relationship", "동료")
    #expect(edited.status == 0 && edited.out.contains("김민수"), "\(edited)")
    let shown = await shell.run("ledger", "show", "김민수")
    #expect(shown.status == 0 && shown.lines.count > 2, "the gifts are kept")
    let script = await shell.run("ledger", "person", "remove", "김민수")
    #expect(script.status == 64 && script.err.contains("--yes"))
    #expect(await shell.run("ledger", "person", "remove", "김민수", answer: "").status == 64)
    let removed: [String: String] = try await shell.run("ledger", "person", "remove", "김민수", "--yes", "--json").json()
    #expect(removed["removed"] == removed["removed"]?.lowercased() && removed["removed"]?.count == 36)
    #expect(await shell.run("ledger", "show", "김민수").status == 1)
  }

  @Test func idsAreInOneCase() async throws {
    let shell = try await TestShell.onDemo()
    for arguments in [["ledger", "people"], ["ledger", "show", "김민준"], ["shelf", "list"]] {
      let ids = await shell.run(arguments).out.matches(of: /[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27}/).map { String($0.0) }
      #expect(!ids.isEmpty && ids.allSatisfy { $0 == $0.lowercased() }, "\(arguments)")
    }
  }
}
