import DockDockBackend
import DoriBackend
import Foundation
import GRDB
import Naru

/// Tells who asks, and sees to it that somebody who asks for the first time has something to see: a shelf and a ledger, both made
/// up. Nobody gets them twice, not even who threw them away.
struct DemoAuthenticator: Authenticator {
  private let base: any Authenticator
  private let gifts: DemoGifts

  init(
    _ base: any Authenticator,
    _ database: any DatabaseWriter,
    _ dockdock: DockDockBackend,
    _ dori: DoriBackend,
    now: @escaping @Sendable () -> Date
  ) {
    self.base = base
    gifts = DemoGifts(database: database, dockdock: dockdock, dori: dori, now: now)
  }

  func user(for token: Secret) async throws -> Caller.User? {
    try await welcomed(base.user(for: token))
  }

  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await welcomed(base.user(for: token, calling: endpoint))
  }

  private func welcomed(_ user: Caller.User?) async throws -> Caller.User? {
    if let user { try await gifts.give(to: user) }
    return user
  }

  static func createTable(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE demo_person (id TEXT PRIMARY KEY)")
  }

  static func removeAll(of person: UUID, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM demo_person WHERE id = ?", arguments: [person.uuidString])
  }
}

/// Who got something. The first requests of somebody may come together, and all of them wait.
private actor DemoGifts {
  private let database: any DatabaseWriter
  private let dockdock: DockDockBackend
  private let dori: DoriBackend
  private let now: @Sendable () -> Date
  private var tasks: [UUID: Task<Void, any Error>] = [:]

  init(
    database: any DatabaseWriter,
    dockdock: DockDockBackend,
    dori: DoriBackend,
    now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.dockdock = dockdock
    self.dori = dori
    self.now = now
  }

  func give(to user: Caller.User) async throws {
    let task = tasks[user.id] ?? Task { try await add(user) }
    tasks[user.id] = task
    do {
      try await task.value
    } catch {
      // The next request tries again.
      tasks[user.id] = nil
      throw error
    }
  }

  private func add(_ user: Caller.User) async throws {
    let id = user.id.uuidString
    let isKnown = try await database.read { db in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM demo_person WHERE id = ?)", arguments: [id]) ?? false
    }
    guard !isKnown else { return }
    try await dockdock.addDemoData(for: user)
    _ = try await dori.addDemoData(for: user, now: now())
    try await database.write { try $0.execute(sql: "INSERT INTO demo_person (id) VALUES (?)", arguments: [id]) }
  }
}
