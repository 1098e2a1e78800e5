package import Catalogue
package import Foundation
package import Hummingbird
import Naru
package import ServedSystem
package import Storage

/// The catalogue has no contract: the other systems read it. It serves the covers.
extension Catalogue: ServedSystem {
  /// No contracts.
  package static var contracts: [SystemContract<Self>] { [] }

  /// The catalogue in the database of a server.
  package init(_ context: SystemContext) {
    self.init(context.database)
  }

  /// Does nothing: the catalogue has no users' data.
  package func removeAll(of person: UUID, _ db: Transaction) {}

  /// Adds the drawn covers of books: `/covers/{isbn}.png` and `-600.png`.
  package func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    router.add(middleware: CoverMiddleware(catalogue: self))
  }
}
