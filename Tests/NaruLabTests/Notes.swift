import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Naru
import NaruAsyncHTTPClient
@_spi(Lab) import NaruLab
import NaruServer
import ServerTesting
import TestSupport
import Testing

/// A contract for the tests.
@API("/notes", auth: .optional)
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable (_ word: String?) async throws -> [String]

  @POST("/", changes: ["list"], idempotencyKey: true)
  var add: @Sendable (_ note: NewNote) async throws -> String

  @DELETE("/{token}")
  var remove: @Sendable (_ token: String) async throws -> Void

  @GET("/file")
  var file: @Sendable () async throws -> Blob
}

@Payload(init: true)
struct NewNote: Sendable, Equatable {
  var text: String
  var password: String?
}

/// The notes of a server, with its lab.
final class NoteServer: Sendable {
  let lab: Lab
  let contracts: [ServedContract]
  private let notes: NoteBook

  init(
    _ lab: Lab = Lab(),
    _ notes: NoteBook = NoteBook(),
    idempotency: InMemoryIdempotencyStore? = nil
  ) {
    self.lab = lab
    self.notes = notes
    contracts = lab.observing([notes.contract(idempotency)])
  }

  /// The notes.
  var all: [String] { notes.all }

  /// The server without a socket, with its lab.
  var inMemory: InMemoryTransport { InMemoryTransport(contracts + [lab.contract]) }

  var apiClient: APIClient { APIClient(InMemoryTransport.url, transport: inMemory) }

  var api: LabAPI { LabAPI.live(apiClient) }

  func client(_ name: String? = nil, timeout: Duration = .seconds(20)) -> Notes {
    Notes.live(
      APIClient(
        InMemoryTransport.url,
        transport: inMemory,
        middleware: [BearerAuthentication { name.map { Secret($0) } }],
        timeout: timeout
      )
    )
  }

  /// Runs the server on a free port of this machine.
  func serve<Result: Sendable>(
    token: Secret? = nil,
    limited: Bool = true,
    labFirst: Bool = false,
    // A fault that lasts until the client gives up lasts longer on the server.
    gracePeriod: Duration = .milliseconds(200),
    _ body: @escaping @Sendable (_ url: URL) async throws -> Result
  ) async throws -> Result {
    let router = Router(context: LabContext.self)
    if labFirst { lab.addRoutes(to: router, token: token) }
    router.mount(contracts)
    if !labFirst { lab.addRoutes(to: router, token: token) }
    return try await withServer(
      router,
      server: limited ? .limited(ServerLimits(shutdownGracePeriod: max(gracePeriod, .seconds(1)))) : .http1(),
      gracePeriod: gracePeriod
    ) { try await body($0.url) }
  }
}

/// The notes of a server.
struct NoteBook: Sendable {
  private let notes: Locked<[String]>

  init(_ notes: [String] = ["아침 배", "저녁 배"]) {
    self.notes = Locked(notes)
  }

  var all: [String] { notes.withLock { $0 } }

  func contract(_ idempotency: InMemoryIdempotencyStore? = nil) -> ServedContract {
    let options = ServingOptions(authenticator: nameIsToken, idempotency: idempotency)
    return ServedContract(Notes.self, options: options) { _ in
      Notes(
        list: { word in notes.withLock { $0.filter { note in word.map { note.contains($0) } ?? true } } },
        add: { note in
          notes.withLock { $0.append(note.text) }
          return note.text
        },
        remove: { _ in throw APIError(.notFound) },
        file: { Blob(Data("나루".utf8), contentType: "text/plain") }
      )
    }
  }
}

struct LabContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// The token is the name of the caller; `bad` is invalid.
private let nameIsToken = ClosureAuthenticator { token in
  guard token.revealed != "bad" else { return nil }
  let bytes = Array(token.revealed.utf8.prefix(16)) + Array(repeating: 0, count: 16)
  return Caller.User(
    id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) },
    name: token.revealed
  )
}
