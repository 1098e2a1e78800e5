extension JSONReader {
  /// The cursor's offset in the document; in the normalized copy of a key, the offset of the key.
  var offset: Int { escapedKey?.start ?? position }

  /// Returns the error for a missing field.
  @usableFromInline @inline(never)
  package func missing(_ key: StaticString, in fields: JSONFields) -> JSONError {
    JSONError(.missing("\(key)"), offset: fields.start)
  }

  /// Returns the error for a value at the reader's position that has the right type but is not allowed.
  ///
  /// - Parameter expected: The allowed values, in English, for a log: `one of active, paused`.
  /// - Returns: The error, to be thrown.
  @inline(never)
  public func invalid(expected: String) -> JSONError {
    JSONError(.invalid(expected), offset: offset)
  }

  /// Returns the error for an object that is not allowed.
  @inline(never)
  public func _invalid(expected: String, in fields: JSONFields) -> JSONError {
    JSONError(.invalid(expected), offset: fields.start)
  }

  /// Returns the error for a tag that no case of a union has, in a field of the object at the reader's position.
  @inline(never)
  public mutating func _unknownTag(of names: String, at key: StaticString) -> JSONError {
    let start = position
    defer { position = start }
    do throws(JSONError) {
      guard try find(key) else { return JSONError(.missing("\(key)"), offset: start) }
      return JSONError(.noTag(of: names), offset: offset)
    } catch {
      return error
    }
  }

  /// Returns the error for a value at the reader's position that does not match a type: a missing value for `null`, a
  /// syntax error for invalid JSON, otherwise a type mismatch.
  @usableFromInline @inline(never)
  func mismatch(_ type: Any.Type) -> JSONError {
    // The value is scanned to its end, because only then is it known to be valid JSON.
    var rest = JSONReader(bytes, settings: settings)
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

  func syntax(_ expected: JSONError.Kind.Expected) -> JSONError {
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
    JSONError(.invalid("a number that \(type) can hold", of: type), offset: start)
  }

  private mutating func takeWholeNull() throws(JSONError) -> Bool { take("null") }

  /// Skips a scalar; does nothing for an object or an array.
  private mutating func skipScalar() throws(JSONError) {
    let byte = byte(at: position)
    if byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { try skipValue() }
  }
}

extension JSONReader {
  /// Returns the error with its path and the JSON at its place.
  mutating func located(_ error: JSONError) -> JSONError {
    // Only about 40 bytes are shown, but redaction needs more to recognize a token by its form.
    let start = min(error.offset, document.count)
    let found = unsafe document.extracting(start..<min(start + 256, document.count)).withUnsafeBufferPointer {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    return JSONError(error.kind, offset: error.offset, path: path(to: error.offset), found: found)
  }

  /// Returns the keys and indices that lead to an offset.
  mutating func path(to place: Int) -> [any CodingKey] {
    var finder = paths ?? PathFinder()
    defer { paths = finder }
    return finder.path(to: place, in: document, settings)
  }
}
