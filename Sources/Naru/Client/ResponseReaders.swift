import Foundation
import HTTPTypes

/// Reads a value in the body. A result of type `String` may be plain text instead of JSON, and an optional result is `nil` for a blank
/// body.
enum ValueReader<Value: Decodable & Sendable>: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws -> Value {
    try request.endpoint.value(of: response)
  }
}

enum NoValueReader: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws {
    try request.endpoint.format.checkSuccess(response.body)
  }
}

enum HeadersReader<Value: ResultWithHeaders>: ResponseReader where Value.Body: Decodable {
  static func read(_ response: APIResponse, _ request: APIRequest) throws -> Value {
    try Value(body: request.endpoint.value(of: response), headers: response.head.headerFields)
  }
}

enum OnlyHeadersReader<Value: ResultWithHeaders>: ResponseReader where Value.Body == Void {
  static func read(_ response: APIResponse, _ request: APIRequest) throws -> Value {
    try request.endpoint.format.checkSuccess(response.body)
    return try Value(body: (), headers: response.head.headerFields)
  }
}

/// Checks the beginning of bytes: some servers respond to a failure with 200 and a short JSON body that describes it.
enum BytesReader: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws {
    let format = request.endpoint.format
    guard let type = response.head.headerFields[.contentType], MediaType(type).isJSON else {
      return try format.checkFailure(response)
    }
    if let body = response.received { try format.checkSuccess(body) }
    guard request.accepts(MediaType(type).essence) else {
      throw UnexpectedMediaType(expected: request.head.headerFields[.accept] ?? "", found: type)
    }
  }
}

enum StreamReader: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws {
    try request.endpoint.format.checkFailure(response)
  }
}

/// Checks the response to a request whose caller does not read the result, such as a queued write's: it has to be readable as the
/// endpoint's result, unless the format alone proves that it is the server's.
enum AcknowledgementReader: ResponseReader {
  static func read(_ response: APIResponse, _ request: APIRequest) throws {
    let endpoint = request.endpoint
    let type: Any.Type? =
      switch endpoint.resultKind {
      case .body(let type), .created(let type), .counted(let type), .bodyWithHeaders(let type, _): type
      case .variants, .values, .bytes, nil: nil
      }
    do {
      if let type = type as? any Decodable.Type {
        try check(type, response, endpoint)
      } else {
        try endpoint.format.checkSuccess(response.body)
      }
    } catch let failure as ServerFailure {
      throw failure
    } catch {
      if response.isApplied { return }
      // An envelope that states a success is the server's, even if an older app can't read the value.
      guard !response.body.isEmpty, !endpoint.format.isSuccess(Data("{\"\":0}".utf8)),
        endpoint.format.isSuccess(response.body)
      else { throw error }
    }
  }

  private static func check<Value: Decodable>(
    _ type: Value.Type,
    _ response: APIResponse,
    _ endpoint: Endpoint
  ) throws {
    let _: Value = try endpoint.value(of: response)
  }
}

extension APIResponse {
  /// Whether the body may be a failure that is described in JSON, whatever type some servers send it with.
  var mayDescribeFailure: Bool {
    guard let type = head.headerFields.value(of: .contentType).map(MediaType.init) else { return true }
    return type.isJSON || type.isHTML || type.essence == "text/plain"
  }

  /// The whole body, in UTF-8 if it declares another charset. `nil` if it is still being received.
  fileprivate var received: Data? { stream == nil || stream?.data != nil ? inUTF8?.body ?? stream?.data ?? body : nil }
}

extension ResponseFormat {
  /// Throws the failure that a body describes. Anything else may be the bytes that were asked for.
  fileprivate static func checkFailure(_ response: APIResponse) throws {
    guard response.mayDescribeFailure, let body = response.received, body.firstMark == UInt8(ascii: "{") else { return }
    if case .failure(let failure as ServerFailure) = Result(catching: { try checkSuccess(body) }) { throw failure }
  }

  fileprivate static func isSuccess(_ body: Data) -> Bool { (try? checkSuccess(body)) != nil }

  /// Returns the failure in a success that can't be read, as GraphQL, Slack and the token endpoint of GitHub send it.
  static func statedFailure(_ response: APIResponse) -> ServerFailure? {
    guard let body = response.received, let tree = try? json.decode(JSONTree.self, from: body), tree.statesFailure
    else { return nil }
    return decodeFailure(from: body, head: response.head)
  }
}

extension Endpoint {
  func value<Value: Decodable>(of response: APIResponse) throws -> Value {
    // The usual response, at once: an object is never blank.
    if response.body.first == UInt8(ascii: "{"), Value.self != String.self, Value.self != String?.self {
      return try format.decode(Value.self, from: response.body)
    }
    return try unusualValue(of: response)
  }

  private func unusualValue<Value: Decodable>(of response: APIResponse) throws -> Value {
    guard let value = response.valueOutsideOfJSON(Value.self) else {
      do {
        return try format.decode(Value.self, from: response.body)
      } catch {
        // An enum, a UUID or an id of its own type is a string, which some servers send as text.
        guard !(error is ServerFailure), let text = response.plainText?.trimmingCharacters(in: .whitespacesAndNewlines),
          let value = try? format.json.decode(Value.self, from: format.json.encode(text))
        else { throw error }
        return value
      }
    }
    guard response.body.firstMark == UInt8(ascii: "{") else { return value }
    // Some servers send their JSON as text or HTML, also a failure.
    do {
      return try format.decode(Value.self, from: response.body)
    } catch let failure as ServerFailure {
      throw failure
    } catch {
      return value
    }
  }
}

/// The error for a response whose media type the call can't read.
struct UnexpectedMediaType: Error, CustomStringConvertible {
  let expected: String
  let found: String

  var description: String { "the response is “\(found.prefix(60))” instead of “\(expected)”" }
}
