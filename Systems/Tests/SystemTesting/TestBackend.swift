package import Catalogue
package import Foundation
import Logging
package import Naru
package import ServedSystem
package import Storage
import StorageTesting
package import Support

/// A system on a database of its own, with a catalogue of books and a clock that a test sets.
package struct TestBackend<System: ServedSystem>: Sendable {
  package let backend: System
  package let server: TestServer
  package let database: Database
  package let catalogue: Catalogue
  package let clock: Locked<Date>

  /// Creates a system on a database, by default an empty one.
  package init(_ database: Database? = nil, at now: Date, settings: [String: String] = [:]) throws {
    let database = try database ?? TestDatabase.make()
    try database.migrate(Self.migrations)
    let clock = Locked(now)
    let settings = Settings(environment: settings)
    backend = try System(
      SystemContext(
        database: database,
        settings: settings,
        transport: InMemoryTransport(),
        logger: Logger(label: "naru.test"),
        now: { clock.withLock { $0 } },
        makeID: { UUID() },
        sign: { "\(StableHash($0).value)" }
      )
    )
    var options = TestServer.options
    options.publicURL = try settings.publicURL
    options.idempotency = try RememberedResults(in: database, settings) { clock.withLock { $0 } }
    server = TestServer(backend.served(options))
    catalogue = Catalogue(database)
    self.database = database
    self.clock = clock
  }

  private static var migrations: Migrations {
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    Catalogue.addMigrations(to: &migrations)
    System.addMigrations(to: &migrations)
    return migrations
  }

  package var now: Date { clock.withLock { $0 } }

  package func wait(_ seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  /// Adds the books of a CSV table to the catalogue.
  package func importBooks(_ csv: String) throws { try catalogue.importText(csv) }

  /// Returns a client of a person, or of a guest.
  package func client(_ name: String? = nil) -> APIClient { server.client(name) }
}

extension Catalogue {
  /// Adds the books of a CSV table.
  package func importText(_ csv: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(csv.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try importCSV(from: file)
  }
}
