public import HTTPTypes
public import Naru

/// A call that a ``CallRecorder`` recorded: its values in the contract's types, and its outcome.
public struct RecordedCall: Sendable {
  /// The request at the place of the recorder in the list of middleware.
  public let request: APIRequest
  /// The status of the response; `nil` if there is none.
  public internal(set) var status: HTTPResponse.Status?
  /// Why there is no response; `nil` if there is one, and while the call is in flight.
  public internal(set) var error: (any Error)?

  /// The endpoint that was called.
  public var endpoint: Endpoint { request.endpoint }

  /// The value of a placeholder of the path.
  ///
  /// - Parameters:
  ///   - name: the placeholder's name.
  ///   - type: the value's type.
  /// - Returns: the value.
  /// - Throws: `APIError` with the code `invalidRequest` if the value is missing or of another type.
  public func path<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try read { try $0.path(name) }
  }

  /// A value of the query: a scalar, an array of all items with the name, or a struct whose fields are items.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - type: the value's type.
  /// - Returns: the value; `nil` if it was not sent.
  /// - Throws: `APIError` with the code `invalidRequest` if the value is of another type.
  public func query<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try read { try $0.optionalQuery(name) }
  }

  /// The value of a parameter's header field: `idempotencyKey` is `Idempotency-Key`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - type: the value's type.
  /// - Returns: the value; `nil` if it was not sent.
  /// - Throws: `APIError` with the code `invalidRequest` if the value is of another type.
  public func header<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try read { try $0.optionalHeader(name) }
  }

  /// The JSON body, decoded with the coders of the endpoint's format.
  ///
  /// - Parameter type: the body's type.
  /// - Returns: the value; `nil` if no body was sent.
  /// - Throws: `APIError` with the code `invalidRequest`, which names the place, if the body is of another type.
  public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    guard !request.body.isEmpty else { return nil }
    do {
      return try endpoint.format.json.decode(type, from: request.body)
    } catch {
      throw invalid(nil, underlyingError: error)
    }
  }

  /// A value of a form: a scalar, an array of all fields with the name, or a struct of fields.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - type: the value's type.
  /// - Returns: the value; `nil` if it was not sent.
  /// - Throws: `APIError` with the code `invalidRequest` if the value is of another type.
  public func form<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) async throws -> Value? {
    try await read { try await $0.optionalForm(name) }
  }

  /// A value of a multipart form. Bytes that can be read only once are not available after they were sent.
  ///
  /// - Parameters:
  ///   - name: the part's name.
  ///   - type: the value's type.
  /// - Returns: the value; `nil` if it was not sent.
  /// - Throws: `APIError` with the code `invalidRequest` if the value is of another type.
  public func part<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) async throws -> Value? {
    try await read { try await $0.optionalPart(name) }
  }

  /// A file of a multipart form; `nil` if it was not sent.
  public func file(_ name: String) async throws -> Blob? {
    try await read { try await $0.optionalPart(name) as Blob? }
  }

  private func read<Value>(_ read: (IncomingCall) throws -> Value) throws -> Value {
    do {
      return try read(IncomingCall(request))
    } catch let problem as any RequestError {
      throw invalid(problem.localizedMessage)
    }
  }

  private func read<Value>(_ read: (IncomingCall) async throws -> Value) async throws -> Value {
    do {
      return try await read(IncomingCall(request))
    } catch let problem as any RequestError {
      throw invalid(problem.localizedMessage)
    }
  }

  private func invalid(_ localizedMessage: LocalizedMessage?, underlyingError: (any Error)? = nil) -> APIError {
    var error = APIError(.invalidRequest, localizedMessage, underlyingError: underlyingError)
    error.endpoint = endpoint
    return error
  }
}

extension RecordedCall: CustomStringConvertible, CustomReflectable {
  /// The endpoint, the method, the path with secrets redacted, and the outcome. It has no header fields and no body.
  public var description: String {
    let again = request.attempt > 1 ? " (attempt \(request.attempt))" : ""
    let target = Redaction().target(request.head.path ?? "/", of: endpoint)
    let outcome = status.map { "\($0.code)" } ?? error.map { ($0 as? APIError)?.code.description ?? "\($0)" } ?? "…"
    return "\(endpoint.id) \(request.head.method.rawValue) \(target)\(again) → \(outcome)"
  }

  /// A mirror of the description, so that a dump has no secrets.
  public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
