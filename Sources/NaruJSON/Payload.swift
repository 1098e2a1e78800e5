/// A model that reads and writes itself as JSON, without a tree in between and without Foundation's coders.
///
/// `@Payload` writes the conformance. The type stays an ordinary `Codable`: with any other coder it behaves the same.
///
/// ```swift
/// let json = JSONCoding()
/// let book = try json.decode(Book.self, from: body)  // the direct path, because Book is a Payload
/// ```
public protocol Payload: Codable, SendableMetatype {
  /// Reads a value that begins where the reader stands, and leaves the reader behind it.
  ///
  /// - Throws: ``JSONError`` for what is no JSON, and for JSON of another form.
  init(from json: inout JSONReader) throws(JSONError)

  /// Writes the value.
  ///
  /// - Throws: ``JSONError`` for a value that JSON has no form for, such as a number that is infinite.
  func write(to json: inout JSONWriter) throws(JSONError)

  /// What values of this type look like in JSON.
  static var schema: Schema { get }
}
