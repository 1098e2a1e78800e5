/// A model that reads and writes itself as JSON, without an intermediate tree and without Foundation's coders.
///
/// `@Payload` generates the conformance. The type remains an ordinary `Codable` that behaves the same with other
/// coders.
///
/// ```swift
/// let json = JSONCoding()
/// let book = try json.decode(Book.self, from: body)  // the direct path, because Book is a Payload
/// ```
public protocol Payload: Codable, SendableMetatype {
  /// Reads the value at the reader's position, and advances the reader past it.
  ///
  /// - Throws: ``JSONError`` for invalid JSON, and for JSON of a different shape.
  init(from json: inout JSONReader) throws(JSONError)

  /// Writes the value.
  ///
  /// - Throws: ``JSONError`` for a value that JSON can't represent, such as an infinite number.
  func write(to json: inout JSONWriter) throws(JSONError)

  /// The JSON schema of this type's values.
  static var schema: Schema { get }
}
