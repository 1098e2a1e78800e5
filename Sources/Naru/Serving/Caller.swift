public import Foundation

/// Who asks.
public struct Caller: Sendable, Hashable {
  /// A person who is signed in.
  public struct User: Sendable, Hashable {
    /// The person's id.
    public let id: UUID
    /// The name to show. `nil` where none is known.
    public let name: String?

    /// A person.
    public init(id: UUID, name: String? = nil) {
      self.id = id
      self.name = name
    }
  }

  /// The person, or `nil` for somebody who is not signed in.
  public let user: User?
  private let scheme: String
  private let authority: String

  /// Somebody who asks.
  ///
  /// - Parameters:
  ///   - user: the person; `nil` for somebody who is not signed in.
  ///   - scheme: how the server was reached.
  ///   - authority: the host and port at which the server was reached.
  public init(user: User?, scheme: String = "http", authority: String = "localhost") {
    self.user = user
    self.scheme = scheme
    self.authority = authority
  }

  /// The address at which the caller reached the server, such as `http://192.168.0.7:8080`: for links in answers.
  public var baseURL: String { "\(scheme)://\(authority)" }

  /// Somebody who is not signed in.
  public static let anonymous = Caller(user: nil)

  /// The person who is signed in.
  ///
  /// - Throws: ``APIError`` with the code ``APIError/Code/unauthorized`` for somebody who is not.
  public func requireUser() throws(APIError) -> User {
    guard let user else { throw APIError(.unauthorized) }
    return user
  }
}

/// Tells from a bearer token who asks.
public protocol Authenticator: Sendable {
  /// The person to whom a token was given. `nil` if the token is not valid (any more): the caller gets a 401.
  ///
  /// - Throws: any error where it can't be told; the caller gets a 500.
  func user(for token: Secret) async throws -> Caller.User?
}
