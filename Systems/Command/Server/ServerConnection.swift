import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import HTTPTypes
import Naru
import NaruAuth
import Support

/// A command that calls a server as the signed-in user.
protocol ServerCommand: AsyncParsableCommand {
  var options: ClientOptions { get }

  func run(_ server: ServerConnection) async throws
}

extension ServerCommand {
  func run() async throws { try await run(options.connect()) }
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
  private let responses = Responses()

  init(_ server: URL, session: Session, folder: URL, isJSON: Bool, allowsHTTP: Bool) {
    func client(_ middleware: [any Middleware]) -> APIClient {
      APIClient(
        server,
        transport: LocalizedTransport.current,
        middleware: middleware + [Authentication(session)],
        timeout: .seconds(30),
        allowsInsecureHTTP: allowsHTTP
      )
    }
    offlineStore = OfflineStore(in: folder, server: server, session: session, client: client([]))
    self.client = client([responses, offlineStore])
    self.session = session
    self.isJSON = isJSON
  }

  /// Reads the queued changes of the signed-in user.
  func queuedChanges() async throws -> QueuedChanges { try await QueuedChanges(offlineStore) }

  /// Returns the ID of an entry of the shelf from an ID or the ISBN of a book.
  func entryID(of text: String) async throws -> ReadingBook.ID {
    try await queuedChanges().entryID(of: text, on: .live(client))
  }

  /// Prints the last response exactly as the server sent it.
  func printResponse() {
    printJSON(bytes: responses.all.last ?? Data())
  }

  /// Prints the responses exactly as the server sent them, as the values of one object.
  func printResponses(_ names: [String]) {
    let fields = zip(names, responses.all).map { Data("\"\($0)\":".utf8) + $1 }
    printJSON(bytes: Data("{".utf8) + Data(fields.joined(separator: Data(",".utf8))) + Data("}".utf8))
  }

  /// Prints the last response as JSON, or a message.
  func show(_ korean: String, _ english: String) {
    if isJSON { printResponse() } else { printLine(korean, english) }
  }

  /// Prints the last response as JSON, or a resource's facts in a line, and the ID.
  func show(_ facts: [String?], id: String) {
    if isJSON { return printResponse() }
    printLine(facts.line)
    printLine("ID  \(id)")
  }

  /// Prints the last response as JSON, as a table, or a message if it has no rows.
  func show<Row>(_ rows: [Row], empty: String? = nil, @ColumnBuilder<Row> columns: () -> [Column<Row>]) {
    if isJSON { return printResponse() }
    if let empty, rows.isEmpty { return printLine(empty) }
    Table(rows, columns: columns).print()
  }

  /// Reports a removal with a message, or with the ID as JSON, because the server's response is empty.
  func showRemoved(_ id: some Encodable, _ korean: String, _ english: String) throws {
    if isJSON { try printJSON(["removed": id]) } else { printLine(korean, english) }
  }
}

extension [String?] {
  /// The facts that are there, in one line.
  var line: String { compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ") }
}

/// Keeps the bodies of successful responses, in order.
private final class Responses: Middleware {
  private let bodies = Locked<[Data]>([])

  var all: [Data] { bodies.withLock { $0 } }

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let response = try await next(request)
    if response.head.status.kind == .successful { bodies.withLock { $0.append(response.body) } }
    return response
  }
}
