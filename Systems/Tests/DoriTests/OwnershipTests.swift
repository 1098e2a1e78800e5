import Dori
import DoriBackend
import Foundation
import Naru
import Storage
import SystemTesting
import Testing

struct OwnershipTests {
  @Test func twoOwnersCanUseTheSameID() async throws {
    let test = try TestLedger()
    let (mine, theirs) = (test.ledger("hong"), test.ledger("kim"))
    let person = Person(name: "이몽룡", relationship: .friend)
    var other = person
    other.name = "성춘향"
    let gift = try Gift.to(person.id)
    _ = try await mine.addPerson(person: person)
    _ = try await mine.addGift(personID: person.id, gift: gift)
    #expect(try await theirs.addPerson(person: other) == CreatedOrExisting(other))
    #expect(try await theirs.addGift(personID: person.id, gift: gift).isNew)
    try await theirs.removePerson(id: person.id)
    #expect(try await mine.person(id: person.id).gifts == [gift])
  }

  @Test func deletingAnAccountRemovesOnlyItsLedger() async throws {
    let test = try TestLedger()
    for name in ["hong", "kim"] {
      try await test.backend.welcome(TestServer.user(name), now: Date())
    }
    try await test.database.write { try test.backend.removeAll(of: TestServer.user("hong").id, $0) }
    #expect(try await test.ledger("hong").people().isEmpty)
    #expect(try await test.ledger("hong").gifts().isEmpty)
    #expect(try await test.ledger("kim").gifts().count == 40)
  }
}
