import Dori
import DoriBackend
import Foundation
import Naru
import ServedSystem
import Storage
import StorageTesting
import SystemTesting

/// Dori's backend on a database of its own.
struct TestLedger: Sendable {
  let server: TestServer
  let backend: DoriBackend
  let database: Database

  static var migrations: Migrations {
    var migrations = Migrations()
    DeletedPeople.addMigrations(to: &migrations)
    DoriBackend.addMigrations(to: &migrations)
    return migrations
  }

  /// Creates a backend on a database, by default an empty one.
  init(_ database: Database? = nil) throws {
    let database = try database ?? TestDatabase.make()
    try database.migrate(Self.migrations)
    let backend = DoriBackend(database: database)
    self.backend = backend
    self.database = database
    server = TestServer([ServedContract(Ledger.self, options: TestServer.options) { backend.ledger(for: $0) }])
  }

  func ledger(_ name: String? = "hong") -> Ledger { Ledger.live(server.client(name)) }
}

extension Date {
  init(_ text: String) throws {
    try self.init(text, strategy: .iso8601)
  }
}

extension Gift {
  /// Creates a gift, by default of 100,000 won at a wedding.
  static func to(
    _ personID: Person.ID,
    id: LedgerID = LedgerID(),
    _ direction: Direction = .given,
    _ event: Event = .wedding,
    _ amount: Int = 100_000,
    on date: String = "2026-03-04T03:00:00Z",
    memo: String? = nil
  ) throws -> Gift {
    Gift(
      id: id,
      personID: personID,
      direction: direction,
      event: event,
      amount: amount,
      date: try Date(date),
      attended: true,
      memo: memo
    )
  }
}
