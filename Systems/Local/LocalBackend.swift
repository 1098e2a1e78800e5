public import Aladin
public import Catalogue
import DockDock
import DockDockBackend
import Dori
import DoriBackend
public import Foundation
import GRDB
import HTTPTypes
public import Hummingbird
import Konkuk
import KonkukBackend
public import Logging
public import Naru
public import SquirretBackend
import NaruServer
import Saerok
import SaerokBackend
import Squirret

/// The local backend: the systems that Naru serves, on one database. The command and the tests make it here, and nowhere
/// else.
public struct LocalBackend: Sendable {
  /// The catalogue of books.
  public let catalogue: Catalogue
  /// The contracts that are served.
  public let contracts: [ServedContract]
  private let database: any DatabaseWriter
  private let logger: Logger
  private let identity: Identity?
  private let standIns: StandIns?
  private let isDemo: Bool
  private let dockdock: DockDockBackend
  private let saerok: SaerokBackend
  private let konkuk: KonkukBackend

  /// Opens the storage, without a sign-in. The catalogue may be empty; see `Catalogue.seedIfEmpty(progress:)`.
  ///
  /// - Parameters:
  ///   - storage: where the data is.
  ///   - authenticator: tells who asks. `nil`: nobody can sign in.
  ///   - aladin: the bookshop that is asked for books too. `nil`: only the catalogue is.
  ///   - demo: whether there are made-up people, and whoever asks for the first time gets a made-up shelf and ledger.
  ///   - logger: for requests and unexpected errors.
  ///   - now: the clock.
  ///   - makeID: makes the ids of what people create.
  /// - Throws: ``LocalError`` if the storage can't be opened.
  public init(
    storage: Storage,
    authenticator: (any Authenticator)? = nil,
    aladin: AladinItems? = nil,
    demo: Bool = false,
    logger: Logger = Logger(label: "naru"),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) throws {
    self.init(
      database: try storage.open(),
      authenticator: authenticator,
      identity: nil,
      standIns: nil,
      aladin: aladin,
      demo: demo,
      logger: logger,
      now: now,
      makeID: makeID
    )
  }

  /// Opens the storage, with a sign-in: at the providers that are configured, or, where there is none, at stand-ins for all
  /// four on this machine.
  ///
  /// - Parameters:
  ///   - storage: where the data is.
  ///   - signIn: how people sign in.
  ///   - transport: how providers are called that are configured.
  ///   - aladin: the bookshop that is asked for books too. `nil`: only the catalogue is.
  ///   - demo: whether there are made-up people, and whoever asks for the first time gets a made-up shelf and ledger.
  ///   - logger: for requests and unexpected errors.
  ///   - now: the clock.
  ///   - makeID: makes the ids of what people create, and of people.
  /// - Throws: ``LocalError`` if the storage can't be opened, or `IdentityError` for a configuration that can't work.
  public init(
    storage: Storage,
    signIn: IdentityConfiguration,
    transport: any Transport,
    aladin: AladinItems? = nil,
    demo: Bool = false,
    logger: Logger = Logger(label: "naru"),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() }
  ) async throws {
    let database = try storage.open()
    var signIn = signIn
    var standIns: StandIns?
    if signIn.providers.isEmpty {
      let new = StandIns(otherwise: transport, now: now)
      signIn.providers = try new.registrations()
      standIns = new
    }
    let identity = try await Identity(
      database: database,
      configuration: signIn,
      transport: standIns ?? transport,
      logger: logger,
      now: now,
      makeID: makeID,
      ownedData: { person, db in
        try DockDockBackend.removeAll(of: person, db)
        try DoriBackend.removeAll(of: person, db)
        try SaerokBackend.removeAll(of: person, db, now: now())
        try DemoAuthenticator.removeAll(of: person, db)
      },
      introduce: { [saerok = SaerokBackend(database: database, now: now)] user, email, pictureURL in
        try await saerok.introduce(user, email: email, imageURL: pictureURL)
      }
    )
    self.init(
      database: database,
      authenticator: identity,
      identity: identity,
      standIns: standIns,
      aladin: aladin,
      demo: demo,
      logger: logger,
      now: now,
      makeID: makeID
    )
  }

  private init(
    database: any DatabaseWriter,
    authenticator: (any Authenticator)?,
    identity: Identity?,
    standIns: StandIns?,
    aladin: AladinItems?,
    demo: Bool,
    logger: Logger,
    now: @escaping @Sendable () -> Date,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.database = database
    self.logger = logger
    self.identity = identity
    self.standIns = standIns
    catalogue = Catalogue(database)
    let dockdock = DockDockBackend(
      database: database,
      catalogue: catalogue,
      aladin: aladin,
      logger: logger,
      now: now,
      makeID: makeID
    )
    let saerok = SaerokBackend(database: database, now: now)
    let konkuk = KonkukBackend(database: database, catalogue: catalogue, now: now)
    let dori = DoriBackend(database: database)
    self.saerok = saerok
    self.konkuk = konkuk
    self.dockdock = dockdock
    isDemo = demo
    let authenticator = authenticator.map {
      demo ? DemoAuthenticator($0, database, dockdock, dori, now: now) : $0
    }
    let options = ServingOptions(authenticator: authenticator, logger: logger)
    contracts =
      [
        ServedContract(Books.self, options: options) { dockdock.books(for: $0) },
        ServedContract(ReadingBooks.self, options: options) { dockdock.readingBooks(for: $0) },
        ServedContract(ReadingRecords.self, options: options) { dockdock.readingRecords(for: $0) },
        ServedContract(Reviews.self, options: options) { dockdock.reviews(for: $0) },
        ServedContract(Onboarding.self, options: options) { dockdock.onboarding(for: $0) },
        ServedContract(FreeBoard.self, options: options) { saerok.board(for: $0) },
        ServedContract(Saerok.Account.self, options: options) { saerok.account(for: $0) },
        ServedContract(Blocks.self, options: options) { saerok.blocks(for: $0) },
        ServedContract(PopularBooks.self, options: options) { konkuk.popularBooks(for: $0) },
        ServedContract(Loans.self, options: options) { konkuk.loans(for: $0) },
        ServedContract(Ledger.self, options: options) { dori.ledger(for: $0) },
      ] + (identity.map { [$0.accounts] } ?? [])
  }

  /// Whether stand-ins answer instead of providers, so that whoever reaches the server can be anybody.
  public var hasStandIns: Bool { standIns != nil }

  /// Every endpoint that is served.
  public static var endpoints: [Endpoint] {
    Books.endpoints + ReadingBooks.endpoints + ReadingRecords.endpoints + Reviews.endpoints + Onboarding.endpoints
      + FreeBoard.endpoints + Saerok.Account.endpoints + Blocks.endpoints + PopularBooks.endpoints + Loans.endpoints
      + Ledger.endpoints
      + Accounts.endpoints
  }

  /// Makes what takes a while before the first request: the loan history of the catalogue and, for a demo, the people who are made
  /// up, with their shelves, reviews, posts and comments.
  public func prepare() async throws {
    try await konkuk.prepare()
    guard isDemo else { return }
    try await dockdock.addDemoPeople()
    _ = try await saerok.addDemoData()
  }

  /// The same server without a socket.
  public var inMemory: InMemoryTransport { InMemoryTransport(contracts) }

  /// A router with everything in it.
  public func router() -> Router<LocalRequestContext> {
    let router = Router(context: LocalRequestContext.self)
    router.add(middleware: RequestLog())
    identity?.addRoutes(to: router)
    standIns?.addRoutes(to: router)
    router.mount(contracts)
    router.get("/covers/{isbn}.svg") { [catalogue] _, context in
      try await cover(context.parameters.require("isbn"), catalogue)
    }
    return router
  }

  /// Serves until the task is cancelled or the process is told to stop (SIGINT, SIGTERM): requests that are under way are
  /// answered, then the database is closed.
  ///
  /// - Parameters:
  ///   - host: the address to listen at.
  ///   - port: the port; 0 takes a free one.
  ///   - onRunning: called with the port when the first request can come.
  /// - Throws: ``LocalError`` if the address can't be listened at.
  public func run(host: String, port: Int, onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let application = Application(
      router: router(),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "naru"),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
      logger: quiet
    )
    do {
      try await application.runService()
    } catch let error as any Error & CustomStringConvertible where "\(error)".contains("Address already in use") {
      try close()
      throw LocalError(
        Sentence(
          korean: "\(port)번 포트를 이미 다른 프로그램이 쓰고 있습니다. `--port`로 다른 번호를 지정해 주세요.",
          english: "Another program uses port \(port) already. Choose another one with `--port`."
        ),
        cause: error
      )
    }
    try close()
  }

  /// Closes the database. ``run(host:port:onRunning:)`` does it by itself.
  public func close() throws {
    try database.close()
  }

  /// Hummingbird's own messages are for people who debug it.
  private var quiet: Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .info)
    return logger
  }
}

/// The drawn cover of a book. It never changes for a version of the catalogue, so it may be kept for a day.
private func cover(_ isbn: String, _ catalogue: Catalogue) async throws -> Response {
  guard let book = try await catalogue.book(id: isbn) else { throw HTTPError(.notFound) }
  return Response(
    status: .ok,
    headers: [.contentType: "image/svg+xml; charset=utf-8", .cacheControl: "public, max-age=86400"],
    body: ResponseBody(byteBuffer: ByteBuffer(string: Cover.svg(for: book)))
  )
}
