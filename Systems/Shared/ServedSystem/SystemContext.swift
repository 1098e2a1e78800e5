package import Foundation
package import Logging
package import Naru
package import Storage

/// The parts of a server that its systems share.
package struct SystemContext: Sendable {
  /// The database. It has the tables of all systems.
  package let database: Database
  /// The database of the tables in ``ServedSystem/sharedTables``. It is ``database``, but for a copy of the server's data.
  package let shared: Database
  /// The settings of the server.
  package let settings: Settings
  /// The transport for calls to other servers.
  package let transport: any Transport
  /// The logger of the server.
  package let logger: Logger
  /// The clock.
  package let now: @Sendable () -> Date
  /// Makes the IDs of new things.
  package let makeID: @Sendable () -> UUID

  /// Creates a context.
  package init(
    database: Database,
    shared: Database? = nil,
    settings: Settings,
    transport: any Transport,
    logger: Logger,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.database = database
    self.shared = shared ?? database
    self.settings = settings
    self.transport = transport
    self.logger = logger
    self.now = now
    self.makeID = makeID
  }

  /// Returns the context of a server on a copy of the data, which has no rows in the shared tables.
  package func on(_ copy: Database) -> SystemContext {
    SystemContext(
      database: copy,
      shared: shared,
      settings: settings,
      transport: transport,
      logger: logger,
      now: now,
      makeID: makeID
    )
  }
}
