import HTTPTypes

/// The result of a call that creates something: the value, and whether it is new.
///
/// Use it if the same call may be repeated. The server then returns 201 the first time and 200 with the same value after
/// that, whatever status the endpoint declares.
///
/// ```swift
/// @POST("/persons", status: 201)
/// public var add: @Sendable (_ person: Person) async throws -> CreatedOrExisting<Person>
/// ```
public struct CreatedOrExisting<Value: Codable & Sendable>: Sendable {
  /// The value that exists now.
  public var value: Value
  /// Whether this call created the value.
  public var isNew: Bool

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - value: the value that exists now.
  ///   - isNew: whether this call created the value.
  public init(_ value: Value, isNew: Bool = true) {
    self.value = value
    self.isNew = isNew
  }
}

extension CreatedOrExisting: Equatable where Value: Equatable {}

extension IncomingCall {
  /// Writes a response with a created value: 201, or 200 if the value existed before.
  public func reply<Value>(_ created: CreatedOrExisting<Value>) throws -> APIResponse {
    var response = try reply(created.value)
    response.head.status = created.isNew ? .created : .ok
    return response
  }
}

extension APIClient {
  /// Makes a call that creates something. With any status but 201, the value is not new.
  @concurrent
  public func send<Value>(_ call: OutgoingCall) async throws(APIError) -> CreatedOrExisting<Value> {
    try await send(call, reading: CreatedReader<Value>.self)
  }
}

private enum CreatedReader<Created: Codable & Sendable>: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws -> CreatedOrExisting<Created> {
    let value: Created = try request.endpoint.value(of: response)
    return CreatedOrExisting(value, isNew: response.head.status == .created)
  }
}
