public import HTTPTypes
public import Naru

/// A call that a ``CallRecorder`` saw: its values as the contract's types, and what came of it.
public struct RecordedCall: Sendable {
  /// The request as the recorder saw it.
  public let request: APIRequest
  /// The status of the answer. `nil` while there is none.
  public internal(set) var status: HTTPResponse.Status?
  /// Why there is no answer. `nil` while the call is under way, and where there is one.
  public internal(set) var error: (any Error)?

  /// The endpoint that was called.
  public var endpoint: Endpoint { request.endpoint }

  /// The value in the place of a placeholder.
  ///
  /// - Throws: ``APIError`` with the code `invalid` if it is missing, or not of this type.
  public func path<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try read { try $0.path(name) }
  }

  /// A value of the query: a scalar, an array of all items with the name, or a struct of the items with the names of its
  /// fields. `nil` where nothing of it was sent.
  ///
  /// - Throws: ``APIError`` with the code `invalid` if it is not of this type.
  public func query<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try read { try $0.optionalQuery(name) }
  }

  /// The value of the header field that a parameter stands for: `idempotencyKey` is `Idempotency-Key`. `nil` where it was not
  /// sent.
  ///
  /// - Throws: ``APIError`` with the code `invalid` if it is not of this type.
  public func header<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try read { try $0.optionalHeader(name) }
  }

  /// The JSON body, read with the coders of the endpoint's format. `nil` where none was sent.
  ///
  /// - Throws: ``APIError`` with the code `invalid`, which names the place, if it is not of this type.
  public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    guard !request.body.isEmpty else { return nil }
    do {
      return try endpoint.format.json.decode(type, from: request.body)
    } catch {
      throw invalid(nil, cause: error)
    }
  }

  /// A value of the fields of a form: a scalar, an array of all fields with the name, or a struct of the fields with the names
  /// of its own. `nil` where nothing of it was sent.
  ///
  /// - Throws: ``APIError`` with the code `invalid` if it is not of this type.
  public func form<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) async throws -> Value? {
    try await read { try await $0.optionalForm(name) }
  }

  /// A value of a part. `nil` where it was not sent. Parts of bytes that can be read once are gone when they were sent.
  ///
  /// - Throws: ``APIError`` with the code `invalid` if it is not of this type.
  public func part<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) async throws -> Value? {
    try await read { try await $0.optionalPart(name) }
  }

  /// A file that was sent as a part. `nil` where it was not sent.
  public func file(_ name: String) async throws -> Blob? {
    try await read { try await $0.optionalPart(name) as Blob? }
  }

  private func read<Value>(_ read: (IncomingCall) throws -> Value) throws -> Value {
    do {
      return try read(IncomingCall(request))
    } catch let problem as any RequestError {
      throw invalid(problem.sentence)
    }
  }

  private func read<Value>(_ read: (IncomingCall) async throws -> Value) async throws -> Value {
    do {
      return try await read(IncomingCall(request))
    } catch let problem as any RequestError {
      throw invalid(problem.sentence)
    }
  }

  private func invalid(_ sentence: Sentence?, cause: (any Error)? = nil) -> APIError {
    var error = APIError(.invalid, sentence, cause: cause)
    error.endpoint = endpoint
    return error
  }
}

extension RecordedCall: CustomStringConvertible, CustomReflectable {
  /// The endpoint, the method and the path as they were sent, and what came of it. No header field and no body.
  public var description: String {
    let again = request.attempt > 1 ? " (try \(request.attempt))" : ""
    let target = Redaction().target(request.head.path ?? "/", of: endpoint)
    let outcome = status.map { "\($0.code)" } ?? error.map { ($0 as? APIError)?.code.description ?? "\($0)" } ?? "…"
    return "\(endpoint.id) \(request.head.method.rawValue) \(target)\(again) → \(outcome)"
  }

  /// A mirror of what the description says.
  public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
