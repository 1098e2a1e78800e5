import Foundation
import HTTPTypes
import Logging
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import SquirretStandIns
import Storage
import StorageTesting
import Support

/// A server's sign-in with a manual clock and stand-ins for the providers.
struct Fixture {
  static let key = Data(repeating: 7, count: 32)

  let clock: Locked<Date>
  let database: Database
  let standIns: StandIns
  let identity: Identity
  let log: CapturedLog

  init(
    database: Database? = nil,
    clock: Locked<Date> = Locked(Date(timeIntervalSince1970: 1_800_000_000)),
    standIns: StandIns? = nil,
    transport: (any Transport)? = nil,
    configure: (inout IdentityConfiguration) async throws -> Void = { _ in },
    ownedData: @escaping Identity.OwnedData = { _, _ in }
  ) async throws {
    self.clock = clock
    self.database = try database ?? TestDatabase.make()
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    Identity.addMigrations(to: &migrations)
    try self.database.migrate(migrations)
    let now: @Sendable () -> Date = { clock.withLock { $0 } }
    let standIns = standIns ?? StandIns(now: now)
    self.standIns = standIns
    var configuration = IdentityConfiguration(masterKey: try MasterKey(Self.key))
    configuration.providers = standIns.registrations()
    try await configure(&configuration)
    let log = CapturedLog()
    self.log = log
    identity = try await Identity(
      database: self.database,
      configuration: configuration,
      transport: transport ?? standIns,
      logger: Logger(label: "test", factory: { _ in log }),
      now: now,
      ownedData: ownedData
    )
  }

  /// Advances the clock.
  func wait(_ seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  /// The contract as an app calls it.
  func accounts(_ token: Secret? = nil) -> Accounts {
    .live(
      APIClient(
        InMemoryTransport.url,
        transport: InMemoryTransport([identity.accounts]),
        middleware: [BearerAuthentication { token }]
      )
    )
  }

  /// Signs a person in and returns the tokens.
  func signIn(_ name: String = "홍길동", with provider: SignInProvider = .naver) async throws -> TokenPair {
    let browser = TestBrowser(self)
    let address = try await browser.signIn(name, with: provider, challenge: TestBrowser.challenge)
    let (code, verifier) = (Secret(try address.require("code")), Secret(TestBrowser.verifier))
    return try await accounts().token(exchange: CodeExchange(code: code, codeVerifier: verifier))
  }
}

extension Fixture {
  /// Starts a session without a browser, so that it does not count as a request of an address.
  func signInWithoutRouter() async throws -> TokenPair {
    let other = try await Fixture(database: database, clock: clock, standIns: standIns)
    // On PostgreSQL, both servers count together.
    try await database.write { _ = try $0.run("DELETE FROM rate_bucket") }
    return try await other.signIn()
  }
}

/// A log handler that records the lines.
final class CapturedLog: LogHandler, Sendable {
  private let lines = Locked<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  /// The events of accounts, the first one first.
  var events: [String] { text.matches(of: /"event": (\w+)/).map { String($0.1) } }

  // `scripts/test` searches these files for secrets.
  deinit {
    guard let folder = ProcessInfo.processInfo.environment["NARU_TEST_LOGS"], !text.isEmpty else { return }
    try? Data(text.utf8).write(to: URL(filePath: folder).appending(path: "identity-\(UUID().uuidString).log"))
  }

  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    lines.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
  }
}

/// Returns the code and status of the `APIError` that an operation throws.
func failure(_ body: () async throws -> Void) async -> (code: String?, status: Int?) {
  do {
    try await body()
    return (nil, nil)
  } catch let error as APIError {
    return (error.serverCode, error.status?.code)
  } catch {
    return ("\(error)", nil)
  }
}
