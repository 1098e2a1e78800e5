package import Catalogue
package import Foundation
package import GRDB
import HTTPTypes
package import Hummingbird
import Naru
package import ServedSystem

/// The catalogue has no contract: the other systems read it. It serves the covers.
extension Catalogue: ServedSystem {
  /// No contracts.
  package static var contracts: [SystemContract<Self>] { [] }

  /// The catalogue in the database of a server.
  package init(_ context: SystemContext) {
    self.init(context.database)
  }

  /// Does nothing: the catalogue has no data of people.
  package func removeAll(of person: UUID, _ db: Database) {}

  /// Adds the drawn covers of books: `/covers/{isbn}.svg`.
  package func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    router.get("/covers/{isbn}.svg") { _, context in
      guard let book = try await book(id: context.parameters.require("isbn")) else { throw HTTPError(.notFound) }
      // A cover does not change within a version of the catalogue.
      return Response(
        status: .ok,
        headers: [.contentType: "image/svg+xml; charset=utf-8", .cacheControl: "public, max-age=86400"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: Cover.svg(for: book)))
      )
    }
  }
}
