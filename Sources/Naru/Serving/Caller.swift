public import Foundation

/// The caller of an endpoint.
public struct Caller: Sendable, Hashable {
  /// A signed-in user.
  public struct User: Sendable, Hashable {
    /// The user's ID.
    public let id: UUID
    /// The name to show. `nil` if it is unknown.
    public let name: String?
    /// The session that the token belongs to. `nil` if the authenticator has no sessions.
    public let session: UUID?
    /// The scopes of the token.
    public let scopes: Set<String>

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: the user's ID.
    ///   - name: the name to show, if it is known.
    ///   - session: the session that the token belongs to, if there is one.
    ///   - scopes: the scopes of the token, for endpoints that declare some.
    public init(id: UUID, name: String? = nil, session: UUID? = nil, scopes: Set<String> = []) {
      self.id = id
      self.name = name
      self.session = session
      self.scopes = scopes
    }
  }

  /// The user. `nil` if the caller is not signed in, or if the authenticator has callers of another type.
  public let user: User?
  /// The caller of another type than ``User``.
  private let other: (any Hashable & Sendable)?
  /// The address of the server without a slash at the end, such as `https://api.example.com`. Use it for links in responses.
  ///
  /// It is ``ServingOptions/publicURL``, or without one the address at which the caller reached the server, such as
  /// `http://192.168.0.7:8080`. It is empty, so that links are relative, if the request does not have one well-formed host.
  public var baseURL: String { address.text }
  /// The parts of ``baseURL``, which is built when it is read, because most handlers write no links.
  var address: ServerAddress
  /// The language that the caller prefers, by `Accept-Language`; without a preference, ``ServingOptions/language``.
  public let language: Language

  /// Creates a caller.
  ///
  /// - Parameters:
  ///   - user: the user; `nil` if the caller is not signed in.
  ///   - baseURL: the address of the server, without a slash at the end.
  ///   - language: the language of sentences for the caller.
  public init(user: User?, baseURL: String = "", language: Language = .english) {
    self.init(user, nil, baseURL, language)
  }

  /// Creates a caller of the application's own type.
  ///
  /// - Parameters:
  ///   - identity: the identity that a ``RequestAuthenticator`` found; `nil` if the caller is not signed in.
  ///   - baseURL: the address of the server, without a slash at the end.
  ///   - language: the language of sentences for the caller.
  public init<Identity: Hashable & Sendable>(
    identity: Identity?,
    baseURL: String = "",
    language: Language = .english
  ) {
    let user = identity as? User
    self.init(user, user == nil ? identity : nil, baseURL, language)
  }

  /// A caller who is not signed in.
  public static let anonymous = Caller(user: nil)

  /// The same caller without the address and the language of the request.
  var identityOnly: Caller { Caller(user, other, "", .english) }

  private init(_ user: User?, _ other: (any Hashable & Sendable)?, _ baseURL: String, _ language: Language) {
    (self.user, self.other, address, self.language) = (user, other, .given(baseURL), language)
  }

  /// Returns the signed-in user.
  ///
  /// - Returns: the user.
  /// - Throws: ``APIError`` with the code ``APIError/Code/unauthorized`` if the caller is not signed in.
  public func requireUser() throws(APIError) -> User {
    guard let user else { throw APIError(.unauthorized) }
    return user
  }

  /// Returns the caller as the application's own type.
  ///
  /// - Parameter type: the type that the authenticator has.
  /// - Returns: the caller, or `nil` if the caller is not signed in.
  public func identity<Identity: Hashable & Sendable>(as type: Identity.Type = Identity.self) -> Identity? {
    user as? Identity ?? other as? Identity
  }

  /// Returns the signed-in caller as the application's own type.
  ///
  /// - Parameter type: the type that the authenticator has.
  /// - Returns: the caller.
  /// - Throws: ``APIError`` with the code ``APIError/Code/unauthorized`` if the caller is not signed in.
  public func require<Identity: Hashable & Sendable>(
    _ type: Identity.Type = Identity.self
  ) throws(APIError) -> Identity {
    guard let identity = identity(as: type) else { throw APIError(.unauthorized) }
    return identity
  }
}

extension Caller {
  /// Compares the users or the application's own callers, the addresses and the languages.
  public static func == (left: Caller, right: Caller) -> Bool {
    left.user == right.user && left.other.map { AnyHashable($0) } == right.other.map { AnyHashable($0) }
      && (left.address == right.address || left.baseURL == right.baseURL) && left.language == right.language
  }

  /// Hashes who the caller is. Callers that differ only in the rest are rare, and making the address takes time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(user?.id)
    if let other { hasher.combine(other) }
  }
}
