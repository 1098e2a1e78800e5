extension Payload where Self: RawRepresentable, RawValue: Payload {
  /// Reads the raw value.
  ///
  /// - Throws: ``JSONError`` for a raw value without a case.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json._rawValue(Self.self)
  }

  /// Writes the raw value.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try rawValue.write(to: &json)
  }

  /// The schema of the raw values.
  public static var schema: Schema { RawValue.schema }
}
