import Catalogue
public import Foundation
public import GRDB
import Naru
public import ServedSystem

extension KonkukBackend: ServedSystem {
  /// The popular books, and loans.
  public static var contracts: [SystemContract<Self>] { [.init(popularBooks(for:)), .init(loans(for:))] }

  /// Creates the backend on the server's database and catalogue.
  public init(_ context: SystemContext) {
    self.init(database: context.database, catalogue: Catalogue(context.database), now: context.now)
  }

  /// Counts the loans.
  public func prepare(demo: Bool) async throws {
    try await prepare()
  }

  /// Does nothing: loans are anonymous.
  public func removeAll(of person: UUID, _ db: Database) {}
}
