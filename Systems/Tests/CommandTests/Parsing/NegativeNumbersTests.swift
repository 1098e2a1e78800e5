import CommandSupport
import Testing

@testable import Command

struct NegativeNumbersTests {
  @Test(arguments: [
    ["ledger", "add", "김민준", "-5000"], ["shelf", "list", "--page", "-1"], ["popular", "--limit", "-3"],
    ["shelf", "edit", "x", "--rating", "-1"], ["board", "show", "-4"],
  ])
  func aNegativeNumberIsAValueThatDoesNotFit(arguments: [String]) async {
    let output = await TestShell().run(arguments)
    #expect(output.status == 64)
    // Not “unknown option”, but the value and what it is for.
    #expect(output.err.contains("−") && !output.err.contains("option '-"), "\(output.err)")
  }

  @Test func aNegativeNumberInATextStaysAsItWas() {
    let arguments = ["board", "write", "오늘", "-5", "도", "--json"].protectingNegativeNumbers
    #expect(Array(arguments[2...4]).joinedWords == "오늘 -5 도")
    #expect(["--", "-5"].protectingNegativeNumbers == ["--", "-5"])
  }
}
