package import HTTPTypes

/// A way for a caller to prove its identity: with a bearer token, HTTP Basic or an API key, or with several of these together.
///
/// ```swift
/// @API("/v1", auth: .required, security: [.bearer, .apiKey(header: "X-API-Key")])
/// ```
///
/// `auth` declares whether calls are authenticated, and `security` declares how: with any one of the schemes in the list. The server looks
/// for credentials only there, and the client sends them only there. Apps supply secrets to their client, not to the contract:
///
/// ```swift
/// let client = APIClient(url, transport: transport, credentials: [.apiKey(header: "X-API-Key"): key])
/// ```
public struct SecurityScheme: Sendable, Hashable {
  /// A credential and its place in a request.
  package enum Part: Sendable, Hashable {
    case bearer
    case basic
    case header(HTTPField.Name)
    case query(String)
    case cookie(String)
  }

  /// The credentials that are needed together.
  package let parts: [Part]

  private init(_ parts: [Part]) {
    self.parts = parts
  }

  /// A token in `Authorization: Bearer …` (RFC 6750). It is what endpoints ask for that declare nothing else.
  public static let bearer = SecurityScheme([.bearer])

  /// A user name and a password in `Authorization: Basic …` (RFC 7617); see `Secret.basic(user:password:)`.
  public static let basic = SecurityScheme([.basic])

  /// A key in a header field.
  ///
  /// - Precondition: `name` is valid as the name of a header field. `@API` checks this at compile time.
  /// - Parameter name: the name of the field.
  /// - Returns: the scheme.
  public static func apiKey(header name: String) -> SecurityScheme {
    guard let name = HTTPField.Name(name) else {
      preconditionFailure("“\(name)” can't be the name of a header field.")
    }
    return SecurityScheme([.header(name)])
  }

  /// A key in an item of the query. Naru's logs and errors never contain its value, but the logs of other servers and proxies may.
  ///
  /// - Parameter name: the name of the item.
  /// - Returns: the scheme.
  public static func apiKey(query name: String) -> SecurityScheme { SecurityScheme([.query(name)]) }

  /// A key in a cookie.
  ///
  /// - Parameter name: the name of the cookie.
  /// - Returns: the scheme.
  public static func apiKey(cookie name: String) -> SecurityScheme { SecurityScheme([.cookie(name)]) }

  /// Several schemes that a caller needs together. Only one of them can be in `Authorization`.
  public static func all(
    _ first: SecurityScheme,
    _ second: SecurityScheme,
    _ others: SecurityScheme...
  ) -> SecurityScheme {
    SecurityScheme(([first, second] + others).flatMap(\.parts))
  }

  /// The schemes that are needed together: the schemes of ``all(_:_:_:)``, or this one alone.
  public var schemes: [SecurityScheme] { parts.map { SecurityScheme([$0]) } }
}

extension SecurityScheme: CustomStringConvertible {
  /// `bearer`, `apiKey(header: "X-API-Key")`, or several with “and” between them.
  public var description: String {
    parts.map { part in
      switch part {
      case .bearer: "bearer"
      case .basic: "basic"
      case .header(let name): "apiKey(header: \"\(name.rawName)\")"
      case .query(let name): "apiKey(query: \"\(name)\")"
      case .cookie(let name): "apiKey(cookie: \"\(name)\")"
      }
    }
    .joined(separator: " and ")
  }
}

extension SecurityScheme.Part {
  /// The name of the header field, query item or cookie of an API key.
  package var keyName: String? {
    switch self {
    case .bearer, .basic: nil
    case .header(let name): name.rawName
    case .query(let name), .cookie(let name): name
    }
  }

  var scheme: String? {
    switch self {
    case .bearer: "bearer"
    case .basic: "basic"
    case .header, .query, .cookie: nil
    }
  }
}
