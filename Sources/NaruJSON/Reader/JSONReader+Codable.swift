import Foundation

extension JSONReader {
  /// Reads the value of a field, and advances to the next field. If the type is not a ``Payload`` at run time,
  /// Foundation's decoder reads the value.
  ///
  /// - Throws: ``JSONError``.
  public mutating func field<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    let value = try self.value(type)
    try _endField()
    return value
  }

  /// Reads the value of a field with limits, and advances to the next field. The limits are checked only in a server.
  ///
  /// - Throws: ``JSONError`` if the value can't be read, or is beyond a limit.
  public mutating func field<Value: Decodable>(
    _ type: Value.Type,
    constraints: @autoclosure () -> [Constraint]
  ) throws(JSONError) -> Value {
    let start = position
    let value = try self.value(type)
    if checksLimits { try check(value, constraints(), from: start) }
    try _endField()
    return value
  }

  /// Checks the limits of a value that began at an offset.
  @usableFromInline @inline(never)
  func check<Value>(_ value: Value, _ constraints: [Constraint], from start: Int) throws(JSONError) {
    for limit in constraints {
      if let excess = limit.excess(of: value) { throw JSONError(.beyond(excess), offset: start) }
    }
  }

  /// Reads a value. If its type is not a ``Payload`` at run time, Foundation's decoder reads it.
  ///
  /// - Throws: ``JSONError``.
  public mutating func value<Value: Decodable>(_ type: Value.Type) throws(JSONError) -> Value {
    if let payload = type as? any Payload.Type { return try open(payload, as: type) }
    let start = position
    try skipValue()
    do {
      // The decoder does not keep the bytes, so it gets them without a copy.
      return unsafe try bytes.extracting(start..<position).withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { throw syntax(.value) }
        var data = unsafe Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: base),
          count: bytes.count,
          deallocator: .none
        )
        let lone = loneSurrogates.filter { start..<position ~= $0 }
        if !lone.isEmpty { data = unsafe Data(bytes) }
        // Foundation's decoder doesn't read half surrogate pairs.
        for place in lone { data.replaceSubrange(place - start + 2..<place - start + 6, with: "FFFD".utf8) }
        do {
          return try settings.decoder.decode(type, from: data)
        } catch let error as DecodingError where isLenient || checksLimits || error.isUnclear {
          return try JSONCoding(settings, isLenient: isLenient).readParts(type, in: data, orElse: error)
        }
      }
    } catch {
      throw JSONError(.foreign(error), offset: start)
    }
  }

  /// Reads a value of a type that is the same as the payload's.
  mutating func open<Value, Found: Payload>(_ payload: Found.Type, as type: Value.Type) throws(JSONError) -> Value {
    let start = position
    let value = try Found(from: &self)
    guard Found.self == Value.self else { throw JSONError(.mismatch(type), offset: start) }
    // It is that type. A cast would look for a conversion in each call.
    return unsafe unsafeBitCast(value, to: type)
  }
}

extension DecodingError {
  /// Whether reading each part by itself may tell more. Foundation expects a list for a dictionary, unless its keys are strings, integers or
  /// `CodingKeyRepresentable`, has no reason for what is no `Decimal`, and calls a number that does not fit invalid JSON, without its place.
  var isUnclear: Bool {
    switch self {
    case .typeMismatch(let type, let context): type == [Any].self || context.debugDescription.isEmpty
    case .dataCorrupted(let context): context.codingPath.isEmpty
    default: false
    }
  }
}
