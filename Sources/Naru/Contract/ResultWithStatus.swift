import Foundation
public import HTTPTypes

/// A result with several variants, which the status of the response tells apart: 200 with a report, or 202 with the job that makes it.
///
/// ```swift
/// enum Export: ResultWithStatus {
///   case ready(Report)
///   case pending(Job)
///   case unchanged
///
///   static let variants = [ResponseVariant(200, Report.self), ResponseVariant(202, Job.self), ResponseVariant(304)]
///
///   init(_ response: ResultResponse) throws {
///     switch response.status {
///     case 202: self = .pending(try response.value())
///     case 304: self = .unchanged
///     default: self = .ready(try response.value())
///     }
///   }
///
///   var response: ResultResponse {
///     switch self {
///     case .ready(let report): ResultResponse(200, report)
///     case .pending(let job): ResultResponse(202, job, headers: [.retryAfter: "5"])
///     case .unchanged: ResultResponse(304)
///     }
///   }
/// }
///
/// @GET("/export")
/// var export: @Sendable (_ ifNoneMatch: Header<String>?) async throws -> Export
/// ```
///
/// A success with another status is an ``APIError/Code/decodingFailed``, and a handler's is an unexpected error. The `status:` of the
/// marker has no effect. ``CreatedOrExisting`` is ready for 201 and 200, ``CreatedLocation`` for a 201 without a body.
public protocol ResultWithStatus: Sendable {
  /// The variants, the usual one first.
  static var variants: [ResponseVariant] { get }

  /// Reads a response with the status of one of the variants.
  ///
  /// - Parameter response: the response.
  /// - Throws: any error if it is malformed. It becomes the cause of an ``APIError/Code/decodingFailed``.
  init(_ response: ResultResponse) throws

  /// The response to send.
  var response: ResultResponse { get }
}

/// A form of a ``ResultWithStatus``.
public struct ResponseVariant: Sendable {
  /// The status: 200…299, or 304.
  public let status: Int
  /// The type of the value in the body. `nil` if the body is empty.
  public let value: (any (Codable & Sendable).Type)?
  /// The header fields that it may have, for the documentation.
  public let headers: [HTTPField.Name]

  /// Describes a variant with a value in the body.
  ///
  /// - Precondition: the status is 200…299, or 304 without a value. Other ones are failures.
  public init(_ status: Int, _ value: (any (Codable & Sendable).Type)? = nil, headers: [HTTPField.Name] = []) {
    precondition(
      (200..<300).contains(status) || status == 304 && value == nil,
      "\(status) is not the status of a success. Throw an APIError instead."
    )
    self.status = status
    self.value = value
    self.headers = headers
  }
}

/// The response that a ``ResultWithStatus`` is read from and written to.
public struct ResultResponse: Sendable {
  private enum Content: Sendable {
    case value((any Encodable & Sendable)?)
    case received(Data, any ResponseFormat.Type)
  }

  /// The status.
  public let status: Int
  /// The header fields.
  public let headers: HTTPFields
  private let content: Content

  /// Creates a response with an empty body.
  public init(_ status: Int, headers: HTTPFields = [:]) {
    self.init(status, headers, .value(nil))
  }

  /// Creates a response with a value in the body.
  public init(_ status: Int, _ value: some Encodable & Sendable, headers: HTTPFields = [:]) {
    self.init(status, headers, .value(value))
  }

  init(_ response: APIResponse, _ format: any ResponseFormat.Type) {
    self.init(response.head.status.code, response.head.headerFields, .received(response.body, format))
  }

  private init(_ status: Int, _ headers: HTTPFields, _ content: Content) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// Reads the value in the body, in the format of the contract.
  ///
  /// - Parameter type: the type of the value.
  /// - Returns: the value.
  /// - Throws: an error if the body is not of this type, such as `DecodingError`.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    switch content {
    case .received(let body, let format): return try body.valueIfBlank(type) ?? format.decode(type, from: body)
    case .value(let value):
      guard let value = value as? Value else {
        throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: "The value is not a \(type)."))
      }
      return value
    }
  }

  func body(_ format: any ResponseFormat.Type) throws -> Data {
    switch content {
    case .received(let body, _): body
    case .value(nil): Data()
    case .value(let value?): try format.encode(value)
    }
  }
}

extension IncomingCall {
  /// Writes a response with one of several variants.
  public func reply<Value: ResultWithStatus>(_ value: Value) throws -> APIResponse {
    let form = value.response
    guard Value.variants.contains(where: { $0.status == form.status }) else {
      throw UndeclaredStatus(status: form.status, type: "\(Value.self)")
    }
    let body = try form.body(endpoint.format)
    var response = response(status: .init(code: form.status), body: body)
    for field in form.headers { response.head.headerFields.append(field) }
    return response
  }
}

extension APIClient {
  /// Makes a call whose result has several variants.
  @concurrent
  public func send<Value: ResultWithStatus>(_ call: OutgoingCall) async throws(APIError) -> Value {
    try await send(call, reading: VariantsReader<Value>.self)
  }
}

private enum VariantsReader<Value: ResultWithStatus>: ResponseReader {
  static var statuses: [Int] { Value.variants.map(\.status) }

  static func read(_ response: APIResponse, _ request: APIRequest) throws -> Value {
    let status = response.head.status.code
    guard let variant = Value.variants.first(where: { $0.status == status }) else {
      throw UndeclaredStatus(status: status, type: "\(Value.self)")
    }
    if variant.value == nil { try request.endpoint.format.checkSuccess(response.body) }
    return try Value(ResultResponse(response, request.endpoint.format))
  }
}

/// The error for a status that no variant has.
private struct UndeclaredStatus: Error, CustomStringConvertible {
  let status: Int
  let type: String

  var description: String { "\(type) has no variant with the status \(status)" }
}
