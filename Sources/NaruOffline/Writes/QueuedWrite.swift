public import Foundation
public import HTTPTypes
public import Naru

/// A call that waits on the device until it can be sent, or that the server has refused.
public struct QueuedWrite: Sendable, Identifiable {
  /// The state of a write.
  public enum State: Sendable, Hashable {
    /// It is sent as soon as those before it in its scope are, and not before the date.
    case waiting(notBefore: Date?)
    /// The server refused it for good, with this sentence. It stays until it is retried or discarded.
    case refused(LocalizedMessage)
  }

  /// The number of the write in its file. Later writes have higher ones.
  public let id: Int64
  /// The endpoint. `nil` if this version of the app does not have it any more.
  public var endpoint: Endpoint? { endpoints[endpointName] }
  /// The name of the endpoint: `ReadingBooks.update`.
  public let endpointName: String
  /// The name of the order that it belongs to.
  public let scope: String
  /// The `Idempotency-Key`, the same in every attempt.
  public let key: String
  /// The id of what it creates, if the app gave it one.
  public let localID: LocalID?
  /// When it was queued.
  public let queuedAt: Date
  /// How often it was sent.
  public let attempts: Int
  /// Its state.
  public let state: State
  /// Why the last attempt failed. `nil` before the first one.
  public let lastError: LocalizedMessage?
  /// The status of the last attempt. `nil` if there was no response.
  public let status: HTTPResponse.Status?

  /// The endpoints of the app, by their names. All writes share them: an endpoint is larger than the rest of a write.
  let endpoints: [String: Endpoint]
  let method: String
  let target: String
  /// The header fields as JSON.
  let fields: String
  let payload: Data
  let idName: String?
  let needs: [LocalID]
  /// Whether a process of the app is sending it.
  let isSending: Bool
  /// When the server may have applied it for the first time. `nil` if it was never sent, or if the server has said each time that it was not
  /// applied.
  let sentAt: Date?

  var headers: HTTPFields {
    get throws { try JSONDecoder().decode(HTTPFields.self, from: Data(fields.utf8)) }
  }

  /// Whether the server has refused it.
  public var isRejected: Bool {
    if case .refused = state { true } else { false }
  }

  /// Reads an argument of the call, such as to show the write on top of what the server said.
  ///
  /// - Parameters:
  ///   - name: the name of the parameter on the wire.
  ///   - type: its type.
  /// - Returns: the value. `nil` if the call has no such argument, or if this version of the app does not have the endpoint.
  /// - Throws: an error if the value has another type.
  public func argument<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    guard let endpoint, let parameter = endpoint.parameters.first(where: { $0.name == name }) else { return nil }
    if parameter.location == .body { return try body(as: type) }
    let call = try incoming(endpoint)
    return switch parameter.location {
    case .path: .some(try call.path(name) as Value)
    case .query: try call.optionalQuery(name) as Value?
    case .header: try call.optionalHeader(name) as Value?
    case .body, .form, .part: nil
    }
  }

  /// Reads the call, to show the write on top of what the server said:
  ///
  /// ```swift
  /// switch try write.call(as: ReadingBooks.Call.self) {
  /// case .remove(let id): entries.removeAll { $0.id == id }
  /// default: break
  /// }
  /// ```
  ///
  /// - Parameter type: the type of the calls of a contract.
  /// - Returns: the call. `nil` if it is one of another contract, if it has a form, or if this version of the app does not have the
  ///   endpoint.
  /// - Throws: an error if a value has another type.
  public func call<Call: ContractCall>(as type: Call.Type) throws -> Call? {
    guard let endpoint, Call.API.endpoints.contains(endpoint) else { return nil }
    return try Call.reading(incoming(endpoint))
  }

  private func incoming(_ endpoint: Endpoint) throws -> IncomingCall {
    let head = HTTPRequest(
      method: endpoint.method.http,
      scheme: nil,
      authority: nil,
      path: target,
      headerFields: try headers
    )
    return try IncomingCall(APIRequest(endpoint: endpoint, head: head, body: payload))
  }

  /// Reads the JSON body of the call.
  ///
  /// - Parameter type: its type.
  /// - Returns: the value. `nil` if there is no body, or if this version of the app does not have the endpoint.
  /// - Throws: `DecodingError`.
  public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value? {
    guard let endpoint, !payload.isEmpty else { return nil }
    return try endpoint.format.json.decode(type, from: payload)
  }
}
