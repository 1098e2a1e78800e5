import Foundation
package import Naru

/// An authenticator that is a closure.
package struct ClosureAuthenticator: Authenticator {
  private let find: @Sendable (Secret) -> Caller.User?

  package init(_ find: @escaping @Sendable (Secret) -> Caller.User?) {
    self.find = find
  }

  package func user(for token: Secret) async throws -> Caller.User? { find(token) }

  /// Every token is of the same user.
  package static let everybody = ClosureAuthenticator { [id = UUID()] _ in Caller.User(id: id) }

  /// Every digit is the token of a user.
  package static let digits = ClosureAuthenticator { token in
    UUID(uuidString: "00000000-0000-0000-0000-00000000000\(token.revealed)").map { Caller.User(id: $0) }
  }
}
