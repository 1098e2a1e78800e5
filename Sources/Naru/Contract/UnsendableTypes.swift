// MARK: - For generated code

// Sentences of the compiler for types that can't be sent. Without these functions, the compiler would list every function that
// does not fit. They are never called.

extension IncomingCall {
  /// Diagnoses a result type that can't be encoded.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      The result of an endpoint is written by the server and read by the client. Make its type `Codable & Sendable`, or use a \
      Blob, an EventStream, JSONLines or a ResultWithHeaders. If you only call the API, declare the contract with `@API(serves: false)`; \
      then `Decodable & Sendable` is enough.
      """
  )
  public func reply<Value>(_ value: Value) throws -> APIResponse { preconditionFailure("It is unavailable.") }
}

extension APIClient {
  /// Diagnoses a result type that can't be decoded.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      The result of an endpoint is read by the client. Make its type `Codable & Sendable`, or use a Blob, an EventStream, JSONLines \
      or a ResultWithHeaders.
      """
  )
  public func send<Value>(_ call: OutgoingCall) async throws(APIError) -> Value {
    preconditionFailure("It is unavailable.")
  }
}

extension OutgoingCall {
  /// Diagnoses a body type that can't be encoded.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message:
      "A body is written by the client and read by the server. Make its type `Codable & Sendable`, or use a Blob."
  )
  public mutating func body<Value>(_ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a path parameter that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "A parameter in the path is sent as text. Make its type `Codable & Sendable`.")
  public mutating func path<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a query parameter that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "A query parameter is sent as text. Make its type `Codable & Sendable`.")
  public mutating func query<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a header field that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "A header field is sent as text. Make its type `Codable & Sendable`.")
  public mutating func header<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a cookie that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "A cookie is sent as text. Make its type `Codable & Sendable`.")
  public mutating func cookie<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a form field that can't be encoded.
  @_disfavoredOverload
  @available(*, unavailable, message: "A form field is sent as text. Make its type `Codable & Sendable`.")
  public mutating func form<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Diagnoses the type of a part that can't be encoded.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "A part is sent as a file, text or JSON. Make its type `Codable & Sendable`, or a Blob."
  )
  public mutating func part<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }
}

extension IncomingCall {
  /// Diagnoses a body type that can't be decoded.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      A body is written by the client and read by the server. Make its type `Codable & Sendable`, or use a Blob. If you only \
      call the API, declare the contract with `@API(serves: false)`; then `Encodable & Sendable` is enough.
      """
  )
  public func body<Value>() async throws -> Value { preconditionFailure("It is unavailable.") }
}
