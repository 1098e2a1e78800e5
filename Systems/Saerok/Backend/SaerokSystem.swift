package import Hummingbird
import Saerok
package import ServedSystem

extension SaerokBackend: ServedSystem {
  /// The free board, its pictures, accounts and blocks.
  package static var contracts: [SystemContract<Self>] {
    [
      .init(board(for:), preview: .preview), .init(pictures(for:), preview: .preview),
      .init(account(for:), preview: .preview), .init(blocks(for:), preview: .preview),
    ]
  }

  /// Adds the drawn pictures of users: `/pictures/{userId}.png`.
  package func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    DrawnPictures.addRoutes(to: router)
  }
}
