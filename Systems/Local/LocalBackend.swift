package import Catalogue
import DockDockBackend
package import Foundation
package import Hummingbird
package import Logging
package import Naru
import NaruServer
import Rules
package import ServedSystem
import Squirret
package import SquirretBackend
package import Storage

/// The systems that Naru serves, on one database.
package struct LocalBackend: Sendable {
  /// The catalogue of books. It may be empty; see `Catalogue.seedIfEmpty(progress:)`.
  package let catalogue: Catalogue
  /// The contracts of all systems.
  private(set) package var contracts: [ServedContract]
  let context: SystemContext
  let migrations: Migrations
  let systems: [any ServedSystem]
  private let signIn: SignIn
  private let squirret: SquirretSystem?
  private let limits: ServerLimits
  let isDemo: Bool
  private let isDescribed: Bool
  private let busyWait: BusyWait
  /// Adds routes before all others.
  private var addFirstRoutes: @Sendable (Router<LocalRequestContext>) -> Void = { _ in }

  /// Opens the storage and creates the systems.
  package init(
    storage: StorageChoice,
    systems: [any ServedSystem.Type] = Self.systems,
    signIn: SignIn = .none,
    settings: Settings = .none,
    transport: any Transport = InMemoryTransport(),
    demo: Bool = false,
    described: Bool = true,
    logger: Logger = Logger(label: "naru"),
    busyWait: BusyWait = BusyWait(),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) async throws {
    let limits = try ServerLimits(settings)
    let migrations = Self.migrations(of: systems)
    let database = try await MessageError.explaining(logger) {
      try storage.open(migrations, settings, waiting: busyWait)
    }
    let context = SystemContext(
      database: database,
      settings: settings,
      transport: transport,
      logger: logger,
      now: now,
      makeID: makeID,
      sign: { [key = signIn.masterKey] in key.text("link", for: $0) }
    )
    let systems = try systems.map { try $0.init(context) }
    var authenticator: (any Authenticator)?
    var squirret: SquirretSystem?
    switch signIn {
    case .none: break
    case .authenticator(let other): authenticator = other
    case .squirret(let configuration):
      let new = try await SquirretSystem(configuration, for: systems, context)
      authenticator = new.identity
      squirret = new
    }
    let welcome = demo ? DemoPeople(systems, context).interceptor : nil
    let limit = try CallInterceptor.limitingWrites(settings, database, now: now)
    let options = ServingOptions(
      authenticator: authenticator,
      publicURL: try settings.publicURL,
      language: .korean,
      logger: logger,
      makeFailure: { .database($0, logger: logger) },
      describe: \.sentenceForPeople,
      idempotency: try RememberedResults(in: database, settings, now: now),
      dataRevision: try .of(database, now: now),
      writeLock: DatabaseTurns(in: database),
      interceptors: [welcome, limit].compactMap(\.self)
    )
    // A Supabase project has users of DockDock only.
    var others = options
    if let squirret { others.authenticator = squirret.identity.ownTokens }
    let served = systems.flatMap { $0.served($0 is DockDockBackend ? options : others) }
    let accounts = squirret.map { [$0.identity.accounts] } ?? []
    contracts = ChangeFeed(channel: database.changeChannel).serving(served + accounts)
    catalogue = Catalogue(context)
    self.limits = limits
    self.context = context
    self.migrations = migrations
    self.systems = systems
    self.signIn = signIn
    self.squirret = squirret
    isDemo = demo
    isDescribed = described
    self.busyWait = busyWait
  }

  /// Returns the migrations of systems and of what all servers have.
  static func migrations(of systems: [any ServedSystem.Type]) -> Migrations {
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    for system in systems { system.addMigrations(to: &migrations) }
    Identity.addMigrations(to: &migrations)
    DemoPeople.addMigrations(to: &migrations)
    return migrations
  }

  /// Whether stand-ins take the place of sign-in providers, so that everyone who reaches the server can sign in under any name.
  package var hasStandIns: Bool { squirret?.hasStandIns == true }

  /// The sign-in of Squirret. `nil` for another sign-in.
  package var identity: Identity? { squirret?.identity }

  /// The contracts of all systems, including sign-in.
  package static var contractTypes: [any Contract.Type] { systems.flatMap { $0.contractTypes } + [Accounts.self] }

  /// The endpoints of all systems, including sign-in.
  package static var endpoints: [Endpoint] { contractTypes.flatMap { $0.endpoints } }

  /// Does slow work before the first request, such as counting loans and adding sample data.
  package func prepare() async throws {
    let prepare: @concurrent @Sendable () async throws -> Void = { [systems, isDemo] in
      for system in systems { try await system.prepare(demo: isDemo) }
    }
    try await MessageError.explaining(context.logger) {
      // Of several servers that start at the same time, one adds the sample data.
      try await isDemo ? context.database.withLock("prepare", prepare) : prepare()
    }
    busyWait.beginServing()
  }

  /// Returns the backend with other contracts in place of its own, and with more routes.
  package func replacing(
    _ contracts: [ServedContract],
    adding addRoutes: @escaping @Sendable (Router<LocalRequestContext>) -> Void
  ) -> LocalBackend {
    var backend = self
    backend.contracts = contracts
    backend.addFirstRoutes = addRoutes
    return backend
  }

  /// The same server without a socket.
  package var inMemory: InMemoryTransport { InMemoryTransport(contracts) }

  /// Returns a router with the routes of all systems.
  package func router() -> Router<LocalRequestContext> {
    // RFC 9110, section 9.1: where there is a GET, there is a HEAD.
    let router = Router(context: LocalRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestLog())
    addFirstRoutes(router)
    router.add(middleware: DatabaseFailures(logger: context.logger))
    HealthRoutes(database: context.database, migrations: migrations, logger: context.logger).addRoutes(to: router)
    squirret?.addRoutes(to: router)
    if isDescribed { Self.addDescriptions(to: router) }
    router.mount(contracts)
    for system in systems { system.addRoutes(to: router) }
    if isDescribed {
      let hasLab = router.routes.contains { $0.path.description == "/lab" }
      router.add(middleware: FrontPage(catalogue: catalogue, hasLab: hasLab, hasStandIns: hasStandIns))
    }
    router.rejectUnmatchedRequests(in: .korean)
    return router
  }

  /// Serves until the task is cancelled or the process gets SIGINT or SIGTERM. Answers the requests in progress, for at most
  /// ``Setting/serverStopSeconds``, then closes the database. A second SIGINT ends the process at once.
  package func run(host: String, port: Int, onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    // Without Hummingbird's debug messages.
    var logger = context.logger
    logger.logLevel = max(logger.logLevel, .info)
    let application = Application(
      router: router(),
      server: .limited(limits),
      // The system shortens the queue to its maximum. In a short one, a flood of connections delays everyone's.
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "naru", backlog: 4096),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
      logger: logger
    )
    defer {
      do { try close() } catch {
        // Everything is in SQLite's log beside the file, which the next start reads.
        context.logger.error(
          "SQLite's log can't be written to the database file. The next start uses the log.",
          metadata: ["cause": "\(MessageError.underlyingError(of: error))"]
        )
      }
    }
    do {
      try await application.runUntilSignal(shutdownGracePeriod: limits.shutdownGracePeriod)
    } catch {
      throw MessageError.explained(MessageError(listeningOn: host, port: port, error) ?? error, context.logger)
    }
  }

  /// Closes the database. ``run(host:port:onRunning:)`` does this itself. Then the database file holds everything that was
  /// written, so that a copy of it is complete without the `-wal` file beside it.
  package func close() throws {
    try context.database.close()
  }
}
