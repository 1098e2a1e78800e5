import Dori
package import Foundation
package import Naru
package import ServedSystem

extension DoriBackend: ServedSystem {
  /// The ledger.
  package static var contracts: [SystemContract<Self>] { [.init(ledger(for:), preview: .preview)] }

  /// Creates the backend on the server's database.
  package init(_ context: SystemContext) {
    self.init(database: context.database)
  }

  /// Adds a fictional ledger.
  package func welcome(_ user: Caller.User, now: Date) async throws {
    _ = try await addDemoData(for: user, now: now)
  }
}
