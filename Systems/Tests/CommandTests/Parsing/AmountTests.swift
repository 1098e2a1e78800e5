import Testing

@testable import Command

struct AmountTests {
  @Test(arguments: [
    ("50000", 50_000), ("50,000", 50_000), ("1,200,000", 1_200_000), ("5만", 50_000), ("5만원", 50_000),
    ("₩50,000", 50_000), ("1만5천", 15_000), ("1만 5천원", 15_000), ("1.5만", 15_000), ("3천", 3000), ("만", 10_000),
    ("2억 3,000만", 230_000_000), ("7만5백", 70_500), ("5만500", 50_500), ("0", 0),
  ])
  func amountsAreReadAsPeopleWriteThem(argument: String, won: Int) {
    #expect(Amount(argument: argument)?.won == won)
  }

  @Test(arguments: [
    "", "원", "-5000", "−5000", "5,00", "5,0000", "1.5", "1.23456만", "5만5만", "5천5만", "오만", "1e5", "+5", "5.만", ".5만",
    "9999999999999999999", "99999999999억", "٥",
  ])
  func whatIsNoAmountIsRejected(argument: String) {
    #expect(Amount(argument: argument) == nil)
  }
}
