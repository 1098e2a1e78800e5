import HTTPTypes

/// What was asked to be created, and whether it is new.
///
/// For a server at which a call may be repeated: it answers 201 the first time, and 200 with the same value where it is there
/// already, whatever status the endpoint declares.
///
/// ```swift
/// @POST("/persons", status: 201)
/// public var add: @Sendable (_ person: Person) async throws -> Created<Person>
/// ```
public struct Created<Value: Codable & Sendable>: Sendable {
  /// What is there now.
  public var value: Value
  /// Whether it was not there before.
  public var isNew: Bool

  /// A value that is new, unless it was there already.
  public init(_ value: Value, isNew: Bool = true) {
    self.value = value
    self.isNew = isNew
  }
}

extension Created: Equatable where Value: Equatable {}

extension IncomingCall {
  /// The answer with a value that was asked to be created: 201, or 200 where it is there already.
  public func reply<Value>(_ created: Created<Value>) throws -> APIResponse {
    var response = try reply(created.value)
    response.head.status = created.isNew ? .created : .ok
    return response
  }
}

extension APIClient {
  /// Makes a call that creates. Every status but 201 says that the value is not new.
  ///
  /// - Throws: ``APIError`` and nothing else.
  @concurrent
  public func send<Value>(_ call: OutgoingCall) async throws(APIError) -> Created<Value> {
    try await perform(call) { response throws in
      let value = try call.endpoint.format.decode(Value.self, from: response.body)
      return Created(value, isNew: response.head.status == .created)
    }
  }
}
