extension Optional: Payload where Wrapped: Payload {
  /// Reads the value, or `nil` from `null`.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json.skipNull() ? nil : json.isLenient ? json.lenientOptional(Wrapped.self) : Wrapped(from: &json)
  }

  /// Writes the value, or `null`.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) {
    if let self { try self.write(to: &json) } else { json.null() }
  }

  /// The value, or `null`.
  public static var schema: Schema { .optional(Schema.TypeReference(Wrapped.self)) }
}

extension Array: Payload where Element: Payload {
  /// Reads an array.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init()
    let start = json.position
    var more = try json.beginArray([Element].self)
    while more {
      if count == capacity { reserveCapacity(json.capacity(after: count, from: start)) }
      append(try Element(from: &json))
      more = try json.nextElement()
    }
  }

  /// Writes an array.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.array(self) }

  /// An array.
  public static var schema: Schema { .array(of: Schema.TypeReference(Element.self)) }
}

extension JSONReader {
  /// Returns the new capacity of a full array: twice as many elements, but not more than the rest of the document can
  /// hold if its elements are as long as those so far.
  @usableFromInline
  func capacity(after elements: Int, from start: Int) -> Int {
    if elements == 0 { return 4 }
    let bytes = max((position - start) / elements, 1)
    return min(elements * 2, elements + (count - position) / bytes + 1)
  }
}

extension Set: Payload where Element: Payload {
  /// Reads an array, and drops duplicates.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init()
    var more = try json.beginArray(Set<Element>.self)
    while more {
      insert(try Element(from: &json))
      more = try json.nextElement()
    }
  }

  /// Writes an array, in arbitrary order.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) { try json.array(self) }

  /// An array.
  public static var schema: Schema { .array(of: Schema.TypeReference(Element.self)) }
}
