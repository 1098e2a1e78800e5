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

extension StringEncodedNumber: Payload where Value: Payload {
  /// Reads a number, or a string with a number.
  ///
  /// - Throws: ``JSONError`` for anything else, and for a number out of the type's range.
  public init(from json: inout JSONReader) throws(JSONError) {
    guard json.byte(at: json.position) == UInt8(ascii: "\"") else {
      self.init(value: try Value(from: &json))
      return
    }
    let start = json.position
    guard let value = Self.number(try json.string()) else {
      throw JSONError(.invalid("a number that \(Value.self) can hold, or the text of one"), offset: start)
    }
    self.init(value: value)
  }

  /// Writes the number.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    try wrappedValue.write(to: &json)
  }

  /// The schema of the number.
  public static var schema: Schema { Value.schema }
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
      let start = json.position
      switch try json.attempt(Elements.Element.self) {
      case .success(let element): elements.append(element)
      case .failure(let error): drop(index, at: json.path(to: start), json.located(error).decodingError)
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
