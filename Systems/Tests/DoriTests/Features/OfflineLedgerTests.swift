import Dori
import DoriFeatures
import Foundation
import Naru
import NaruOffline
import NaruScreens
import SystemTesting
import Testing

/// The screens of Dori without a server, and after its return.
@MainActor
struct OfflineLedgerTests {
  private let subway: Subway
  private var server: Ledger { .live(subway.client) }

  init() throws { subway = Subway(to: try TestLedger().server.transport, as: "홍길동") }

  private func gift(_ person: Person.ID, _ amount: Int) -> Gift {
    Gift(
      personID: person,
      direction: .given,
      event: .wedding,
      amount: amount,
      date: Date(timeIntervalSince1970: 1_767_225_600),
      attended: true
    )
  }

  @Test func theLedgerIsThereInTheSubwayAndEveryChangeIsMadeOnceAfterwards() async throws {
    let known = Person(name: "김철수", relationship: .friend)
    let other = Person(name: "이영희", relationship: .family)
    for person in [known, other] { _ = try await server.addPerson(person: person) }
    let offline = try subway.start(.ledger)
    let people = PeopleModel(.offline(offline))
    await people.reload()
    #expect(people.people.value.count == 2 && people.people.cachedAt == nil)

    subway.isInTunnel = true
    // A new person with a gift, a gift of a known person, another name, and one person less.
    let form = AddGiftModel(.offline(offline), now: Date(timeIntervalSince1970: 1_767_225_600))
    form.recipient = .new(name: "박새로이", .colleague)
    form.amountText = "5만"
    await form.save()
    #expect(form.errorMessage == nil && form.saved?.amount == 50_000)
    _ = try await Ledger.offline(offline).addGift(personID: known.id, gift: gift(known.id, 100_000))
    let person = PersonModel(.offline(offline), id: known.id)
    await person.reload()
    await person.update(name: "김철수 부장", relationship: .colleague, memo: nil)
    await people.remove(other.id)
    #expect(person.person.alertMessage == nil && people.people.alertMessage == nil)

    /// Everything is the same after a restart of the app, and after sending.
    func expectChanges(_ ledger: Ledger) async throws {
      let people = try await ledger.people().elements
      #expect(people.map(\.name) == ["김철수 부장", "박새로이"])
      #expect(people.map(\.given) == [100_000, 50_000])
      let month = try #require(Month(containing: Date(timeIntervalSince1970: 1_767_225_600)))
      #expect(try await ledger.gifts(month: month).map(\.amount).sorted() == [50_000, 100_000])
      #expect(try await ledger.summary(year: nil).given == 150_000)
      #expect(try await ledger.people(name: "ㅂㅅㄹ").elements.map(\.name) == ["박새로이"])
    }
    try await expectChanges(.offline(offline))
    let again = try subway.start(.ledger)
    try await expectChanges(.offline(again))
    let restarted = PeopleModel(.offline(again))
    await restarted.reload()
    #expect(restarted.people.phase == .loaded && restarted.people.cachedAt != nil)

    subway.isInTunnel = false
    try await again.send(ignoringBackoff: true)
    #expect(try again.queuedWrites().isEmpty)
    try await expectChanges(server)
    try await expectChanges(.offline(again))
    await restarted.reload()
    #expect(restarted.people.cachedAt == nil)
  }

  @Test func aChangeThatTheRulesRejectIsNotQueued() async throws {
    _ = try await server.addPerson(person: Person(name: "김철수", relationship: .friend))
    let offline = try subway.start(.ledger)
    let ledger = Ledger.offline(offline)
    _ = try await ledger.people()
    subway.isInTunnel = true
    let unknown = LedgerID(rawValue: "5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01")
    let error = await #expect(throws: APIError.self) {
      try await ledger.addGift(personID: unknown, gift: gift(unknown, 10_000))
    }
    #expect(error?.serverCode == "PERSON_NOT_FOUND")
    #expect(try offline.queuedWrites().isEmpty)
  }
}
