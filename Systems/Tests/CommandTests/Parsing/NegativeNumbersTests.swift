import CommandSupport
import Testing

struct NegativeNumbersTests {
  @Test func aNegativeNumberInATextStaysAsItWas() {
    let arguments = ["board", "write", "오늘", "-5", "도", "--json"].protectingNegativeNumbers
    #expect(Array(arguments[2...4]).joinedWords == "오늘 -5 도")
    #expect(["--", "-5"].protectingNegativeNumbers == ["--", "-5"])
  }
}
