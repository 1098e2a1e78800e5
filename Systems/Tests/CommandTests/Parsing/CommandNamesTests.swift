import ArgumentParser
import Testing

@testable import Command

struct CommandNamesTests {
  @Test(arguments: [
    (["bord", "list"], "naru board"), (["books", "serach", "x"], "naru books search"),
    (["search", "x"], "naru books search"), (["help", "shlef"], "naru shelf"),
    (["popular", "borow", "1"], "naru popular borrow"),
    (["xyzzy"], nil),
  ])
  func aNameThatDoesNotExistIsExplained(arguments: [String], suggestion: String?) async {
    let output = await TestShell().run(arguments)
    #expect(output.status == 64 && output.out.isEmpty)
    #expect(output.err.split(separator: "\n").count == 1)
    if let suggestion {
      #expect(output.err.contains("`\(suggestion)`"), "\(output.err)")
    } else {
      #expect(output.err.contains("--help`"), "\(output.err)")
    }
  }

  @Test func theNamesOfAllCommandsAreAccepted() throws {
    func check(_ command: any ParsableCommand.Type, _ path: [String]) throws {
      try CommandNames.check(path, in: NaruCommand.self)
      for below in command.configuration.subcommands { try check(below, path + [below._commandName]) }
    }
    try check(NaruCommand.self, [])
    try CommandNames.check(["shelf", "set", "x"], in: NaruCommand.self)
    try CommandNames.check(["popular", "--limit", "3"], in: NaruCommand.self)
  }

  @Test func theClosestNameIsFewEditsAway() {
    #expect("search".editDistance(to: "serach") == 1)
    #expect("kitten".editDistance(to: "sitting") == 3)
    #expect(["board", "books"].closest(to: "bord") == "board")
    #expect(["add"].closest(to: "xyz") == nil)
    #expect(["김민준", "이서연"].closest(to: "김민쥰") == "김민준")
  }
}
