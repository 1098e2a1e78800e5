import HTTPTypes

extension APIRequest {
  /// Adds the credentials of the first of the endpoint's schemes that they complete. Adds nothing if the request has all of one
  /// already, such as by a middleware, and nothing if the request goes to another server than the client's.
  mutating func add(_ credentials: [SecurityScheme: Secret]) throws(APIError) {
    guard endpoint.auth != .none || isGuest, isAtOrigin else { return }
    let missing = (endpoint.declaredSecurity ?? [.bearer]).map { scheme in
      zip(scheme.parts, scheme.schemes).filter { part, _ in !isPresent(part) }
    }
    guard !missing.contains(where: \.isEmpty),
      // A guest's call has the keys of the app, but no one's token or password.
      let parts = missing.first(where: { $0.allSatisfy { credentials[$1] != nil && !(isGuest && $0.scheme != nil) } })
    else { return }
    for (part, scheme) in parts {
      guard let credential = credentials[scheme] else { continue }
      try add(credential.revealed, as: part)
    }
  }

  private func isPresent(_ part: SecurityScheme.Part) -> Bool {
    // A field that an app sets itself is not replaced, whatever it is.
    if part.scheme != nil { return head.headerFields[.authorization] != nil }
    return !part.values(in: head).isEmpty
  }

  private mutating func add(_ credential: String, as part: SecurityScheme.Part) throws(APIError) {
    var isValid = !credential.isEmpty && HTTPField.isValidValue(credential)
    switch part {
    case .bearer: head.headerFields[.authorization] = "Bearer \(credential)"
    case .basic: head.headerFields[.authorization] = "Basic \(credential)"
    case .header(let name): head.headerFields[name] = credential
    case .cookie(let name):
      isValid = isValid && !credential.contains(where: ";,\" ".contains)
      let cookie = "\(name)=\(credential)"
      head.headerFields[.cookie] = head.headerFields[.cookie].map { "\($0); \(cookie)" } ?? cookie
    case .query(let name):
      isValid = true
      let path = head.path ?? "/"
      let item = "\(QueryString.encode(name))=\(QueryString.encode(credential))"
      head.path = path + (path.contains("?") ? "&" : "?") + item
    }
    guard isValid else { throw .unsendableCredential(part) }
  }
}

extension APIError {
  fileprivate static func unsendableCredential(_ part: SecurityScheme.Part) -> APIError {
    let name = part.keyName ?? part.scheme ?? ""
    return APIError(
      .encodingFailed,
      LocalizedMessage(
        korean: "인증 정보 “\(name)”에 보낼 수 없는 문자가 있어 아무것도 보내지 않았습니다.",
        english: "The credential “\(name)” is empty or has characters that can't be sent, so nothing was sent."
      )
    )
  }
}
