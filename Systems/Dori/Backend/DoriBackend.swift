package import Dori
package import Foundation
package import Naru
package import ServedSystem
package import Storage

/// Dori's backend.
///
/// Migrate the database, then mount `ledger(for:)`. The backend uses neither a clock nor randomness: ids and dates come
/// from the app.
package struct DoriBackend: Sendable {
  private let database: Database

  /// Creates the backend on the server's database.
  package init(_ context: SystemContext) {
    database = context.database
  }

  /// Adds the migrations of Dori's tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("dori-1-tables", LedgerStore.createTables)
  }

  /// Returns the ledger of a caller.
  package func ledger(for caller: Caller) -> Ledger {
    Ledger(
      people: { name, page, size in
        let page = ledgerPage(page, size)
        return try await read(caller) { try $0.people(name, page) }
      },
      person: { id in
        try await read(caller) { try $0.person(id) }
      },
      addPerson: { person in
        let person = try person.checked()
        return try await write(caller) { try $0.add(person) }
      },
      updatePerson: { id, person in
        let person = try person.checked(id: id)
        return try await write(caller) { try $0.update(person) }
      },
      removePerson: { id in
        try await write(caller) { try $0.removePerson(id) }
      },
      gifts: { month, direction in
        try await read(caller) { try $0.gifts(in: month?.dates, direction) }
      },
      addGift: { personID, gift in
        let gift = try gift.checked(personID: personID)
        return try await write(caller) { try $0.add(gift) }
      },
      updateGift: { id, gift in
        let gift = try gift.checked(id: id)
        return try await write(caller) { try $0.update(gift) }
      },
      removeGift: { id in
        try await write(caller) { try $0.removeGift(id) }
      },
      summary: { year in
        try await read(caller) { try $0.summary(of: year) }
      }
    )
  }

  /// Adds the fictional `Person.samples` to a user's ledger if it is empty. Their dates move by whole days, so that the
  /// newest gift is from the last day.
  package func welcome(_ user: Caller.User, now: Date) async throws {
    let newest = Person.samples.flatMap(\.gifts).map(\.date).max() ?? now
    let days = (now.timeIntervalSince(newest) / 86_400).rounded(.down)
    try await database.write(for: user) { db in
      let ledger = LedgerStore(db, user)
      guard try ledger.isEmpty() else { return }
      for person in Person.samples {
        _ = try ledger.add(person)
        for var gift in person.gifts.reversed() {
          gift.date += days * 86_400
          _ = try ledger.add(gift)
        }
      }
    }
  }

  /// Removes the ledger of a user in the transaction that deletes the account.
  package func removeAll(of user: UUID, _ db: Transaction) throws {
    try LedgerStore(db, Caller.User(id: user)).removeAll()
  }

  private func read<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (LedgerStore) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.read { try body(LedgerStore($0, user)) }
  }

  private func write<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (LedgerStore) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.write(for: user) { try body(LedgerStore($0, user)) }
  }
}
