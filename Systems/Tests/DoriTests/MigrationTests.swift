import Dori
import DoriBackend
import Foundation
import Naru
import ServedSystem
import Storage
import SystemTesting
import Testing

struct MigrationTests {
  /// Their dates were in seconds.
  @Test func aLedgerOfAnEarlierVersionKeepsItsDates() async throws {
    let database = try Database.inMemory()
    try database.migrate(TestLedger.migrations, upTo: "dori-1-ledger")
    let (owner, person, gift) = (TestServer.user("hong").id, LedgerID(), LedgerID())
    try await database.write { db in
      try db.run(
        """
        INSERT INTO dori_person (owner, key, id, name, relationship)
        VALUES (\(owner), \(person.rawValue.lowercased()), \(person), '홍길동', \(Relationship.friend))
        """
      )
      try db.run(
        """
        INSERT INTO dori_gift (owner, key, id, person_key, direction, event, amount, date, attended)
        VALUES (
          \(owner), \(gift.rawValue.lowercased()), \(gift), \(person.rawValue.lowercased()), \(Gift.Direction.given),
          \(Gift.Event.wedding), 100000, 1772593200, \(true)
        )
        """
      )
    }
    let ledger = try TestLedger(database).ledger()
    #expect(try await ledger.gifts().map(\.date) == [Date("2026-03-04T03:00:00Z")])
    // Their months are computed.
    #expect(try await ledger.summary(year: 2026).byMonth[2].given == 100_000)
    #expect(try await ledger.summary().byMonth[2].given == 100_000)
    #expect(try await ledger.summary(year: 2025).given == 0)
  }
}
