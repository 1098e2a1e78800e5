import Foundation
import GRDB
import HTTPTypes
import Naru
import ServedSystem
import Storage
import Support

/// A server process that answers one request with an `Idempotency-Key`, and that kills itself (`kill -9`) on the way. For
/// `KilledServerTests`.
///
///     KilledWriter FILE STEP TEXT
///
/// It kills itself when the STEP-th statement of the request's two transactions begins, or when they have ended and the response is not
/// sent yet. With a higher step, it prints the response's body and whether it is a repeated one.
@main
struct KilledWriter {
  @API("/effects", auth: .required)
  struct Effects: Sendable {
    @POST("/")
    var add: @Sendable (_ text: String) async throws -> String
  }

  /// The only person.
  static let person = Caller.User(id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

  private struct Anybody: Authenticator {
    func user(for token: Secret) async throws -> Caller.User? { person }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let file = arguments.first, let step = Int(arguments[2]), let text = arguments.last
    else {
      throw MessageError("KilledWriter FILE STEP TEXT")
    }
    let database = try Storage.Database.file(at: URL(filePath: file))
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    migrations.add("effects") { try $0.script("CREATE TABLE effect (id INTEGER PRIMARY KEY, step TEXT NOT NULL)") }
    try database.migrate(migrations)
    let passed = Locked(0)
    let pass: @Sendable () -> Void = {
      let isLast = passed.withLock { passed in
        passed += 1
        return passed == step
      }
      if isLast { kill(getpid(), SIGKILL) }
    }
    let options = ServingOptions(
      authenticator: Anybody(),
      idempotency: try RememberedResults(in: database, .none, now: { Date() })
    )
    let server = InMemoryTransport().mounting(Effects.self, options: options) { _ in
      Effects { text in
        // A handler with two transactions, which continues after the one that was committed.
        let first = try await add("\(text) 1", as: "first", to: database)
        let second = try await add("\(text) 2", as: "second", to: database)
        pass()
        return "\(first) \(second)"
      }
    }
    try await database.sqlite?.writeWithoutTransaction { db in db.trace(options: .statement) { _ in pass() } }
    let client = APIClient(
      InMemoryTransport.url,
      transport: server,
      middleware: [BearerAuthentication { Secret("any") }]
    )
    let answer = try await withCallOptions(idempotencyKey: "key") { try await Effects.live(client).add(text: text) }
    print(answer)
  }

  private static func add(_ text: String, as name: String, to database: Storage.Database) async throws -> Int {
    try await database.write(name, for: person) { db in
      try db.run("INSERT INTO effect (step) VALUES (\(text))")
      return try db.values("SELECT max(id) FROM effect", as: Int.self)[0]
    }
  }
}
