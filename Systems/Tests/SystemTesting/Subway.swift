import Foundation
package import Naru
package import NaruOffline
import StorageTesting
import Support

/// A person's device on the way through a tunnel: the folder of an app, and a way to the server that can be closed.
package final class Subway: Sendable {
  /// The client of the person, whose token is the name.
  package let client: APIClient
  private let name: String
  private let folder = TemporaryFolder()
  private let link: NetworkLink

  /// Creates a device.
  package init(to server: some Transport, as name: String) {
    self.name = name
    link = NetworkLink(server)
    client = APIClient(InMemoryTransport.url, transport: link, middleware: [BearerAuthentication { Secret(name) }])
  }

  /// Whether the server can't be reached.
  package var isInTunnel: Bool {
    get { link.isDown.withLock { $0 } }
    set { link.isDown.withLock { $0 = newValue } }
  }

  /// Starts the app.
  package func start(_ options: OfflineOptions) throws -> Offline {
    try Offline(in: folder.url, for: name, client: client, options: options)
  }
}
