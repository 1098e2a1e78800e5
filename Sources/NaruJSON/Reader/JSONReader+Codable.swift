import Foundation

extension JSONReader {
  /// Reads the value of a field, and goes on to the next field. Its type is a ``Payload``, as it turns out when it runs, or
  /// is read by Foundation's decoder.
  ///
  /// - Throws: ``JSONError``.
  public mutating func field<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    let value = try self.value(type)
    try endField()
    return value
  }

  /// Reads a value whose type is a ``Payload``, as it turns out when it runs, or is read by Foundation's decoder.
  ///
  /// - Throws: ``JSONError``.
  public mutating func value<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    if let payload = type as? any Payload.Type { return try open(payload, as: type) }
    let start = position
    try skipValue()
    do {
      return try settings.decoder.decode(type, from: Data(bytes: base + start, count: position - start))
    } catch {
      throw JSONError(.foreign(error), offset: start)
    }
  }

  /// Reads a value of a type that is known to be the payload's.
  mutating func open<Value, Found: Payload>(_ payload: Found.Type, as type: Value.Type) throws(JSONError) -> Value {
    let start = position
    let value = try Found(from: &self)
    guard let value = value as? Value else { throw JSONError(.mismatch(type), offset: start) }
    return value
  }

  /// Reads a value, or goes behind one that can't be read: for an envelope that may say itself that it holds none, and for
  /// lists that do without some of their elements.
  ///
  /// - Returns: the value, or why it can't be read.
  /// - Throws: ``JSONError`` if what is there is no JSON, or nested too deeply.
  public mutating func attempt<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Result<Value, JSONError> {
    let (start, depth) = (position, depth)
    do throws(JSONError) {
      return .success(try value(type))
    } catch {
      if detour != nil { leaveDetour() }
      position = start
      self.depth = depth
      try skipValue()
      return .failure(error)
    }
  }
}
