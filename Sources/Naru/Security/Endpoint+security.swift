public import HTTPTypes

extension Endpoint {
  /// The schemes with which a caller can prove its identity; one of them is enough. Empty if calls are not authenticated.
  public var security: [SecurityScheme] { auth == .none ? [] : declaredSecurity ?? [.bearer] }

  /// The scopes that a caller needs, all of them. Empty if every caller may call the endpoint.
  public var scopes: [String] { details.value.scopes }

  /// Returns whether a call can be authenticated with a scheme, alone or together with others.
  ///
  /// Middleware that adds a credential asks this first.
  ///
  /// - Parameter scheme: a single scheme.
  /// - Returns: whether one of the endpoint's schemes contains it. `false` if calls are not authenticated.
  public func accepts(_ scheme: SecurityScheme) -> Bool {
    guard auth != .none else { return false }
    guard let declared = declaredSecurity else { return scheme == .bearer }
    return declared.contains { $0.parts.contains { scheme.parts == [$0] } }
  }

  /// Whether a call can be authenticated with a bearer token, for middleware of every call.
  package var acceptsBearer: Bool {
    guard auth != .none, let declared = declaredSecurity else { return auth != .none }
    return declared.contains { $0.parts.contains(.bearer) }
  }

  /// Whether all schemes need a bearer token.
  package var requiresBearer: Bool {
    auth == .required && declaredSecurity?.allSatisfy { $0.parts.contains(.bearer) } ?? true
  }

  /// The schemes, if they are not only a bearer token.
  package var declaredSecurity: [SecurityScheme]? { details.value.security }

  /// The names of the API keys, whose values are secret.
  package var secretNames: [String] { declaredSecurity?.flatMap(\.parts).compactMap(\.keyName) ?? [] }

  /// The names of the API keys in the query.
  package var secretQueryNames: Set<String> {
    var names: Set<String> = []
    for case .query(let name) in declaredSecurity?.flatMap(\.parts) ?? [] { names.insert(name) }
    return names
  }

  /// Reads the credentials of the first scheme whose credentials are all in the request. They are read only where the endpoint declares
  /// them.
  ///
  /// - Parameter head: the head of the request.
  /// - Returns: the credentials, or `nil` if the request has none.
  /// - Throws: ``APIError/Code/unauthorized`` if the request has a part of the credentials of a scheme but not all, a key twice, or
  ///   another kind of credential in `Authorization`.
  public func credentials(in head: HTTPRequest) throws(APIError) -> [SecurityScheme: Secret]? {
    var hasSome = false
    for scheme in security {
      var found: [SecurityScheme: Secret] = [:]
      for (part, single) in zip(scheme.parts, scheme.schemes) {
        let values = part.values(in: head)
        if values.count == 1 { found[single] = Secret(values[0]) }
        if !values.isEmpty || (part.scheme != nil && head.headerFields[.authorization] != nil) { hasSome = true }
      }
      if found.count == scheme.parts.count { return found }
    }
    if hasSome { throw .invalidCredentials(for: self) }
    return nil
  }

  /// The values of `WWW-Authenticate` in a 401, one for each kind of credential.
  func challenges(isInvalid: Bool) -> [String] {
    var challenges: [String] = []
    for part in security.flatMap(\.parts) {
      let challenge =
        switch part {
        case .bearer: isInvalid ? "Bearer error=\"invalid_token\"" : "Bearer"
        case .basic: "Basic realm=\"api\", charset=\"UTF-8\""
        case .header(let name): Self.keyChallenge("header", name.rawName)
        case .query(let name): Self.keyChallenge("query", name)
        case .cookie(let name): Self.keyChallenge("cookie", name)
        }
      if !challenges.contains(challenge) { challenges.append(challenge) }
    }
    return challenges
  }

  /// No scheme for keys is registered, but a 401 must have a challenge.
  private static func keyChallenge(_ place: String, _ name: String) -> String {
    "ApiKey in=\"\(place)\", name=\"\(QueryString.encode(name))\""
  }

  /// Checks the scopes of a caller.
  func checkScopes(of identity: (any Sendable)?) throws(APIError) {
    let needed = details.value.scopes
    guard !needed.isEmpty else { return }
    let scopes = (identity as? any ScopedIdentity)?.scopes ?? []
    let missing = needed.filter { !scopes.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.joined(separator: ", ")
    var error = APIError.forbidden([
      .korean: "이 요청에 필요한 권한이 없습니다: \(names)",
      .english: "Your credentials lack a scope that this needs: \(names)",
    ])
    if accepts(.bearer) {
      let all = needed.joined(separator: " ")
      error.headers[.wwwAuthenticate] = "Bearer error=\"insufficient_scope\", scope=\"\(all)\""
    }
    throw error
  }
}

extension APIError {
  /// The rejection of credentials that are not valid for an endpoint.
  static func invalidCredentials(for endpoint: Endpoint) -> APIError {
    guard endpoint.declaredSecurity != nil else { return .invalidToken }
    var error = APIError(
      .unauthorized,
      LocalizedMessage(korean: "인증 정보가 올바르지 않거나 만료되었습니다.", english: "Your credentials are invalid or have expired.")
    )
    error.headers[values: .wwwAuthenticate] = endpoint.challenges(isInvalid: true)
    return error
  }
}

extension SecurityScheme.Part {
  /// Returns the credentials of this kind in a request. There is more than one only by mistake.
  func values(in head: HTTPRequest) -> [String] {
    switch self {
    case .bearer, .basic:
      return head.headerFields[values: .authorization].compactMap { field in
        let parts = field.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == scheme ? String(parts[1]) : nil
      }
    case .header(let name):
      return head.headerFields[values: name]
    case .query(let name):
      let items = (head.path?.splitTarget.query).flatMap { try? QueryString.items($0) } ?? []
      return items.filter { $0.name == name }.map(\.value)
    case .cookie(let name):
      let cookies = head.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }
      return cookies.compactMap { cookie in
        let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: \.isWhitespace) == name else { return nil }
        return String(parts[1].utf8.trimmed)
      }
    }
  }
}
