extension ExtensibleEnum: Payload where Known.RawValue: Payload {
  /// Reads the raw value.
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init(rawValue: try Known.RawValue(from: &json))
  }

  /// Writes the raw value.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try rawValue.write(to: &json)
  }

  /// The values of the enum, as an open enumeration.
  public static var schema: Schema {
    if case .enumeration(let type, let values, _)? = (Known.self as? any Payload.Type)?.schema {
      return .enumeration(type, values: values, isOpen: true)
    }
    return Known.RawValue.schema
  }
}

extension Lenient: Payload where Value: Payload {
  /// Reads a value.
  ///
  /// - Throws: ``JSONError`` for anything that the value can't be read from.
  public init(from json: inout JSONReader) throws(JSONError) {
    let outer = json.isLenient
    json.isLenient = true
    defer { json.isLenient = outer }
    self.init(wrappedValue: try Value(from: &json))
  }

  /// Writes the value.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try wrappedValue.write(to: &json)
  }

  /// The schema of the value, with the mark that it is read from other forms.
  public static var schema: Schema { .lenient(Schema.TypeReference(Value.self)) }
}

extension Indirect: Payload where Value: Payload {
  /// Reads a value.
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init(wrappedValue: try Value(from: &json))
  }

  /// Writes the value.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try wrappedValue.write(to: &json)
  }

  /// The schema of the value.
  public static var schema: Schema { Value.schema }
}

extension JSONValue: Payload {
  /// Reads any value.
  ///
  /// - Throws: ``JSONError`` for a number that is too large.
  public init(from json: inout JSONReader) throws(JSONError) {
    switch json.byte(at: json.position) {
    case UInt8(ascii: "{"): self = .object(try Dictionary(from: &json))
    case UInt8(ascii: "["): self = .array(try Array(from: &json))
    case UInt8(ascii: "\""): self = .string(try json.string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean(try json.bool())
    case UInt8(ascii: "n"):
      guard try json.skipNull() else { throw json.mismatch(JSONValue.self) }
      self = .null
    default:
      let number = try json.scanNumber(JSONValue.self)
      if let integer = Int64(json.text(of: number)) {
        self = .integer(integer)
      } else {
        let value = try json.double(of: number)
        self = Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
      }
    }
  }

  /// Writes the value.
  ///
  /// - Throws: ``JSONError`` for a number that is infinite or not a number.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    switch self {
    case .null: json.null()
    case .boolean(let value): json.bool(value)
    case .integer(let value): json.integer(value)
    case .number(let value): try json.double(value)
    case .string(let value): json.string(value)
    case .array(let elements): try elements.write(to: &json)
    case .object(let fields): try fields.write(to: &json)
    }
  }

  /// Any value.
  public static var schema: Schema { .any }
}

extension Lossy: Payload where Elements.Element: Payload {
  /// Reads the elements that can be read.
  ///
  /// - Throws: ``JSONError`` if the value is not an array, or not valid JSON.
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init(Elements())
    var index = 0
    var more = try json.beginArray(Elements.self)
    while more {
      let (start, depth) = (json.position, json.depth)
      do throws(JSONError) {
        elements.append(try json.value(Elements.Element.self))
      } catch {
        try json.skipValue(from: start, depth: depth)
        drop(index, at: json.path(to: start), json.located(error).decodingError)
      }
      index += 1
      more = try json.nextElement()
    }
  }

  /// Writes the elements as an array.
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.array(elements) }

  /// An array.
  public static var schema: Schema { .array(of: Schema.TypeReference(Elements.Element.self)) }
}
