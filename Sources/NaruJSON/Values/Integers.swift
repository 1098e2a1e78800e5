extension Payload where Self: FixedWidthInteger {
  /// Reads an integer.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) { self = try json.integer(Self.self) }
  /// Writes an integer.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) { json.integer(self) }
  /// An integer.
  public static var schema: Schema { .integer(bits: bitWidth, isSigned: isSigned) }
}

extension Int: Payload {}
extension Int8: Payload {}
extension Int16: Payload {}
extension Int32: Payload {}
extension Int64: Payload {}
extension UInt: Payload {}
extension UInt8: Payload {}
extension UInt16: Payload {}
extension UInt32: Payload {}
extension UInt64: Payload {}
