public import Foundation
public import HTTPTypes
public import Naru

/// One answer of a ``ScriptedTransport``, or several of the same.
public struct ScriptedAnswer: Sendable {
  typealias Make = @Sendable (APIRequest) async throws -> APIResponse

  let make: Make
  /// How often it is given. `nil`: as often as it is asked for.
  var count: Int? = 1

  /// A value, as the endpoint's format and status say.
  public static func value(_ value: some Encodable & Sendable) -> ScriptedAnswer {
    ScriptedAnswer { try IncomingCall($0).reply(value) }
  }

  /// A value of which a part travels in header fields, such as ``Counted``.
  public static func value(_ value: some ResultWithHeaders) -> ScriptedAnswer {
    ScriptedAnswer { try IncomingCall($0).reply(value) }
  }

  /// The success of an endpoint that has no value.
  public static let success = ScriptedAnswer { try IncomingCall($0).reply(()) }

  /// A failure, as the endpoint's format writes it.
  ///
  /// - Parameters:
  ///   - status: the status, such as 404.
  ///   - code: the server's own code; without one, the format's for the status.
  ///   - message: the server's sentence; without one, Naru's for the status.
  ///   - retryAfter: how long the server asks to wait, in whole seconds.
  public static func failure(
    _ status: HTTPResponse.Status,
    code: String? = nil,
    message: Sentence? = nil,
    retryAfter: Duration? = nil
  ) -> ScriptedAnswer {
    ScriptedAnswer { request in
      let kind = APIError.Code(status: status)
      let error = APIError(kind, message, serverCode: code, status: status, retryAfter: retryAfter)
      return APIResponse(failure: error, format: request.endpoint.format, language: .current)
    }
  }

  /// Bytes as they are, whatever the format says.
  public static func bytes(
    _ body: Data,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> ScriptedAnswer {
    ScriptedAnswer { _ in APIResponse(head: HTTPResponse(status: status, headerFields: headers), body: body) }
  }

  /// A text as it is, whatever the format says: `.text("<html>…", status: .badGateway)`.
  public static func text(
    _ body: String,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> ScriptedAnswer {
    bytes(Data(body.utf8), status: status, headers: headers)
  }

  /// Bytes with their media type, for an endpoint whose value is a `Blob`.
  public static func value(_ value: Blob) -> ScriptedAnswer {
    ScriptedAnswer { try IncomingCall($0).reply(value) }
  }

  /// Events, for an endpoint whose value is an `EventStream`.
  public static func value<Value>(_ value: EventStream<Value>) -> ScriptedAnswer {
    ScriptedAnswer { try IncomingCall($0).reply(value) }
  }

  /// No answer: the transport throws this error, such as `APIError(.unreachable)`.
  public static func error(_ error: any Error) -> ScriptedAnswer {
    ScriptedAnswer { _ in throw error }
  }

  /// What a closure makes of the request. What it throws is thrown by the transport.
  public static func response(
    _ make: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) -> ScriptedAnswer {
    ScriptedAnswer(make: make)
  }

  /// The same answer so many times.
  public func times(_ count: Int) -> ScriptedAnswer {
    var copy = self
    copy.count = max(0, count)
    return copy
  }

  /// The same answer as often as it is asked for, which may be never.
  public var always: ScriptedAnswer {
    var copy = self
    copy.count = nil
    return copy
  }
}
