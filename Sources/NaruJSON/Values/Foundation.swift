public import Foundation

extension Date: Payload {
  /// Reads a string in the date format of the ``JSONCoding``.
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json.date()
  }

  /// Writes a string in the date format of the ``JSONCoding``.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try json.date(self)
  }

  /// A string.
  public static var schema: Schema { .string(format: "date-time") }
}

extension UUID: Payload {
  /// Reads a string of 36 characters.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    guard let value = UUID(uuidString: try json.string()) else { throw JSONError(.invalid("a UUID"), offset: start) }
    self = value
  }

  /// Writes a string of 36 characters, in upper case.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(uuidString) }
  /// A string.
  public static var schema: Schema { .string(format: "uuid") }
}

extension URL: Payload {
  /// Reads a string.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    guard let value = URL(string: try json.string()) else { throw JSONError(.invalid("a URL"), offset: start) }
    self = value
  }

  /// Writes a string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(absoluteString) }
  /// A string.
  public static var schema: Schema { .string(format: "uri") }
}

extension Data: Payload {
  /// Reads a base64 string.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    guard let value = Data(base64Encoded: try json.string()) else { throw JSONError(.invalid("base64"), offset: start) }
    self = value
  }

  /// Writes a base64 string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(base64EncodedString()) }
  /// A string.
  public static var schema: Schema { .string(format: "byte") }
}

extension Decimal: Payload {
  /// Reads a number.
  public init(from json: inout JSONReader) throws(JSONError) {
    let number = try json.scanNumber(Decimal.self)
    guard let value = Decimal(string: json.text(of: number), locale: nil) else {
      throw JSONError(.invalid("a number that Decimal can hold"), offset: number.start)
    }
    self = value
  }

  /// Writes a number.
  ///
  /// - Throws: ``JSONError`` for NaN.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    guard isFinite else { throw json.invalid(expected: "a number") }
    json.put(description)
  }

  /// A number.
  public static var schema: Schema { .number(format: "decimal") }
}
