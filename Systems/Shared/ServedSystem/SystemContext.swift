public import Foundation
public import GRDB
public import Logging
public import Naru

/// The parts of a server that its systems share.
public struct SystemContext: Sendable {
  /// The database. It has the tables of all systems.
  public let database: any DatabaseWriter
  /// The settings of the server.
  public let settings: Settings
  /// The transport for calls to other servers.
  public let transport: any Transport
  /// The logger of the server.
  public let logger: Logger
  /// The clock.
  public let now: @Sendable () -> Date
  /// Makes the IDs of new things.
  public let makeID: @Sendable () -> UUID

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - database: the database, migrated.
  ///   - settings: the settings of the server.
  ///   - transport: the transport for calls to other servers.
  ///   - logger: the logger of the server.
  ///   - now: the clock.
  ///   - makeID: makes the IDs of new things.
  public init(
    database: any DatabaseWriter,
    settings: Settings,
    transport: any Transport,
    logger: Logger,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.database = database
    self.settings = settings
    self.transport = transport
    self.logger = logger
    self.now = now
    self.makeID = makeID
  }
}
