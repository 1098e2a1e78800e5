public import Foundation
public import Naru
public import ServedSystem

extension DoriBackend: ServedSystem {
  /// The ledger.
  public static var contracts: [SystemContract<Self>] { [.init(ledger(for:))] }

  /// Creates the backend on the server's database.
  public init(_ context: SystemContext) {
    self.init(database: context.database)
  }

  /// Adds a fictional ledger.
  public func welcome(_ user: Caller.User, now: Date) async throws {
    _ = try await addDemoData(for: user, now: now)
  }
}
