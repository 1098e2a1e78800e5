public import Foundation
public import HTTPTypes
public import Naru

/// A call that is stored on the device until it can be sent, or that the server has rejected.
public struct QueuedWrite: Sendable, Identifiable {
  /// The state of a write.
  public enum State: Sendable, Hashable {
    /// It is sent as soon as the earlier writes in its scope are, and not before the date.
    case queued(notBefore: Date?)
    /// A process is sending it. Another one may send it after the date, or as soon as the process has ended.
    case sending(process: Int32?, until: Date)
    /// The server rejected it for good, with this message. It stays until it is retried or discarded.
    case rejected(LocalizedMessage)
  }

  let record: WriteRecord
  /// The endpoints of the app, by their names. All writes share them: an endpoint is larger than the rest of a write.
  let endpoints: [String: Endpoint]

  /// The number of the write in its file. Later writes have higher ones.
  public var id: Int64 { record.id ?? 0 }
  /// The endpoint. `nil` if this version of the app no longer has it.
  public var endpoint: Endpoint? { endpoints[record.endpoint] }
  /// The name of the endpoint: `ReadingBooks.update`.
  public var endpointName: String { record.endpoint }
  /// The name of the order that it belongs to.
  public var scope: String { record.scope }
  /// The `Idempotency-Key`, the same in every attempt.
  public var key: String { record.key }
  /// The id of the resource that it creates, if the app gave it one.
  public var localID: LocalID? { record.localID }
  /// When it was queued.
  public var queuedAt: Date { record.queuedAt }
  /// How often it was sent.
  public var attempts: Int { record.attempts }
  /// Why the last attempt failed. `nil` before the first one.
  public var lastError: LocalizedMessage? {
    record.korean.map { LocalizedMessage(korean: $0, english: record.english ?? $0) }
  }
  /// The status of the last attempt. `nil` if there was no response.
  public var status: HTTPResponse.Status? { record.status.map { HTTPResponse.Status(code: $0) } }
  /// Whether the server has rejected it.
  public var isRejected: Bool { record.isRejected }
  /// Its state.
  public var state: State {
    if isRejected { return .rejected(lastError ?? APIError.Code.invalidRequest.localizedMessage) }
    guard let end = record.claimedUntil else { return .queued(notBefore: record.nextAt) }
    return .sending(process: record.claimedBy.flatMap(OpenerLock.process), until: end)
  }

  /// Reads an argument of the call, such as to show the write on top of the server's response.
  ///
  /// - Parameters:
  ///   - name: the name of the parameter on the wire.
  ///   - type: its type.
  /// - Returns: the value. `nil` if the call has no such argument, or if this version of the app does not have the endpoint.
  /// - Throws: an error if the value has another type.
  public func argument<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    guard let endpoint, let parameter = endpoint.parameters.first(where: { $0.name == name }) else { return nil }
    if parameter.location == .body { return try body(as: type) }
    let call = try call(of: endpoint)
    return switch parameter.location {
    case .path: .some(try call.path(name) as Value)
    case .query: try call.optionalQuery(name) as Value?
    case .header: try call.optionalHeader(name) as Value?
    case .cookie: try call.optionalCookie(name) as Value?
    case .body, .form, .part: nil
    }
  }

  /// Reads the JSON body of the call.
  ///
  /// - Parameter type: its type.
  /// - Returns: the value. `nil` if there is no body, or if this version of the app does not have the endpoint.
  /// - Throws: `DecodingError`.
  public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    guard let endpoint, !record.body.isEmpty else { return nil }
    return try endpoint.format.json.decode(type, from: record.body)
  }

  /// Returns whether the call is about an item: its id is a segment of the path or the `id` of the JSON body, or the call creates it.
  ///
  /// - Parameter id: the item's id; may be a local id.
  /// - Returns: whether it is.
  package func concerns(_ id: String) -> Bool {
    if let localID, id == localID.text || id == String(localID.integer) { return true }
    return record.path.split(separator: "/").contains { $0.removingPercentEncoding == id }
      || JSONTree(json: record.body)?["id"]?.identifier == id
  }
}

extension QueuedWrite: CustomStringConvertible, CustomReflectable {
  /// The endpoint and the number. The call may contain secrets, such as a link.
  public var description: String { "\(endpointName) #\(id)" }

  /// Nothing, because a mirror would reveal the call.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
