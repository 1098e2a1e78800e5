extension IncomingCall {
  /// Returns the error of a call with invalid parameters, which names all of them. A route stops at the first one, so the others are
  /// read again here: this costs only calls that fail.
  func invalid(_ first: any RequestError) async -> APIError {
    var errors: [any RequestError] = []
    for (index, parameter) in endpoint.parameters.enumerated() where !parameter.isLink {
      guard let type = parameter.type as? any Decodable.Type else { continue }
      let fields = ParameterProblems(isRequired: !parameter.isOptional)
      do {
        try await ParameterProblems.$current.withValue(fields) { try await check(type, parameter, index) }
        errors += fields.all
      } catch let error as any RequestError {
        errors += fields.all + [error]
      } catch {
        // Such as a body that is too large: the caller finds out with the next request.
      }
    }
    // The body is not read again, and only the route knows the style of a list.
    let isFound = !(first is MalformedBody) && errors.contains { $0.localizedMessage == first.localizedMessage }
    if !isFound { errors.append(first) }
    errors = errors.map { ($0 as? ConstraintViolation)?.described(by: describe) ?? $0 }
    return APIError(.invalidRequest, .joined(errors.map(\.localizedMessage)), fields: errors.flatMap(\.fields))
  }

  private func check<Value: Decodable>(
    _ type: Value.Type,
    _ parameter: Endpoint.Parameter,
    _ index: Int
  ) async throws {
    let name = parameter.name
    // The items of a list have the style that the route gives them.
    if type is any Collection.Type, type != String.self, ![.body, .part].contains(parameter.location) { return }
    let (isRead, form) = readBody?.withLock { $0 } ?? (false, nil)
    let value: Any
    let isOptional = parameter.isOptional
    switch (parameter.location, parameter.nesting) {
    // The route has read the body. If it is not a valid form, that is the error that the route stopped at.
    case (.body, _) where isRead, (.form, _) where isRead && form == nil, (.part, _) where isRead && form == nil: return
    case (.path, _): value = try path(name) as Value
    case (.query, let nesting?):
      value =
        try isOptional ? optionalQuery(name, nested: nesting) as Value? as Any : query(name, nested: nesting) as Value
    case (.query, nil): value = try isOptional ? optionalQuery(name) as Value? as Any : query(name) as Value
    case (.header, _): value = try isOptional ? optionalHeader(name) as Value? as Any : header(name) as Value
    case (.cookie, _): value = try isOptional ? optionalCookie(name) as Value? as Any : cookie(name) as Value
    case (.form, let nesting?):
      value =
        try await isOptional
        ? optionalForm(name, nested: nesting) as Value? as Any : self.form(name, nested: nesting) as Value
    case (.form, nil): value = try await isOptional ? optionalForm(name) as Value? as Any : self.form(name) as Value
    case (.part, _): value = try await isOptional ? optionalPart(name) as Value? as Any : part(name) as Value
    case (.body, _): value = try await isOptional ? optionalBody() as Value? as Any : body() as Value
    }
    try _check(value, index)
  }
}
