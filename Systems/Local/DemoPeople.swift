import Foundation
import Naru
import ServedSystem
import Storage
import Support

/// Gives each new user sample data once, with the user's first call, even if the user deletes it.
struct DemoPeople: Sendable {
  private let systems: [any ServedSystem]
  private let database: Database
  private let now: @Sendable () -> Date
  private let welcomes = SharedTasks<UUID, Void>(cancelsWhenUnobserved: false)
  /// The users who have their sample data, as far as this process knows.
  private let known = Locked<Set<UUID>>([])

  init(_ systems: [any ServedSystem], _ context: SystemContext) {
    self.systems = systems
    database = context.database
    now = context.now
  }

  var interceptor: CallInterceptor {
    CallInterceptor { call, next in
      if let user = call.caller?.user, !known.withLock({ $0.contains(user.id) }) {
        do {
          try await welcome(user)
        } catch  where call.endpoint.method == .get && DatabaseFailure(error) != nil {
          // Reads work while nothing can be written. The user gets the sample data with a later call.
        }
      }
      return try await next(call)
    }
  }

  /// The first requests of a user may be concurrent. All of them wait for the sample data.
  private func welcome(_ user: Caller.User) async throws {
    try await welcomes.value(for: user.id) {
      try await addSampleData(for: user)
      known.withLock { _ = $0.insert(user.id) }
    }
  }

  private func addSampleData(for user: Caller.User) async throws {
    let id = user.id
    let isKnown: @Sendable (Transaction) throws -> Bool = {
      try $0.exists("SELECT id FROM demo_person WHERE id = \(id)")
    }
    guard try await !database.read(isKnown) else { return }
    // Another process may have got a request of the user at the same time.
    try await database.withLock("welcome \(id)") { [database, systems, now] in
      guard try await !database.read(isKnown) else { return }
      for system in systems { try await system.welcome(user, now: now()) }
      try await database.write("welcome", for: user) { db in
        _ = try db.run("INSERT INTO demo_person (id) VALUES (\(id))")
      }
    }
  }

  static func addMigrations(to migrations: inout Migrations) {
    migrations.add("demo-1-tables") { try $0.script("CREATE TABLE demo_person (id TEXT PRIMARY KEY)") }
  }

  static func removeAll(of person: UUID, _ db: Transaction) throws {
    try db.run("DELETE FROM demo_person WHERE id = \(person)")
  }
}
