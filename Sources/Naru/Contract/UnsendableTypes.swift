// MARK: - For generated code

// Sentences of the compiler for types that can't be sent. Without these functions, the compiler would list every function that
// does not fit. They are never called.

extension IncomingCall {
  /// Says which results can be written.
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
  /// Says which results can be read.
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
  /// Says which bodies can be sent.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message:
      "A body is written by the client and read by the server. Make its type `Codable & Sendable`, or use a Blob."
  )
  public mutating func body<Value>(_ value: Value) { preconditionFailure("It is unavailable.") }

  /// Says which values can be in a path.
  @_disfavoredOverload
  @available(*, unavailable, message: "A parameter in the path is sent as text. Make its type `Codable & Sendable`.")
  public mutating func path<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Says which values can be in a query.
  @_disfavoredOverload
  @available(*, unavailable, message: "A query parameter is sent as text. Make its type `Codable & Sendable`.")
  public mutating func query<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Says which values can be header fields.
  @_disfavoredOverload
  @available(*, unavailable, message: "A header field is sent as text. Make its type `Codable & Sendable`.")
  public mutating func header<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Says which values can be fields of a form.
  @_disfavoredOverload
  @available(*, unavailable, message: "A form field is sent as text. Make its type `Codable & Sendable`.")
  public mutating func form<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }

  /// Says which values can be parts.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "A part is sent as a file, text or JSON. Make its type `Codable & Sendable`, or a Blob."
  )
  public mutating func part<Value>(_ name: String, _ value: Value) { preconditionFailure("It is unavailable.") }
}

extension IncomingCall {
  /// Says which bodies can be read.
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
