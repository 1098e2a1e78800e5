extension Payload where Self: RawRepresentable, RawValue: Payload {
  /// Reads the raw value.
  ///
  /// - Throws: ``JSONError`` for a value that no case has.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json.rawValue(Self.self)
  }

  /// Writes the raw value.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try rawValue.write(to: &json)
  }

  /// What the raw values look like.
  public static var schema: Schema { RawValue.schema }
}
