public import Foundation

/// Reads and writes JSON, with one strategy for dates in both directions.
///
/// A ``Payload`` is read and written directly, in one pass over the bytes. Any other `Codable` goes through Foundation's
/// coders, and so does one inside of a payload; it may hold payloads in turn. Keys go over the wire as the types name them.
public struct JSONCoding: Sendable {
  let settings: JSONSettings

  /// A coding with a strategy for dates, and limits for what is read.
  public init(dates: DateCoding = .iso8601, limits: JSONLimits = JSONLimits()) {
    settings = JSONSettings(dates: dates, limits: limits)
  }

  /// Reads a payload.
  ///
  /// - Throws: `DecodingError`, with the path to the place, and a ``JSONError`` below it that knows more.
  public func decode<Value: Payload>(_ type: Value.Type, from data: Data) throws -> Value {
    try read(data) { json throws(JSONError) in try Value(from: &json) }
  }

  /// Reads a value: directly if its type turns out to be a ``Payload``, else with Foundation's decoder.
  ///
  /// - Throws: `DecodingError`, with the path to the place.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    guard let payload = type as? any Payload.Type else { return try settings.decoder.decode(type, from: data) }
    return try read(data) { json throws(JSONError) in try json.open(payload, as: type) }
  }

  /// Reads a document in a way of your own, such as a value together with the envelope around it.
  ///
  /// ```swift
  /// let page = try json.read(body) { json throws(JSONError) in
  ///   var page: Page?
  ///   var fields = try json.beginObject(Page.self)
  ///   while try json.nextField(in: &fields) {
  ///     if json.isAt("data", 0, in: &fields) { page = try json.field(Page.self) }
  ///   }
  ///   return try json.required(page, "data", in: fields)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - data: the document. A byte order mark in front of it is left out.
  ///   - body: reads the one value of the document.
  /// - Throws: `DecodingError` for what the body throws, for a document that ends early or goes on behind its value, and for
  ///   one that is larger than the limit.
  public func read<Value>(
    _ data: Data,
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    try data.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { bytes in try readBytes(bytes, body) }
    }
  }

  private func readBytes<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    guard let base = bytes.baseAddress, !bytes.isEmpty else {
      throw JSONError(.syntax(.value), offset: 0).decodingError
    }
    guard bytes.count <= settings.limits.bytes else {
      throw JSONError(.limit("at most \(settings.limits.bytes) bytes"), offset: bytes.count).decodingError
    }
    var json = JSONReader(base: base, count: bytes.count, settings: settings)
    do throws(JSONError) {
      json.begin()
      let value = try body(&json)
      try json.end()
      return value
    } catch {
      throw json.located(error).decodingError
    }
  }

  /// Writes a payload.
  ///
  /// - Throws: `EncodingError`, with the path to the place.
  public func encode<Value: Payload>(_ value: Value) throws -> Data {
    try write { json throws(JSONError) in try value.write(to: &json) }
  }

  /// Writes a value: directly if its type turns out to be a ``Payload``, else with Foundation's encoder.
  ///
  /// - Throws: `EncodingError`.
  public func encode(_ value: some Encodable) throws -> Data {
    guard let payload = value as? any Payload else { return try settings.encoder.encode(value) }
    return try write { json throws(JSONError) in try payload.write(to: &json) }
  }

  /// Writes a document in a way of your own, such as a value together with the envelope around it.
  ///
  /// - Returns: the bytes, which were not copied.
  /// - Throws: `EncodingError` for what the body throws.
  public func write(_ body: (inout JSONWriter) throws(JSONError) -> Void) throws -> Data {
    var json = JSONWriter(settings: settings)
    do throws(JSONError) {
      try body(&json)
    } catch {
      throw json.located(error).encodingError
    }
    return json.takeData()
  }
}
