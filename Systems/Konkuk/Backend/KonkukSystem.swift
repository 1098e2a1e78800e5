package import Foundation
import Konkuk
import Naru
package import ServedSystem
package import Storage

extension KonkukBackend: ServedSystem {
  /// The popular books, and loans.
  package static var contracts: [SystemContract<Self>] {
    [.init(popularBooks(for:), preview: .preview), .init(loans(for:), preview: .preview)]
  }

  /// Makes the history of loans. It is counted while the server starts, because that takes a second in a large catalogue; a request
  /// that comes earlier counts it itself, and reports a failure.
  package func prepare(demo: Bool) async throws {
    try await prepare()
    Task { try? await upToDate() }
  }

  /// Does nothing: loans are anonymous.
  package func removeAll(of person: UUID, _ db: Transaction) {}
}
