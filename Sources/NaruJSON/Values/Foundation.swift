public import Foundation

extension Date: Payload {
  /// Reads a date in the form of the ``JSONCoding``.
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json.date()
  }

  /// Writes a date in the form of the ``JSONCoding``.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try json.date(self)
  }

  /// A string.
  public static var schema: Schema { .string(format: "date-time") }
}

extension URL: Payload {
  /// Reads a string.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    let value = URL(string: try json.string())
    guard let value else { throw JSONError(.invalid("a URL", of: URL.self), offset: start) }
    self = value
  }

  /// Writes a string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(absoluteString) }
  /// A string.
  public static var schema: Schema { .string(format: "uri") }
}
