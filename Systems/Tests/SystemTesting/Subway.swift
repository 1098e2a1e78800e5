import Foundation
package import Naru
package import NaruOffline

/// A person's device on the way through a tunnel: the folder of an app, and a way to the server that can be closed.
package final class Subway: Sendable {
  /// The client of the person, whose token is the name.
  package let client: APIClient
  private let name: String
  private let folder: URL
  private let road: Road

  private final class Road: Transport {
    let isDown = Locked(false)
    private let server: any Transport

    init(_ server: any Transport) {
      self.server = server
    }

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      guard !isDown.withLock({ $0 }) else { throw APIError(.unreachable) }
      return try await server.send(request)
    }
  }

  /// Creates a device.
  package init(to server: some Transport, as name: String) {
    self.name = name
    road = Road(server)
    client = APIClient(InMemoryTransport.url, transport: road, middleware: [BearerAuthentication { Secret(name) }])
    folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Whether the server can't be reached.
  package var isInTunnel: Bool {
    get { road.isDown.withLock { $0 } }
    set { road.isDown.withLock { $0 = newValue } }
  }

  /// Starts the app.
  package func start(_ options: OfflineOptions) throws -> Offline {
    try Offline(in: folder, for: name, client: client, options: options)
  }

  /// Finds the person by a token that is the name.
  package struct TokenIsName: Authenticator {
    package init() {}

    package func user(for token: Secret) async throws -> Caller.User? { TestServer.user(token.revealed) }
  }
}
