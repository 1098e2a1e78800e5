public import Foundation

/// The caller of an endpoint.
public struct Caller: Sendable, Hashable {
  /// A signed-in person.
  public struct User: Sendable, Hashable {
    /// The person's id.
    public let id: UUID
    /// The name to show. `nil` if it is unknown.
    public let name: String?
    /// The session that the token belongs to. `nil` if the authenticator has no sessions.
    public let session: UUID?

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - id: the person's id.
    ///   - name: the name to show, if it is known.
    ///   - session: the session that the token belongs to, if there is one.
    public init(id: UUID, name: String? = nil, session: UUID? = nil) {
      self.id = id
      self.name = name
      self.session = session
    }
  }

  /// The person. `nil` if the caller is not signed in.
  public let user: User?
  /// The address of the server without a slash at the end, such as `https://api.example.com`. Use it for links in responses.
  ///
  /// It is ``ServingOptions/publicURL``, or without one the address at which the caller reached the server, such as
  /// `http://192.168.0.7:8080`. It is empty, so that links are relative, if the request does not have one well-formed host.
  public let baseURL: String

  /// Creates a caller.
  ///
  /// - Parameters:
  ///   - user: the person; `nil` if the caller is not signed in.
  ///   - baseURL: the address of the server, without a slash at the end.
  public init(user: User?, baseURL: String = "") {
    self.user = user
    self.baseURL = baseURL
  }

  /// A caller who is not signed in.
  public static let anonymous = Caller(user: nil)

  /// Returns the signed-in person.
  ///
  /// - Returns: the person.
  /// - Throws: ``APIError`` with the code ``APIError/Code/unauthorized`` if the caller is not signed in.
  public func requireUser() throws(APIError) -> User {
    guard let user else { throw APIError(.unauthorized) }
    return user
  }
}

/// A way to find the person that a bearer token belongs to.
public protocol Authenticator: Sendable {
  /// Finds the person that a token belongs to.
  ///
  /// - Parameter token: the token.
  /// - Returns: the person, or `nil` if the token is invalid, expired or revoked. The caller then gets a 401.
  /// - Throws: any error that keeps the token from being checked. The caller then gets a 500.
  func user(for token: Secret) async throws -> Caller.User?

  /// Finds the person that a token belongs to, for one endpoint. A logout, for example, may accept a token that no other
  /// endpoint accepts. By default, all endpoints are the same.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - endpoint: the endpoint that is called.
  /// - Returns: the person, or `nil` if the token is not valid for the endpoint. The caller then gets a 401.
  /// - Throws: any error that keeps the token from being checked. The caller then gets a 500.
  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User?
}

extension Authenticator {
  /// Finds the person without regard to the endpoint.
  public func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await user(for: token)
  }
}
