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
  /// - Throws: ``APIError`` with the code `invalid` if it is not of this type.
  public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    try read { try $0.optionalBody() }
  }

  private func read<Value>(_ read: (IncomingCall) throws -> Value) throws -> Value {
    do {
      return try read(IncomingCall(request))
    } catch let problem as any RequestProblem {
      var error = APIError(.invalid, problem.sentence)
      error.endpoint = endpoint
      throw error
    }
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
