import Dori
import DoriFeatures
import Foundation
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

private let offline = APIError(.unreachable)

@MainActor
struct PeopleModelTests {
  @Test func peopleAreShownWithTheirBalances() async throws {
    let model = PeopleModel(.preview)
    #expect(model.people.phase == .idle)
    await model.reload()
    #expect(model.people.phase == .loaded && model.people.value.count == 12)
    #expect(model.balance == model.received - model.given && model.received > 0)
    await model.search("ㅇㅅㅎ")
    #expect(model.people.value.map(\.name) == ["오승현"])
    await model.search("없는 이름")
    #expect(model.people.value.isEmpty && model.people.phase == .loaded)
  }

  @Test func aPersonWhoIsRemovedAlreadyIsASuccess() async {
    var ledger = Ledger.preview
    ledger.removePerson = fails(APIError(.notFound))
    let model = PeopleModel(ledger)
    await model.reload()
    let before = model.people.value.map(\.id)
    await model.remove(before[3])
    #expect(model.people.value.map(\.id) == before.filter { $0 != before[3] } && model.people.alertMessage == nil)
  }
}

@MainActor
struct PersonModelTests {
  private let person = Person.samples.max { $0.gifts.count < $1.gifts.count } ?? Person(name: "", relationship: .other)

  @Test func aPersonIsLoadedAndAnUnknownOneIsAFailure() async {
    let model = PersonModel(.preview, id: person.id)
    await model.reload()
    #expect(model.person.value == person && model.person.phase == .loaded)
    let unknown = PersonModel(.preview, id: LedgerID())
    await unknown.reload()
    #expect(unknown.person.value == nil && unknown.person.phase == .failed(APIError.personNotFound.localizedMessage))
  }

  @Test func changesAreShownAtOnceAndRevertedIfTheServerRejects() async throws {
    let model = PersonModel(.preview, id: person.id)
    await model.reload()
    await model.update(name: " 새 이름 ", relationship: .family, memo: nil)
    #expect(
      model.person.value?.name == "새 이름" && model.person.value?.gifts == person.gifts
        && model.person.alertMessage == nil
    )
    let kept = model.person.value
    await model.update(name: " ", relationship: .family, memo: nil)
    #expect(model.person.value == kept && model.person.alertMessage?.korean.contains("이름") == true)
    var gift = person.gifts[0]
    gift.amount = 77_000
    gift.date -= 5 * 365 * 86_400
    await model.update(gift)
    #expect(model.person.value?.gifts.last == gift)
    gift.amount = -1
    await model.update(gift)
    #expect(
      model.person.value?.gifts.last?.amount == 77_000 && model.person.alertMessage?.korean.contains("금액") == true
    )
  }

  @Test func aGiftThatIsRemovedAlreadyIsASuccess() async {
    var ledger = Ledger.preview
    ledger.removeGift = fails(APIError(.notFound))
    let model = PersonModel(ledger, id: person.id, known: person)
    await model.remove(person.gifts[1].id)
    #expect(model.person.value?.gifts.count == person.gifts.count - 1 && model.person.alertMessage == nil)
  }

  @Test func removingAPersonClosesTheScreenUnlessTheServerRejects() async {
    var ledger = Ledger.preview
    let remove = ledger.removePerson
    ledger.removePerson = fails(offline)
    let failing = PersonModel(ledger, id: person.id, known: person)
    await failing.removePerson()
    #expect(
      failing.person.value == person && !failing.isRemoved && failing.person.alertMessage == offline.localizedMessage
    )
    ledger.removePerson = remove
    let model = PersonModel(ledger, id: person.id, known: person)
    await model.removePerson()
    #expect(model.person.value == nil && model.isRemoved)
  }
}

@MainActor
struct MonthModelTests {
  @Test func theCalendarHasTheWeeksOfTheMonthWithTheGiftsOfEachDayInSeoul() async throws {
    let person = Person(name: "홍길동", relationship: .friend)
    var gifts: [Gift] = []
    for (date, amount) in [
      ("2026-02-28T15:00:00Z", 10_000), ("2026-03-01T14:59:59Z", 20_000), ("2026-03-31T14:00:00Z", 5),
    ] {
      gifts.insert(try .to(person.id, .given, .wedding, amount, on: date), at: 0)
    }
    gifts.append(try .to(person.id, .received, .wedding, 1, on: "2026-02-28T14:59:59Z"))
    var known = person
    known.gifts = gifts
    let model = MonthModel(.inMemory([known]), month: try #require(Month(year: 2026, month: 3)))
    await model.reload()
    #expect(model.gifts.value.count == 3 && model.given == 30_005 && model.balance == -30_005)
    // 1 March 2026 is a Sunday, and 31 March a Tuesday.
    #expect(model.weeks.count == 5 && model.weeks.allSatisfy { $0.count == 7 })
    #expect(model.weeks[0][0]?.id == 1 && model.weeks[0][0]?.given == 30_000)
    #expect(model.weeks[4][2]?.id == 31 && model.weeks[4][2]?.given == 5 && model.weeks[4][3] == nil)
    await model.showPrevious()
    #expect(model.month.description == "2026-02" && model.received == 1 && model.weeks[0][0]?.id == 1)
    await model.showNext()
    await model.showNext()
    #expect(model.month.description == "2026-04" && model.gifts.value.isEmpty && model.gifts.phase == .loaded)
  }

  @Test func theLastRequestedMonthWinsAndNoOtherMonthsGiftsAreShown() async throws {
    let march = try #require(Month(year: 2026, month: 3)), april = try #require(Month(year: 2026, month: 4))
    let gates = [march: Gate(), april: Gate()]
    var ledger = Ledger.preview
    ledger.gifts = { month, _ in
      if let month { await gates[month]?.wait() }
      return [try Gift.to(LedgerID(), memo: month?.description)]
    }
    let model = MonthModel(ledger, month: march)
    let one = Task { await model.reload() }
    await gates[march]?.arrived()
    let other = Task { await model.showNext() }
    await gates[april]?.arrived()
    #expect(model.gifts.value.isEmpty && model.gifts.phase == .loading)
    gates[april]?.open()
    await other.value
    gates[march]?.open()
    await one.value
    #expect(model.gifts.value.map(\.memo) == ["2026-04"])
  }
}

@MainActor
struct AddGiftModelTests {
  @Test(arguments: [
    ("100,000", 100_000), ("100000원", 100_000), (" 10만 ", 100_000), ("5만원", 50_000), ("０", 0), ("", nil), ("만", nil),
    ("-1", nil), ("1.5", nil), ("1000000001", nil), ("99999999999999999999", nil), ("십만", nil),
    ("1000000000", 1_000_000_000),
  ]
  )
  func anAmountIsParsedAsTyped(text: String, amount: Int?) {
    let model = AddGiftModel(.unimplemented)
    model.amountText = text
    #expect(model.amount == amount)
  }

  @Test func aGiftToANewPersonAddsBoth() async throws {
    let ledger = Ledger.inMemory([])
    let model = AddGiftModel(ledger, now: Date(timeIntervalSince1970: 1_772_584_200))
    #expect(!model.canSave)
    model.recipient = .new(name: " ", .friend)
    model.addAmount(50_000)
    model.addAmount(50_000)
    #expect(model.amountText == "100,000" && !model.canSave)
    model.recipient = .new(name: "홍길동", .friend)
    #expect(model.canSave)
    await model.save()
    let person = try #require(try await ledger.people().first)
    #expect(person.name == "홍길동" && person.gifts == [model.saved])
    #expect(person.given == 100_000 && !model.canSave && model.errorMessage == nil)
    await model.save()
    #expect(try await ledger.gifts().count == 1)
  }

  @Test func savingAgainAfterALostResponseAddsNothingTwice() async throws {
    let ledger = Ledger.inMemory([])
    var losing = ledger
    let answers = Locked([false, true, true])
    losing.addGift = { personID, gift in
      let created = try await ledger.addGift(personID, gift)
      guard answers.withLock({ $0.removeFirst() }) else { throw offline }
      return created
    }
    let model = AddGiftModel(losing)
    model.recipient = .new(name: "홍길동", .friend)
    model.amountText = "5만"
    await model.save()
    #expect(
      model.saved == nil && model.errorMessage == offline.localizedMessage && model.canSave && model.amountText == "5만"
    )
    model.recipient = .new(name: "홍길순", .friend)
    model.amountText = "10만"
    await model.save()
    let people = try await ledger.people()
    #expect(people.map(\.name) == ["홍길순"] && people[0].gifts.map(\.amount) == [100_000])
    #expect(model.saved?.amount == 100_000 && model.errorMessage == nil)
  }

  @Test func savingTwiceAtOnceSavesOnceAndARejectionIsShown() async throws {
    let gate = Gate()
    let calls = Locked(0)
    var ledger = Ledger.unimplemented
    ledger.addGift = { _, _ in
      calls.withLock { $0 += 1 }
      await gate.wait()
      throw APIError(.invalidRequest, "`memo` 값이 너무 깁니다.")
    }
    let model = AddGiftModel(ledger, person: LedgerID())
    model.amountText = "1"
    await gate.hold(await model.save()) {
      #expect(model.isSaving && !model.canSave)
      await model.save()
    }
    #expect(calls.withLock { $0 } == 1 && model.errorMessage == "`memo` 값이 너무 깁니다." && model.canSave)
  }
}
