import ArgumentParser
import CommandSupport
import DockDock
import DockDockFeatures
import Dori
import DoriFeatures
import Foundation
import Naru
import NaruAuth
import NaruOffline
import Saerok
import SaerokFeatures

/// A command that calls a server as the signed-in user.
protocol ServerCommand: AsyncParsableCommand {
  var options: ClientOptions { get }

  func run(_ server: ServerConnection) async throws
}

extension ServerCommand {
  func run() async throws {
    let server = try options.connect()
    await server.offlineStore.sendQueued()
    try await run(server)
  }
}

/// A command's connection to its server.
struct ServerConnection: Sendable {
  /// Calls the server as the signed-in user.
  let client: APIClient
  /// The session of the signed-in user.
  let session: Session
  /// Whether to print JSON.
  let isJSON: Bool
  /// The signed-in user's cached reads and queued writes.
  let offlineStore: OfflineStore

  init(_ server: URL, session: Session, folder: URL, isJSON: Bool, allowsHTTP: Bool) {
    @Sendable func client(_ middleware: [any Middleware]) -> APIClient {
      APIClient(
        server,
        transport: LocalizedTransport.current,
        middleware: middleware + [Authentication(session)],
        timeout: .seconds(30),
        allowsInsecureHTTP: allowsHTTP
      )
    }
    self.client = client([])
    offlineStore = OfflineStore(in: folder, server: server, session: session, client: client)
    self.session = session
    self.isJSON = isJSON
  }

  /// The error for a command that needs a signed-in user. It has the reason why there is none.
  var notSignedIn: APIError {
    get async {
      var error = APIError(.unauthorized)
      if case .signedOut(let reason) = await session.state { error.message = reason.localizedMessage }
      error.requestDescription = client.baseURL.absoluteString
      return error
    }
  }

  // MARK: The systems

  var shelf: ReadingBooks { get async throws { try await offlineStore.api { .offline($0) } } }
  var records: ReadingRecords { get async throws { try await offlineStore.api { .offline($0) } } }
  var reviews: Reviews { get async throws { try await offlineStore.api { .offline($0) } } }
  var board: FreeBoard { get async throws { try await offlineStore.api { .offline($0) } } }
  var ledger: Ledger { get async throws { try await offlineStore.api { .offline($0) } } }

  /// Returns a contract without screens that show queued changes.
  func api<API: Contract>(_ contract: API.Type = API.self) async throws -> API {
    try await offlineStore.api { $0.live(queueingUnsent: true) }
  }

  /// Shows a read, and again whenever it has another value, until the task is cancelled.
  func watch<Value: Equatable & Sendable>(
    _ read: @escaping @concurrent @Sendable () async throws -> Value,
    show: (Value) async throws -> Void
  ) async throws {
    // Without a user, the read explains what to do, and without a usable file, what is wrong with it.
    guard let offline = try await offlineStore.usable() else { return try await show(read()) }
    async let sending: Void = offline.run()
    var shown: Value?
    let values = offline.values(read) { error in
      if let failure = error as? APIError { Terminal.standardError.writeLine(Failure(failure).message) }
    }
    for await value in values where value.value != shown {
      shown = value.value
      if Terminal.standardOutput.isInteractive { Terminal.standardOutput.write("\u{1B}[H\u{1B}[2J") }
      try await show(value.value)
    }
    await sending
  }

  // MARK: Changes

  /// Makes changes, and returns the server's result. If one is queued, throws its notice.
  func change<Value>(_ body: () async throws -> Value) async throws -> Value {
    let offline = try await offlineStore.usable()
    let last = try offline?.queuedWrites().last?.id ?? 0
    let value = try await body()
    if let write = try offline?.queuedWrites(rejected: false).last, write.id > last { throw ChangeQueued(write) }
    return value
  }

  // MARK: Output

  /// Prints a value as the server's JSON, or for people.
  func show(
    _ value: some Encodable,
    _ format: any ResponseFormat.Type,
    else print: () async throws -> Void
  ) async throws {
    guard isJSON else { return try await print() }
    printJSON(bytes: try format.encode(value))
  }

  /// Prints a value as the server's JSON, or the facts of a resource in a line, and its ID.
  func show(_ value: some Encodable, _ format: any ResponseFormat.Type, _ facts: [String?], id: String) async throws {
    try await show(value, format) {
      printLine(facts.line)
      printLine("ID  \(id)")
    }
  }

  /// Prints a value as the server's JSON, or a message.
  func show(_ value: some Encodable, _ format: any ResponseFormat.Type, _ korean: String, _ english: String)
    async throws
  {
    try await show(value, format) { printLine(korean, english) }
  }

  /// Reports a removal with a message, or with the ID as JSON, because the server's response is empty.
  func showRemoved(_ id: some Encodable, _ korean: String, _ english: String) throws {
    if isJSON { try printJSON(["removed": id]) } else { printLine(korean, english) }
  }
}

/// The notice that a change was not sent. It is not a failure of the command.
struct ChangeQueued: Error {
  private let write: QueuedWrite

  init(_ write: QueuedWrite) { self.write = write }

  /// The notice, with the ID of the item that the change creates: its own, or a local one.
  var notice: String {
    struct Created: Decodable { let id: String }
    let ownID = (try? write.body(as: Created.self))?.id.lowercased()
    let id = write.localID.map { ", ID \(ownID ?? $0.text)" } ?? ""
    return text(
      "지금은 보낼 수 없어 저장해 두었습니다. 서버에 연결되면 다음 명령이 먼저 보냅니다. (naru outbox\(id))",
      "This can't be sent now. It is saved, and the next command that reaches the server sends it first. (naru outbox\(id))"
    )
  }
}

extension [String?] {
  /// The facts that are there, in one line.
  var line: String { compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ") }
}
