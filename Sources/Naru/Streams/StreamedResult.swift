public import NaruJSON

/// A result that is sent value by value, and need not end: an ``EventStream``, ``JSONLines``, or a type of your own, such as for
/// protobuf messages with their lengths.
///
/// A call returns as soon as the response begins. Its values are received while they are read.
public protocol StreamedResult: Sendable {
  /// A value of the stream, for descriptions of a contract.
  associatedtype Value: Sendable

  /// The media types of a response. The first one is asked for, and sent by a server.
  static var mediaTypes: [String] { get }

  /// Creates a stream of received bytes, which are read once.
  ///
  /// - Parameters:
  ///   - bytes: the body of the response. Reading it throws ``APIError``.
  ///   - json: the JSON of the endpoint's format.
  ///   - limit: the maximum size of a value in bytes.
  ///   - invalid: makes the error for a value that can't be read, from its cause and its raw string. The stream throws it.
  init(
    receiving bytes: Blob,
    json: JSONCoding,
    limit: Int,
    invalid: @escaping @Sendable (_ underlyingError: any Error, _ text: String) -> any Error
  )

  /// Returns the bytes to send.
  ///
  /// - Parameter json: the JSON of the endpoint's format.
  /// - Returns: the bytes, whose type is the first of ``mediaTypes``.
  func bytes(_ json: JSONCoding) -> Blob
}
