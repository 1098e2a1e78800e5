extension Optional: Payload where Wrapped: Payload {
  /// Reads the value, or `nil` from `null`.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self = try json.takeNull() ? nil : Wrapped(from: &json)
  }

  /// Writes the value, or `null`.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) {
    if let self { try self.write(to: &json) } else { json.null() }
  }

  /// The value, or `null`.
  public static var schema: Schema { .optional(Schema.Part(Wrapped.self)) }
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
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginArray()
    for element in self { try json.element(element) }
    json.endArray()
  }

  /// An array.
  public static var schema: Schema { .array(of: Schema.Part(Element.self)) }
}

extension JSONReader {
  /// Room for how many elements an array needs that is full: twice as many, but no more than there will be if the rest of the
  /// document is as the array is up to here.
  @usableFromInline
  func capacity(after elements: Int, from start: Int) -> Int {
    if elements == 0 { return 4 }
    let bytes = max((position - start) / elements, 1)
    return min(elements * 2, elements + (count - position) / bytes + 1)
  }
}

extension Set: Payload where Element: Payload {
  /// Reads an array. What is in it more than once is in the set once.
  @inlinable
  public init(from json: inout JSONReader) throws(JSONError) {
    self.init()
    var more = try json.beginArray(Set<Element>.self)
    while more {
      insert(try Element(from: &json))
      more = try json.nextElement()
    }
  }

  /// Writes an array, in any order.
  @inlinable
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginArray()
    for element in self { try json.element(element) }
    json.endArray()
  }

  /// An array.
  public static var schema: Schema { .array(of: Schema.Part(Element.self)) }
}
