import Dori
import DoriBackend
import Foundation
import Naru
import SystemTesting
import Testing

struct OwnershipTests {
  @Test func anotherOwnersIDIsNotFound() async throws {
    let test = try TestLedger()
    let (mine, theirs) = (test.ledger("hong"), test.ledger("kim"))
    let person = Person(name: "이몽룡", relationship: .friend)
    _ = try await mine.addPerson(person: person)
    let gift = try Gift.to(person.id)
    _ = try await mine.addGift(personID: person.id, gift: gift)
    var stranger = person
    stranger.id = LedgerID()
    var strange = try Gift.to(stranger.id)
    func compare(_ known: () async throws -> some Any, _ unknown: () async throws -> some Any) async throws {
      let (one, other) = (try await failure(known), try await failure(unknown))
      #expect(one.code == .notFound)
      #expect(
        one.serverCode == other.serverCode && one.status == other.status
          && one.localizedMessage == other.localizedMessage
      )
    }
    try await compare {
      try await theirs.person(id: person.id)
    } _: {
      try await theirs.person(id: stranger.id)
    }
    try await compare {
      try await theirs.updatePerson(id: person.id, person: person)
    } _: {
      try await theirs.updatePerson(id: stranger.id, person: stranger)
    }
    try await compare {
      try await theirs.removePerson(id: person.id)
    } _: {
      try await theirs.removePerson(id: stranger.id)
    }
    try await compare {
      try await theirs.addGift(personID: person.id, gift: .to(person.id))
    } _: {
      try await theirs.addGift(personID: stranger.id, gift: .to(stranger.id))
    }
    try await compare {
      try await theirs.removeGift(id: gift.id)
    } _: {
      try await theirs.removeGift(id: strange.id)
    }
    strange.personID = person.id
    try await compare {
      try await theirs.updateGift(id: gift.id, gift: gift)
    } _: {
      try await theirs.updateGift(id: strange.id, gift: strange)
    }
    #expect(try await theirs.people().isEmpty)
    #expect(try await theirs.gifts().isEmpty)
    #expect(try await theirs.summary().given == 0)
    #expect(try await mine.gifts() == [gift])
  }

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
      _ = try await test.backend.addDemoData(for: TestServer.user(name), now: Date())
    }
    try await test.backend.removeAll(of: TestServer.user("hong").id)
    #expect(try await test.ledger("hong").people().isEmpty)
    #expect(try await test.ledger("hong").gifts().isEmpty)
    #expect(try await test.ledger("kim").gifts().count == 40)
  }
}
