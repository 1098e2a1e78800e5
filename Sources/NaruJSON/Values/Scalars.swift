extension Bool: Payload {
  /// Reads `true` or `false`.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.bool() }
  /// Writes `true` or `false`.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.bool(self) }
  /// A boolean.
  public static var schema: Schema { .boolean }
}

extension String: Payload {
  /// Reads a string.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.string() }
  /// Writes a string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(self) }
  /// A string.
  public static var schema: Schema { .string(format: nil) }
}

extension Double: Payload {
  /// Reads a number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.double() }
  /// Writes a number.
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.double(self) }
  /// A number.
  public static var schema: Schema { .number(format: "double") }
}

extension Float: Payload {
  /// Reads a number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.float() }
  /// Writes a number.
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.float(self) }
  /// A number.
  public static var schema: Schema { .number(format: "float") }
}
