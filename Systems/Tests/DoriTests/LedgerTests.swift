import Dori
import DoriBackend
import Foundation
import Naru
import SystemTesting
import Testing

/// Tests of the ledger's rules on the backend and on the ledger in memory, which must behave alike.
struct LedgerTests {
  enum Kind: CaseIterable { case server, mock }

  private func ledger(_ kind: Kind) throws -> Ledger {
    switch kind {
    case .server: try TestLedger().ledger()
    case .mock: Ledger.inMemory([])
    }
  }

  private let hong = Person(name: "홍길동", relationship: .friend, memo: "동창")

  @Test(arguments: Kind.allCases)
  func addedPeopleAndGiftsCanBeFetched(kind: Kind) async throws {
    let ledger = try ledger(kind)
    #expect(try await ledger.addPerson(person: hong) == CreatedOrExisting(hong))
    #expect(try await ledger.person(id: hong.id) == hong)
    let gift = try Gift.to(hong.id, memo: "축하")
    #expect(try await ledger.addGift(personID: hong.id, gift: gift) == CreatedOrExisting(gift))
    #expect(try await ledger.person(id: hong.id).gifts == [gift])
    #expect(try await ledger.gifts() == [gift])
    #expect(try await ledger.people().elements.map(\.gifts) == [[gift]])
  }

  @Test(arguments: Kind.allCases)
  func addingAgainIsNotNewAndOtherContentConflicts(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    let gift = try Gift.to(hong.id)
    _ = try await ledger.addGift(personID: hong.id, gift: gift)
    var known = hong
    known.gifts = [gift]
    #expect(try await ledger.addPerson(person: hong) == CreatedOrExisting(known, isNew: false))
    #expect(try await ledger.addGift(personID: hong.id, gift: gift) == CreatedOrExisting(gift, isNew: false))
    var other = hong
    other.name = "홍길순"
    let conflict = try await failure { try await ledger.addPerson(person: other) }
    #expect(conflict.code == .conflict && conflict.serverCode == "PERSON_CONFLICT")
    var otherGift = gift
    otherGift.amount += 1
    let giftConflict = try await failure { try await ledger.addGift(personID: hong.id, gift: otherGift) }
    #expect(giftConflict.code == .conflict && giftConflict.serverCode == "TRANSACTION_CONFLICT")
    #expect(try await ledger.person(id: hong.id) == known)
  }

  @Test(arguments: Kind.allCases)
  func theSameGiftIDUnderAnotherPersonConflicts(kind: Kind) async throws {
    let ledger = try ledger(kind)
    let kim = Person(name: "김철수", relationship: .other)
    _ = try await ledger.addPerson(person: hong)
    _ = try await ledger.addPerson(person: kim)
    let gift = try Gift.to(hong.id)
    _ = try await ledger.addGift(personID: hong.id, gift: gift)
    var moved = gift
    moved.personID = kim.id
    #expect(try await failure { try await ledger.addGift(personID: kim.id, gift: moved) }.code == .conflict)
    #expect(try await ledger.updateGift(id: gift.id, gift: moved) == moved)
    #expect(try await ledger.person(id: hong.id).gifts.isEmpty)
    #expect(try await ledger.person(id: kim.id).gifts == [moved])
    moved.personID = LedgerID()
    #expect(
      try await failure { try await ledger.updateGift(id: gift.id, gift: moved) }.serverCode == "PERSON_NOT_FOUND"
    )
  }

  @Test(arguments: Kind.allCases)
  func idsIgnoreCaseAndKeepTheirSpelling(kind: Kind) async throws {
    let ledger = try ledger(kind)
    let upper = Person(id: LedgerID(rawValue: UUID().uuidString), name: "가", relationship: .other)
    let lower = Person(id: LedgerID(rawValue: UUID().uuidString.lowercased()), name: "나", relationship: .other)
    for person in [upper, lower] {
      _ = try await ledger.addPerson(person: person)
      let swapped = LedgerID(
        rawValue: person.id.rawValue == upper.id.rawValue
          ? person.id.rawValue.lowercased() : person.id.rawValue.uppercased()
      )
      #expect(try await ledger.person(id: swapped).id.rawValue == person.id.rawValue)
      var again = person
      again.id = swapped
      let created = try await ledger.addPerson(person: again)
      #expect(!created.isNew && created.value.id.rawValue == person.id.rawValue)
      #expect(try await ledger.updatePerson(id: swapped, person: again).id.rawValue == person.id.rawValue)
      let giftID = LedgerID(rawValue: UUID().uuidString.lowercased())
      let gift = try await ledger.addGift(personID: swapped, gift: .to(swapped, id: giftID)).value
      #expect(gift.id.rawValue == giftID.rawValue)
      #expect(gift.personID.rawValue == person.id.rawValue)
      try await ledger.removeGift(id: LedgerID(rawValue: giftID.rawValue.uppercased()))
    }
  }

  @Test(arguments: Kind.allCases)
  func peopleAreSortedByNameAndPaged(kind: Kind) async throws {
    let ledger = try ledger(kind)
    for name in ["하늘", "Bob", "가람", "alice", "나래"] {
      let person = Person(name: name, relationship: .friend)
      _ = try await ledger.addPerson(person: person)
      _ = try await ledger.addGift(personID: person.id, gift: .to(person.id, memo: name))
    }
    let all = try await ledger.people()
    #expect(all.map(\.name) == ["alice", "Bob", "가람", "나래", "하늘"])
    #expect(all.allSatisfy { $0.gifts.map(\.memo) == [$0.name] })
    #expect(all.total == 5)
    let second = try await ledger.people(page: 2, size: 2)
    #expect(second.elements == Array(all[2..<4]) && second.total == 5)
    #expect(try await ledger.people(size: 1).map(\.name) == ["alice"])
    #expect(try await ledger.people(page: 1).count == 5)
    #expect(try await ledger.people(page: 9, size: 100).isEmpty)
  }

  @Test(
    arguments: Kind.allCases,
    [
      ("길동", 1), ("ㅎㄱㄷ", 1), ("ㄱ", 2), ("홍 길", 1), ("홍길동".decomposedStringWithCanonicalMapping, 1), ("BOB", 1),
      ("%", 0), ("", 3),
    ]
  )
  func namesAreFoundByPartsAndInitialConsonants(kind: Kind, query: (text: String, count: Int)) async throws {
    let ledger = try ledger(kind)
    for name in ["홍길동", "강감찬", "bob 박"] {
      _ = try await ledger.addPerson(person: Person(name: name, relationship: .other))
    }
    #expect(try await ledger.people(name: query.text).count == query.count)
  }

  @Test(arguments: Kind.allCases)
  func anUpdateReplacesEverythingExceptTheGifts(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    let gift = try Gift.to(hong.id)
    _ = try await ledger.addGift(personID: hong.id, gift: gift)
    var changed = hong
    (changed.name, changed.relationship, changed.memo) = ("홍길순", .colleague, nil)
    changed.gifts = [try .to(hong.id, .received, .funeral, 1)]
    let answer = try await ledger.updatePerson(id: hong.id, person: changed)
    changed.gifts = [gift]
    #expect(answer == changed)
    #expect(try await ledger.person(id: hong.id) == changed)
    #expect(try await ledger.gifts() == [gift])
  }

  @Test(arguments: Kind.allCases)
  func removingAPersonRemovesTheirGifts(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    let gift = try Gift.to(hong.id)
    _ = try await ledger.addGift(personID: hong.id, gift: gift)
    try await ledger.removePerson(id: hong.id)
    #expect(try await ledger.people().isEmpty)
    #expect(try await ledger.gifts().isEmpty)
    #expect(try await failure { try await ledger.removeGift(id: gift.id) }.serverCode == "TRANSACTION_NOT_FOUND")
    #expect(try await failure { try await ledger.removePerson(id: hong.id) }.serverCode == "PERSON_NOT_FOUND")
    // The ids can be used again.
    #expect(try await ledger.addPerson(person: hong).isNew)
    #expect(try await ledger.addGift(personID: hong.id, gift: gift).isNew)
  }

  @Test(arguments: Kind.allCases)
  func giftsAreSortedNewestFirstAndFilteredByMonthInSeoul(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    // Midnight of 1 March in Seoul is 15:00 of 28 February in UTC.
    let dates = ["2026-02-28T14:59:59Z", "2026-02-28T15:00:00Z", "2026-03-31T14:59:59Z", "2026-03-31T15:00:00Z"]
    for (index, date) in dates.enumerated() {
      let gift = try Gift.to(hong.id, index % 2 == 0 ? .given : .received, on: date)
      _ = try await ledger.addGift(personID: hong.id, gift: gift)
    }
    let march = try #require(Month(year: 2026, month: 3))
    #expect(try await ledger.gifts().map(\.date) == dates.reversed().map { try Date($0) })
    #expect(try await ledger.gifts(month: march).map(\.date) == [Date(dates[2]), Date(dates[1])])
    #expect(try await ledger.gifts(month: march, direction: .given).map(\.date) == [Date(dates[2])])
    #expect(try await ledger.gifts(direction: .received).count == 2)
    #expect(try await ledger.gifts(month: march.advanced(by: 12)).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func ofTwoGiftsInTheSameSecondTheLaterAddedComesFirst(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    for memo in ["1", "2", "3"] {
      _ = try await ledger.addGift(personID: hong.id, gift: .to(hong.id, memo: memo))
    }
    #expect(try await ledger.gifts().map(\.memo) == ["3", "2", "1"])
    #expect(try await ledger.person(id: hong.id).gifts.map(\.memo) == ["3", "2", "1"])
  }

  @Test(arguments: Kind.allCases)
  func theSummaryCountsByEventAndByMonthInSeoul(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    for gift in try [
      Gift.to(hong.id, .given, .wedding, 100_000, on: "2025-12-31T14:59:59Z"),
      .to(hong.id, .received, .wedding, 1_000_000_000, on: "2025-12-31T15:00:00Z"),
      .to(hong.id, .given, .funeral, 50_000, on: "2026-12-31T14:59:59Z"),
    ] { _ = try await ledger.addGift(personID: hong.id, gift: gift) }
    let year = try await ledger.summary(year: 2026)
    #expect(year.given == 50_000 && year.received == 1_000_000_000 && year.balance == 999_950_000)
    #expect(year.byMonth.map(\.month) == Array(1...12))
    #expect(year.byMonth[0].received == 1_000_000_000 && year.byMonth[11].given == 50_000)
    #expect(year.byEvent.map(\.event) == Gift.Event.allCases)
    #expect(year.byEvent[1] == .init(event: .funeral, given: 50_000, received: 0, count: 1))
    let all = try await ledger.summary()
    #expect(all.given == 150_000 && all.byMonth[11].given == 150_000 && all.byEvent[0].count == 2)
    #expect(try await ledger.summary(year: 2024).byMonth.allSatisfy { $0.count == 0 })
  }

  @Test(arguments: Kind.allCases)
  func aSummaryFollowsChangesOfAGift(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    var gift = try Gift.to(hong.id, .given, .wedding, 100_000, on: "2025-12-31T14:59:59Z")
    _ = try await ledger.addGift(personID: hong.id, gift: gift)
    #expect(try await ledger.summary(year: 2025).byMonth[11].given == 100_000)
    (gift.date, gift.direction, gift.event) = (try Date("2026-01-31T14:59:59Z"), .received, .funeral)
    _ = try await ledger.updateGift(id: gift.id, gift: gift)
    #expect(try await ledger.summary(year: 2025) == Summary([Gift]()))
    #expect(try await ledger.summary(year: 2026) == Summary([gift]))
    try await ledger.removeGift(id: gift.id)
    #expect(try await ledger.summary() == Summary([Gift]()))
    let kim = Person(name: "김철수", relationship: .other)
    _ = try await ledger.addPerson(person: kim)
    let (hers, his) = (try Gift.to(kim.id, .given, .wedding, 70_000), try Gift.to(hong.id, .given, .wedding, 30_000))
    for gift in [hers, try Gift.to(hong.id, .received, .wedding, 50_000), his] {
      _ = try await ledger.addGift(personID: gift.personID, gift: gift)
      _ = try await ledger.addGift(personID: gift.personID, gift: gift)
    }
    try await ledger.removePerson(id: hong.id)
    #expect(try await ledger.summary() == Summary([hers]))
  }

  /// Seoul was 8:30 hours ahead of UTC from 1954 to 1961, and has had summer time.
  @Test(arguments: Kind.allCases)
  func aSummaryUsesTheOffsetOfTheTime(kind: Kind) async throws {
    let ledger = try ledger(kind)
    _ = try await ledger.addPerson(person: hong)
    for date in ["1958-12-31T15:15:00Z", "1988-06-30T14:15:00Z", "2999-12-31T14:59:59Z", "1900-01-01T00:00:00Z"] {
      _ = try await ledger.addGift(personID: hong.id, gift: .to(hong.id, on: date))
    }
    #expect(try await ledger.summary(year: 1958).byMonth[11].count == 1)
    #expect(try await ledger.summary(year: 1988).byMonth[6].count == 1)
    #expect(try await ledger.summary().byMonth.map(\.count) == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2])
  }

  @Test(arguments: Kind.allCases)
  func namesAndMemosAreNormalizedAndCountedInCharacters(kind: Kind) async throws {
    let ledger = try ledger(kind)
    func name(_ text: String) async throws -> String {
      try await ledger.addPerson(person: Person(name: text, relationship: .other)).value.name
    }
    let forty = String(repeating: "홍", count: 40)
    let decomposed = forty.decomposedStringWithCanonicalMapping
    #expect(decomposed.unicodeScalars.count == 120)
    #expect(Array(try await name(decomposed).unicodeScalars) == Array(forty.unicodeScalars))
    let families = String(repeating: "👨‍👩‍👧‍👦", count: 40)
    #expect(try await name(families) == families)
    #expect(try await name("  홍\u{200B}길\u{FEFF}동\n") == "홍길동")
    #expect(try await name("\u{202E}동길홍\u{202C}") == "동길홍")
    #expect(try await name("ليلى ۱") == "ليلى ۱")
    #expect(try await name("Robert'); DROP TABLE dori_person;--") == "Robert'); DROP TABLE dori_person;--")
    #expect(try await name("<b>홍</b>&\"\\/") == "<b>홍</b>&\"\\/")
    #expect(try await name("홍\u{0}길동") == "홍길동")
    let memo = try await ledger.addPerson(person: Person(name: "메모", relationship: .other, memo: " \u{200D}\u{3164}"))
    #expect(memo.value.memo == nil)
    let lines = try await ledger.addPerson(person: Person(name: "메모", relationship: .other, memo: "하나\r\n둘\t셋"))
    #expect(lines.value.memo == "하나\n둘\t셋")
    for text in [
      "", " ", "\u{200B}\u{200D}", "\u{3164}\u{2800}", forty + "길", "홍" + String(repeating: "\u{301}", count: 999),
    ] {
      let error = try await failure { try await name(text) }
      #expect(error.code == .invalidRequest)
      #expect(error.localizedMessage.korean.contains("이름"))
    }
  }

  @Test func theSamplesAreFixedAndMoveToTheGivenDate() async throws {
    let people = try await Ledger.preview.people()
    #expect(people.count == 12 && people.flatMap(\.gifts).count == 40)
    #expect(people[0].name == "강시우")
    #expect(Set(people.map(\.id)).count == 12)
    #expect(people.allSatisfy { person in person.gifts.allSatisfy { $0.personID == person.id } })
    let test = try TestLedger()
    let newest = try #require(people.flatMap(\.gifts).map(\.date).max())
    for _ in 1...2 { try await test.backend.welcome(TestServer.user("hong"), now: newest) }
    #expect(try await test.ledger().people().elements == people.elements)
    // For a date one year later, the gifts are one year later.
    try await test.backend.welcome(TestServer.user("lee"), now: newest + 365 * 86_400 + 3600)
    let moved = try await test.ledger("lee").gifts().map(\.date)
    #expect(moved == (try await test.ledger().gifts().map { $0.date + 365 * 86_400 }))
    #expect(try await test.ledger("kim").people().isEmpty)
  }
}
