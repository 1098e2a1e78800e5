public import Foundation

/// Who asks.
public struct Caller: Sendable, Hashable {
  /// A person who is signed in.
  public struct User: Sendable, Hashable {
    /// The person's id.
    public let id: UUID
    /// The name to show. `nil` where none is known.
    public let name: String?
    /// The sign-in through which the person asks. `nil` where the authenticator knows of none.
    public let session: UUID?

    /// A person.
    public init(id: UUID, name: String? = nil, session: UUID? = nil) {
      self.id = id
      self.name = name
      self.session = session
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

  /// The person to whom a token was given, for one endpoint: a logout may take a token that is not good for anything else.
  /// Without an implementation, all endpoints are the same.
  ///
  /// - Throws: any error where it can't be told; the caller gets a 500.
  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User?
}

extension Authenticator {
  /// The same as for any other endpoint.
  public func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await user(for: token)
  }
}
