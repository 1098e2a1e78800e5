public import HTTPTypes

/// A result that is partly in the body of a response, and partly in its header fields.
///
/// The body is a value, a ``Blob``, or `Void` for a response without one. It may also be an optional: an empty body is `nil`, as in
/// the response to `HEAD`.
///
/// ```swift
/// struct Download: ResultWithHeaders {
///   var body: Blob
///   var headers: HTTPFields
///   var checksum: String? { headers[.eTag] }
/// }
/// ```
public protocol ResultWithHeaders: Sendable {
  /// The type of the part in the body: `Codable & Sendable`, a ``Blob``, or `Void`.
  associatedtype Body: Sendable

  /// Creates a result from a response.
  ///
  /// - Parameters:
  ///   - body: the part in the body.
  ///   - headers: the response's header fields.
  /// - Throws: any error if a field is malformed. It becomes the cause of an ``APIError/Code/decodingFailed``.
  init(body: Body, headers: HTTPFields) throws

  /// The part in the body.
  var body: Body { get }

  /// The part in the header fields.
  var headers: HTTPFields { get }

  /// The names of the header fields, for the documentation. By default there are none.
  static var headerNames: [HTTPField.Name] { get }
}

extension ResultWithHeaders {
  /// No names.
  public static var headerNames: [HTTPField.Name] { [] }
}
