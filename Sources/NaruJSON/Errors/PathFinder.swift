/// A finder of the keys and indices that lead to an offset. It scans the document again, so that reading keeps no path.
///
/// It continues where the last search stopped, so that many ascending offsets cost no more than one.
struct PathFinder {
  private struct Level {
    /// The offset of the object or array.
    let start: Int
    /// The index of the element, in an array.
    var index: Int?
    /// The range of the field's key, in an object. `nil` before the key.
    var key: Range<Int>?
  }

  private var levels: [Level] = []
  private var position = 0

  /// Returns the keys and indices of an offset. The document must be valid JSON up to it.
  mutating func path(to place: Int, in bytes: Span<UInt8>, _ settings: JSONSettings) -> [any CodingKey] {
    if place < position { goBack(to: place) }
    advance(to: min(place, bytes.count), in: bytes)
    return levels.compactMap { level -> JSONKey? in
      if let index = level.index { return JSONKey(intValue: index) }
      return level.key.map { JSONKey(stringValue: text(of: $0, in: bytes, settings)) }
    }
  }

  private mutating func goBack(to place: Int) {
    position = place
    guard let level = levels.firstIndex(where: { $0.start >= place }), levels[level].start == place else {
      self = PathFinder()
      return
    }
    levels.removeSubrange(level...)
  }

  private mutating func advance(to place: Int, in bytes: Span<UInt8>) {
    while position < place {
      let start = position
      position += 1
      switch bytes[start] {
      case UInt8(ascii: "{"): levels.append(Level(start: start))
      case UInt8(ascii: "["): levels.append(Level(start: start, index: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","):
        guard let last = levels.indices.last else { continue }
        if let index = levels[last].index { levels[last].index = index + 1 } else { levels[last].key = nil }
      case UInt8(ascii: "\""):
        while position < place, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        // The offset is inside the string, which the next search scans again.
        guard position < place else {
          position = start
          return
        }
        position += 1
        guard let last = levels.indices.last, levels[last].index == nil, levels[last].key == nil else { continue }
        levels[last].key = start..<position
      default: continue
      }
    }
  }

  private func text(of key: Range<Int>, in bytes: Span<UInt8>, _ settings: JSONSettings) -> String {
    var json = JSONReader(bytes.extracting(key), settings: settings)
    // The key was read before, so this can't fail.
    return (try? json.string()) ?? ""
  }
}

/// A key or an index in a path.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// Creates the key of a dictionary, with an integer value if the name is an integer.
  init(name: String) {
    stringValue = name
    intValue = Int(name)
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    // Foundation's decoder uses this name for an index.
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}
