extension JSONReader {
  /// The cursor's offset in the document. In a key that was copied, the one of the key.
  var offset: Int { detour?.start ?? position }

  /// The error for a field that did not come.
  @inline(never)
  public func missing(_ key: StaticString, in fields: JSONFields) -> JSONError {
    JSONError(.missing("\(key)"), offset: fields.start)
  }

  /// The error for a value of the right form that is not allowed, in front of which the reader stands.
  ///
  /// - Parameter expected: what is allowed, in English, for a log: `one of active, paused`.
  @inline(never)
  public func invalid(expected: String) -> JSONError {
    JSONError(.invalid(expected), offset: offset)
  }

  /// The error for an object that is not allowed.
  ///
  /// - Parameters:
  ///   - expected: what is allowed, in English, for a log.
  ///   - fields: what ``beginObject(_:)`` gave.
  @inline(never)
  public func invalid(expected: String, in fields: JSONFields) -> JSONError {
    JSONError(.invalid(expected), offset: fields.start)
  }

  /// The error for a field of the object in front of which the reader stands: a tag that no case has.
  ///
  /// - Parameters:
  ///   - expected: what is allowed, in English, for a log.
  ///   - key: the field's name.
  @inline(never)
  public mutating func invalid(expected: String, at key: StaticString) -> JSONError {
    let start = position
    defer { position = start }
    do throws(JSONError) {
      guard try find(key) else { return JSONError(.missing("\(key)"), offset: start) }
      return invalid(expected: expected)
    } catch {
      return error
    }
  }

  /// The error for a value of another form than the type's, in front of which the reader stands: for `null`, that there must
  /// be a value; for what is no JSON, that it is none.
  @inline(never)
  public func mismatch(_ type: Any.Type) -> JSONError {
    // Looked at to the end, because what only begins like a value is none.
    var rest = JSONReader(base: base, count: count, settings: settings)
    rest.position = position
    rest.depth = depth
    do throws(JSONError) {
      let isNull = try rest.takeWholeNull()
      if !isNull { try rest.skipScalar() }
      return JSONError(isNull ? .null(type) : .mismatch(type), offset: offset)
    } catch {
      return error
    }
  }

  func syntax(_ expected: JSONError.Problem.Expected) -> JSONError {
    JSONError(.syntax(expected), offset: offset)
  }

  @inline(never)
  func tooDeep() -> JSONError {
    JSONError(.limit("at most \(settings.limits.depth) levels of nesting"), offset: offset)
  }

  @usableFromInline @inline(never)
  func noObject(_ type: Any.Type) -> JSONError {
    byte(at: position) == UInt8(ascii: "{") ? tooDeep() : mismatch(type)
  }

  @usableFromInline @inline(never)
  func noArray(_ type: Any.Type) -> JSONError {
    byte(at: position) == UInt8(ascii: "[") ? tooDeep() : mismatch(type)
  }

  @usableFromInline @inline(never)
  func doesNotFit(_ type: Any.Type, from start: Int) -> JSONError {
    JSONError(.invalid("a number that \(type) can hold"), offset: start)
  }

  private mutating func takeWholeNull() throws(JSONError) -> Bool { take("null") }

  /// Goes behind a value without parts; an object or an array is only looked at.
  private mutating func skipScalar() throws(JSONError) {
    let byte = byte(at: position)
    if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { try skipValue() }
  }
}

extension JSONReader {
  /// The document, from its first byte.
  private var document: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: detour?.base ?? base, count: detour?.count ?? count)
  }

  /// An error with its path, and with the beginning of what is there.
  mutating func located(_ error: JSONError) -> JSONError {
    let bytes = document
    // Enough to tell a token by its form, though a sixth of it is shown.
    let found = bytes[min(error.offset, bytes.count)...].prefix(256)
    return JSONError(
      error.problem,
      offset: error.offset,
      path: path(to: error.offset),
      found: String(decoding: found, as: UTF8.self)
    )
  }

  /// The keys and indices that lead to a place.
  mutating func path(to place: Int) -> [any CodingKey] {
    var finder = paths ?? PathFinder()
    defer { paths = finder }
    return finder.path(to: place, in: document, settings)
  }
}
