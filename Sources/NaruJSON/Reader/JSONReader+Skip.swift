extension JSONReader {
  /// Skips a value of any type, and checks that it is valid JSON.
  ///
  /// - Throws: ``JSONError`` for invalid JSON, and for a value that is nested too deeply.
  public mutating func skipValue() throws(JSONError) {
    if let end = skipped.end(of: position) {
      position = end
      return
    }
    let isRemembered = skipped.beginValue(at: position)
    // The open levels, `true` for an object. A list, so that nesting does not use the thread's stack.
    var levels: [Bool] = []
    while true {
      switch byte(at: position) {
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "{"):
        guard depth > levels.count else { throw tooDeep() }
        let start = position
        position += 1
        skipSpace()
        if byte(at: position) != UInt8(ascii: "}") {
          levels.append(true)
          if isRemembered { skipped.enter(at: start) }
          try skipKey(orElse: .keyOrEnd)
          continue
        }
        position += 1
      case UInt8(ascii: "["):
        guard depth > levels.count else { throw tooDeep() }
        let start = position
        position += 1
        skipSpace()
        if byte(at: position) != UInt8(ascii: "]") {
          levels.append(false)
          if isRemembered { skipped.enter(at: start) }
          continue
        }
        position += 1
      case UInt8(ascii: "t"): guard take("true") else { throw syntax(.value) }
      case UInt8(ascii: "f"): guard take("false") else { throw syntax(.value) }
      case UInt8(ascii: "n"): guard take("null") else { throw syntax(.value) }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber(Any.self)
      default: throw syntax(.value)
      }
      // After a value, leave the levels that end here, and advance to the next value.
      levels: while true {
        guard let isObject = levels.last else {
          if isRemembered { skipped.endValue(at: position) }
          return
        }
        skipSpace()
        switch byte(at: position) {
        case UInt8(ascii: ","):
          position += 1
          skipSpace()
          if isObject { try skipKey(orElse: .key) }
          break levels
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
          position += 1
          levels.removeLast()
          if isRemembered { skipped.leave(at: position) }
        default: throw syntax(isObject ? .commaOrBrace : .commaOrBracket)
        }
      }
    }
  }

  /// Skips a value that could not be read, from its beginning.
  @usableFromInline @inline(never)
  mutating func skipValue(from start: Int, depth: Int) throws(JSONError) {
    if escapedKey != nil { leaveEscapedKey() }
    position = start
    self.depth = depth
    try skipValue()
  }

  private mutating func skipKey(orElse expected: JSONError.Kind.Expected) throws(JSONError) {
    guard byte(at: position) == UInt8(ascii: "\"") else { throw syntax(expected) }
    try skipString()
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ":") else { throw syntax(.colon) }
    position += 1
    skipSpace()
  }
}
