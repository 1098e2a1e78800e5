extension Int: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Int.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int8: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Int8.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int16: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Int16.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int32: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Int32.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int64: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Int64.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension UInt: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(UInt.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension UInt8: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(UInt8.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension UInt16: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(UInt16.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension UInt32: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(UInt32.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension UInt64: Payload {
  /// Reads a whole number.
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(UInt64.self) }
  /// Writes a whole number.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// A whole number.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}
