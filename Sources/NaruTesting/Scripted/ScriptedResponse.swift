public import Foundation
public import HTTPTypes
public import Naru

/// A response of a ``ScriptedTransport``, for one or more calls.
public struct ScriptedResponse: Sendable {
  typealias Make = @concurrent @Sendable (APIRequest) async throws -> APIResponse

  let make: Make
  /// The number of calls that it serves; `nil` for any number.
  var count: Int? = 1

  /// Creates a successful response with a value, in the endpoint's format and with its status.
  public static func value(_ value: some Encodable & Sendable) -> ScriptedResponse {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// Creates a successful response with a value that is partly sent in header fields, such as `CountedList`.
  public static func value<Value: ResultWithHeaders>(_ value: Value) -> ScriptedResponse where Value.Body: Encodable {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// Creates a successful response with a value that is in header fields, such as `CreatedLocation`.
  public static func value<Value: ResultWithHeaders>(_ value: Value) -> ScriptedResponse where Value.Body == Void {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// Creates a successful response with one of several variants.
  public static func value(_ value: some ResultWithStatus) -> ScriptedResponse {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// A successful response without a value.
  public static let success = ScriptedResponse { try IncomingCall($0).reply(()) }

  /// Creates a failure, in the endpoint's format.
  ///
  /// - Parameters:
  ///   - status: the status, such as 404.
  ///   - code: the server's code; by default, the format's code for the status.
  ///   - message: the server's sentence; by default, Naru's sentence for the status.
  ///   - retryAfter: how long the server asks to wait, in whole seconds.
  /// - Returns: the response.
  public static func failure(
    _ status: HTTPResponse.Status,
    code: String? = nil,
    message: LocalizedMessage? = nil,
    retryAfter: Duration? = nil
  ) -> ScriptedResponse {
    ScriptedResponse { request in
      let kind = APIError.Code(status: status)
      let error = APIError(kind, message, serverCode: code, status: status, retryAfter: retryAfter)
      return APIResponse(failure: error, format: request.endpoint.format, language: .current)
    }
  }

  /// Creates a failure that a server's closure throws, in the endpoint's format: with fields, header fields or a typed body.
  ///
  /// ```swift
  /// server.on(Issues.Endpoints.add, .failure(APIError(.invalidRequest, failure: GitHubFailure(message: "Validation Failed"))))
  /// ```
  public static func failure(_ error: APIError) -> ScriptedResponse {
    ScriptedResponse { APIResponse(failure: error, format: $0.endpoint.format, language: .current) }
  }

  /// Creates a response with the given bytes.
  public static func bytes(
    _ body: Data,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> ScriptedResponse {
    ScriptedResponse { _ in APIResponse(head: HTTPResponse(status: status, headerFields: headers), body: body) }
  }

  /// Creates a plain-text response: `.text("<html>…", status: .badGateway)`.
  public static func text(
    _ body: String,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> ScriptedResponse {
    bytes(Data(body.utf8), status: status, headers: headers)
  }

  /// Creates a successful response with bytes and their media type, for an endpoint that returns a `Blob`.
  public static func value(_ value: Blob) -> ScriptedResponse {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// Creates a successful response with a stream of values, for an endpoint that returns an `EventStream` or `JSONLines`.
  public static func value(_ value: some StreamedResult) -> ScriptedResponse {
    ScriptedResponse { try IncomingCall($0).reply(value) }
  }

  /// Makes the transport throw an error, such as `APIError(.unreachable)`.
  public static func error(_ error: any Error) -> ScriptedResponse {
    ScriptedResponse { _ in throw error }
  }

  /// Responds with the result of a closure. The transport throws its errors.
  public static func response(
    _ make: @escaping @concurrent @Sendable (APIRequest) async throws -> APIResponse
  ) -> ScriptedResponse {
    ScriptedResponse(make: make)
  }

  /// Returns this response for a number of calls.
  public func times(_ count: Int) -> ScriptedResponse {
    var copy = self
    copy.count = max(0, count)
    return copy
  }

  /// This response, lost on its way: the server has carried the call out, and the caller gets `APIError` with the code `unreachable`.
  ///
  /// ```swift
  /// server.on(Orders.Endpoints.add, .response { orders.add($0) }.lost, .response { orders.add($0) })
  /// ```
  public var lost: ScriptedResponse {
    var copy = ScriptedResponse { [make] request in
      _ = try await make(request)
      throw APIError(.unreachable)
    }
    copy.count = count
    return copy
  }

  /// This response for any number of calls.
  public var always: ScriptedResponse {
    var copy = self
    copy.count = nil
    return copy
  }
}
