import ArgumentParser
import DockDock
import Dori
import Squirret
import Testing

@testable import Command

struct ChoiceTests {
  @Test(arguments: ["결혼식", "wedding", "Wedding", "WEDDING"])
  func namesAreReadInBothLanguages(argument: String) {
    #expect(Gift.Event(argument: argument) == .wedding)
  }

  @Test(arguments: ["첫 생일", "생", "", "marriage"])
  func otherNamesAreRejected(argument: String) {
    #expect(Gift.Event(argument: argument) == nil)
  }

  @Test func spacesAndHyphensDoNotCount() {
    #expect(Gift.Event(argument: "first-birthday") == .firstBirthday)
    #expect(Gift.Event(argument: "firstBirthday") == .firstBirthday)
    #expect(ReadingStatus(argument: "다 읽은 책") == .completed)
    #expect(ReadingStatus(argument: "다읽은책") == .completed)
    #expect(SignInProvider(argument: "naver") == .naver && SignInProvider(argument: "네이버") == .naver)
  }

  @Test func everyListedNameIsAccepted() {
    func check<Value: Choice & Equatable>(_ type: Value.Type) {
      #expect(Value.allValueStrings.map { Value(argument: $0) } == Array(Value.allCases))
      #expect(Value.allValueStrings.allSatisfy { !$0.contains(" ") })
    }
    check(Gift.Event.self)
    check(Gift.Direction.self)
    check(Relationship.self)
    check(ReadingStatus.self)
    check(RecordType.self)
    check(SignInProvider.self)
  }
}
