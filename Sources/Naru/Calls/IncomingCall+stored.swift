import Foundation

// MARK: - For generated code

// For calls that are read from a URL or from the queue of writes.

extension IncomingCall {
  /// Returns whether the request is for an endpoint.
  public func isCall(of endpoint: Endpoint) -> Bool { self.endpoint == endpoint }

  /// Checks a constant item of the query.
  ///
  /// - Throws: an error if the query has no such item with the value.
  public func require(_ name: String, _ value: String) throws {
    guard query.contains(where: { $0 == (name, value) }) else { throw MissingParameter(name: name) }
  }

  /// Reads a JSON body or a text that is in memory.
  public func storedBody<Value: Decodable>() throws -> Value {
    if let text = try text(Value.self, in: content().data ?? Data()) { return text }
    guard let value: Value = try optionalStoredBody() else { throw MissingBody() }
    return value
  }

  /// Reads a JSON body or a text that is in memory, or returns `nil` if it is empty.
  public func optionalStoredBody<Value: Decodable>() throws -> Value? {
    guard let bytes = content().data, !bytes.isEmpty else { return nil }
    if let text = try text(Value.self, in: bytes) { return text }
    return try endpoint.format.json.decode(Value.self, from: bytes)
  }

  /// Returns the body.
  public func storedBody() throws -> Blob { content() }

  /// Returns the body, or `nil` if it is empty.
  public func optionalStoredBody() throws -> Blob? {
    let blob = content()
    return blob.length == 0 ? nil : blob
  }
}
