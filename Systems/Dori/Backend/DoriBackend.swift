public import Dori
public import Foundation
public import GRDB
public import Naru

/// Dori's side of the wire: its contract answered from a SQLite database.
///
/// Mount `ledger(for:)`. The database has to be migrated first. Clocks and chance play no part: ids and dates come from the
/// app.
public struct DoriBackend: Sendable {
  private let database: any DatabaseWriter

  /// A backend on a database.
  public init(database: any DatabaseWriter) {
    self.database = database
  }

  /// Adds the migrations that make Dori's tables.
  public static func registerMigrations(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("dori-1-ledger", migrate: LedgerTables.create)
  }

  /// The ledger of a caller.
  public func ledger(for caller: Caller) -> Ledger {
    Ledger(
      people: { name, page, size in
        let page = try ledgerPage(page, size)
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
        let dates = try ledgerYear(year)
        return Summary(try await read(caller) { try $0.gifts(in: dates, nil) })
      }
    )
  }

  /// Puts `Person.samples` into a person's ledger, if there is nobody in it. They are made up. Their dates are moved by whole days
  /// so that the newest gifts are of the last days, and the ledger has two years.
  ///
  /// - Returns: whether it did.
  public func addDemoData(for user: Caller.User, now: Date) async throws -> Bool {
    let newest = Person.samples.flatMap(\.gifts).map(\.date).max() ?? now
    let days = (now.timeIntervalSince(newest) / 86_400).rounded(.down)
    return try await database.write { db in
      let ledger = LedgerTables(db, user)
      guard try ledger.isEmpty() else { return false }
      for person in Person.samples {
        _ = try ledger.add(person)
        for var gift in person.gifts.reversed() {
          gift.date += days * 86_400
          _ = try ledger.add(gift)
        }
      }
      return true
    }
  }

  /// Removes the whole ledger of a person: for when their account is deleted.
  public func removeAll(of user: UUID) async throws {
    try await database.write { try removeAll(of: user, $0) }
  }

  /// The same in the transaction in which the account is deleted.
  public func removeAll(of user: UUID, _ db: Database) throws {
    try LedgerTables(db, Caller.User(id: user)).removeAll()
  }

  private func read<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (LedgerTables) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.read { try body(LedgerTables($0, user)) }
  }

  private func write<Value: Sendable>(
    _ caller: Caller,
    _ body: @escaping @Sendable (LedgerTables) throws -> Value
  ) async throws -> Value {
    let user = try caller.requireUser()
    return try await database.write { try body(LedgerTables($0, user)) }
  }
}
