/// Finds the keys and indices that lead to a place in a document, by going through it again: so that reading keeps no path.
///
/// It goes on where it stopped the last time, so that many places, one behind the other, cost no more than one does.
struct PathFinder {
  private struct Level {
    /// Where the object or array begins.
    let start: Int
    /// The index of the element, in an array.
    var index: Int?
    /// Where the key of the field begins and ends, in an object. `nil` where it has not come yet.
    var key: Range<Int>?
  }

  private var levels: [Level] = []
  private var position = 0

  /// The keys and indices of a place.
  ///
  /// - Parameters:
  ///   - place: an offset in the document. What is in front of it has to be JSON.
  ///   - bytes: the document.
  mutating func path(to place: Int, in bytes: UnsafeBufferPointer<UInt8>, _ settings: JSONSettings) -> [any CodingKey] {
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

  private mutating func advance(to place: Int, in bytes: UnsafeBufferPointer<UInt8>) {
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
        // The place is in the string itself; it does not end here, and is read again the next time.
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

  private func text(of key: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ settings: JSONSettings) -> String {
    let quoted = UnsafeBufferPointer(rebasing: bytes[key])
    guard let base = quoted.baseAddress else { return "" }
    var json = JSONReader(base: base, count: quoted.count, settings: settings)
    // It was read once already.
    return (try? json.string()) ?? ""
  }
}

/// A key or an index in a path.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key of a dictionary, which is an index too if it is a whole number.
  init(name: String) {
    stringValue = name
    intValue = Int(name)
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    // As Foundation's decoder names an index.
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}
