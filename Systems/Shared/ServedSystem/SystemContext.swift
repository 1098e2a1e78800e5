package import Foundation
package import Logging
package import Naru
package import Storage

/// The parts of a server that its systems share.
package struct SystemContext: Sendable {
  /// The database. It has the tables of all systems.
  package let database: Database
  /// The settings of the server.
  package let settings: Settings
  /// The transport for calls to other servers.
  package let transport: any Transport
  /// The logger of the server.
  package let logger: Logger
  /// The clock.
  package let now: @Sendable () -> Date
  /// Generates the IDs of new rows.
  package let makeID: @Sendable () -> UUID
  /// Returns the signature of a string, which only this server can make.
  package let sign: @Sendable (String) -> String

  /// Creates a context.
  package init(
    database: Database,
    settings: Settings,
    transport: any Transport,
    logger: Logger,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID,
    sign: @escaping @Sendable (String) -> String
  ) {
    self.database = database
    self.settings = settings
    self.transport = transport
    self.logger = logger
    self.now = now
    self.makeID = makeID
    self.sign = sign
  }
}
