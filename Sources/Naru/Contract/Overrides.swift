/// Returns a closure for an endpoint that always returns the same value.
///
/// ```swift
/// var books = Books.unimplemented
/// books.show = returns(.preview)
/// ```
public func returns<each Parameter, Value: Sendable>(
  _ value: Value
) -> @concurrent @Sendable (repeat each Parameter) async throws -> Value {
  { (_: repeat each Parameter) in value }
}

/// Returns a closure for an endpoint that always throws an error with this code and the code's default message.
///
/// ```swift
/// books.show = fails(.notFound)
/// ```
public func fails<each Parameter, Value>(
  _ code: APIError.Code
) -> @concurrent @Sendable (repeat each Parameter) async throws -> Value {
  { (_: repeat each Parameter) async throws -> Value in throw APIError(code) }
}

/// Returns a closure for an endpoint that always throws the same ``APIError``.
///
/// ```swift
/// books.show = fails(.notFound("책을 찾을 수 없습니다."))
/// ```
public func fails<each Parameter, Value>(
  _ error: APIError
) -> @concurrent @Sendable (repeat each Parameter) async throws -> Value {
  { (_: repeat each Parameter) async throws -> Value in throw error }
}

/// Returns a closure for an endpoint that always throws the same error.
///
/// ```swift
/// books.show = fails(CancellationError())
/// ```
public func fails<each Parameter, Value, Failure: Error>(
  _ error: Failure
) -> @concurrent @Sendable (repeat each Parameter) async throws -> Value {
  { (_: repeat each Parameter) async throws -> Value in throw error }
}
