public import Foundation

/// A reader and writer of JSON, with one strategy for dates in both directions.
///
/// A ``Payload`` is read and written directly, in one pass over the bytes. Any other `Codable` goes through
/// Foundation's coders, also inside a payload, and may contain payloads in turn; the reader checks it first, so that
/// the same documents are valid JSON for all types. Keys are sent as the types name them.
public struct JSONCoding: Sendable {
  let settings: JSONSettings

  /// The strategy for dates.
  package var dates: DateCoding { settings.dates }

  /// Creates a coding.
  ///
  /// - Parameters:
  ///   - dates: The strategy for dates.
  ///   - limits: The limits for the documents that it reads.
  ///   - isLenient: Whether it reads all values as a ``Lenient`` reads one, for a server that is not consistent. The OpenAPI document of such
  ///     a format describes it.
  public init(dates: DateCoding = .iso8601, limits: JSONLimits = JSONLimits(), isLenient: Bool = false) {
    settings = JSONSettings(dates: dates, limits: limits, isLenient: isLenient)
  }

  /// Creates the coding of a reader.
  init(_ settings: JSONSettings, isLenient: Bool) {
    let isSame = settings.isLenient == isLenient
    self.settings =
      isSame ? settings : JSONSettings(dates: settings.dates, limits: settings.limits, isLenient: isLenient)
  }

  /// Whether it reads all values as a ``Lenient`` reads one.
  package var isLenient: Bool { settings.isLenient }

  /// Reads a payload.
  ///
  /// - Throws: `DecodingError` with the path of the value, and a ``JSONError`` with the details as its underlying
  ///   error.
  @inlinable
  public func decode<Value: Payload>(_ type: Value.Type, from data: Data) throws -> Value {
    try read(data) { json throws(JSONError) in try Value(from: &json) }
  }

  /// Reads a value: directly if its type is a ``Payload`` at run time, otherwise with Foundation's decoder, after the
  /// same checks of the syntax and the limits.
  ///
  /// - Throws: `DecodingError` with the path of the value.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try read(data) { json throws(JSONError) in try json.value(type) }
  }

  /// Reads a value of a request, and checks the limits of its fields.
  package func decodeChecked<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try read(data) { json throws(JSONError) in
      json.checksLimits = true
      return try json.value(type)
    }
  }

  /// Reads a document with code of your own, for example a value together with its envelope.
  ///
  /// ```swift
  /// let page = try json.read(body) { json throws(JSONError) in
  ///   var page: Page?
  ///   var fields = try json.beginObject(Page.self)
  ///   while try json.nextField(in: &fields) {
  ///     if json.matchesField("data", at: 0, in: &fields) { page = try json.field(Page.self) }
  ///   }
  ///   return try json.required(page, "data", in: fields)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - data: The document. A leading byte order mark is ignored.
  ///   - body: Reads the document's only value.
  /// - Returns: The result of `body`.
  /// - Throws: `DecodingError` if `body` throws, if the document ends early or continues after its value, or if it
  ///   exceeds the limits.
  public func read<Value>(
    _ data: Data,
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    unsafe try data.withUnsafeBytes { bytes in
      unsafe try bytes.withMemoryRebound(to: UInt8.self) { bytes in unsafe try readBytes(bytes, body) }
    }
  }

  private func readBytes<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    guard !bytes.isEmpty else {
      throw JSONError(.syntax(.value), offset: 0).decodingError
    }
    guard bytes.count <= settings.limits.bytes else {
      throw JSONError(.limit("at most \(settings.limits.bytes) bytes"), offset: bytes.count).decodingError
    }
    var json = unsafe JSONReader(bytes.span, settings: settings)
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
  /// - Throws: `EncodingError` with the path of the value.
  @inlinable
  public func encode<Value: Payload>(_ value: Value) throws -> Data {
    try write { json throws(JSONError) in try value.write(to: &json) }
  }

  /// Writes a value: directly if its type is a ``Payload`` at run time, otherwise with Foundation's encoder.
  ///
  /// - Throws: `EncodingError`.
  public func encode(_ value: some Encodable) throws -> Data {
    try write { json throws(JSONError) in try json.value(value) }
  }

  /// Writes a document with code of your own, for example a value together with its envelope.
  ///
  /// - Parameter body: Writes the document's only value.
  /// - Returns: The bytes, without a copy.
  /// - Throws: `EncodingError` if `body` throws.
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
