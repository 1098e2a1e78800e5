package import Foundation
package import Hummingbird
package import Naru
package import NaruOpenAPI
package import Storage

/// A system of a server: its contracts, its tables and its data of a user.
///
/// A server is a list of these types. Only ``contracts``, ``addMigrations(to:)``, ``init(_:)`` and ``removeAll(of:_:)``
/// have no default. `Systems/docs/add-a-system.md` is a guide.
package protocol ServedSystem: Sendable {
  /// The contracts of the system, each with the method that implements it for a caller.
  static var contracts: [SystemContract<Self>] { get }

  /// Adds the migrations that create the system's tables. Their names begin with the system's name, because all systems of a
  /// server share a database.
  static func addMigrations(to migrations: inout Migrations)

  /// Creates the system on a migrated database.
  init(_ context: SystemContext) throws

  /// Deletes all data of a user, in the transaction that deletes the account.
  func removeAll(of person: UUID, _ db: Transaction) throws

  /// Adds routes that are not in a contract, such as pictures.
  func addRoutes<Context: RequestContext>(to router: Router<Context>)

  /// Does slow work before the first request. With `demo`, it also adds sample data for everyone.
  func prepare(demo: Bool) async throws

  /// Adds sample data for a new user. A server with sample data calls it once for each user, before the first request of the
  /// user.
  func welcome(_ user: Caller.User, now: Date) async throws

  /// Drops everything that it remembers of the database. Called after the data was replaced by other data of the same tables.
  func forget()

  /// Records the sign-in provider's profile of a user. Called at each sign-in.
  func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws
}

extension ServedSystem {
  /// The types of all contracts.
  package static var contractTypes: [any Contract.Type] { contracts.map(\.type) }

  /// The endpoints of all contracts.
  package static var endpoints: [Endpoint] { contractTypes.flatMap { $0.endpoints } }

  /// Adds examples of all contracts.
  package static func addExamples(to examples: inout OpenAPIExamples) async {
    for contract in contracts { await contract.addExamples(&examples) }
  }

  /// The contracts, implemented by this system.
  package func served(_ options: ServingOptions) -> [ServedContract] {
    Self.contracts.map { $0.serve(self, options) }
  }

  /// Adds no routes.
  package func addRoutes<Context: RequestContext>(to router: Router<Context>) {}

  /// Does nothing.
  package func prepare(demo: Bool) async throws {}

  /// Adds nothing.
  package func welcome(_ user: Caller.User, now: Date) async throws {}

  /// Does nothing: most systems remember nothing.
  package func forget() {}

  /// Ignores the report.
  package func introduce(_ user: Caller.User, email: String?, pictureURL: String?) async throws {}
}

/// A contract of a system, with the method that implements it.
///
/// ```swift
/// static var contracts: [SystemContract<Self>] { [.init(memos(for:))] }
/// ```
package struct SystemContract<System>: Sendable {
  /// The type of the contract.
  package let type: any Contract.Type
  let serve: @Sendable (System, ServingOptions) -> ServedContract
  let addExamples: @Sendable (inout OpenAPIExamples) async -> Void

  /// Creates an entry for a contract.
  package init<API: Contract>(
    _ implementation: @escaping @Sendable (System) -> @Sendable (Caller) -> API,
    preview: API? = nil
  ) where System: Sendable {
    type = API.self
    addExamples = { examples in
      if let preview { await examples.add(preview) }
    }
    serve = { system, options in
      ServedContract(API.self, options: options) { implementation(system)($0) }
    }
  }
}
