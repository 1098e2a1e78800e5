/// The ends of the arrays and objects that the reader has skipped while it looked for the case of a union.
///
/// The case may be known only after other fields, which are then skipped first and read later. If they contain unions, these look ahead
/// too: without the known ends each level would be skipped again by every level above it.
struct SkippedValues {
  /// Shorter values are skipped again, which costs less than finding their end here.
  private static let shortest = 64

  private struct Value {
    let start: Int
    var end: Int
  }

  /// The values by their start; a value comes before those in it.
  private var values: [Value] = []
  /// The indices of the values whose end is not reached yet.
  private var open: [Int] = []
  private var isLookingAhead = false
  /// The offset before which all ends are known.
  private(set) var limit = 0

  /// Begins to look ahead in a value.
  mutating func beginLookingAhead(at start: Int) {
    isLookingAhead = true
    // The reader does not return to values before this one.
    if start >= limit, !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }

  mutating func endLookingAhead() { isLookingAhead = false }

  /// Begins to skip a value, and returns whether the ends of the arrays and objects in it are to be added.
  mutating func beginValue(at start: Int) -> Bool {
    guard isLookingAhead, start >= limit else { return false }
    // An earlier attempt may have ended with an error.
    while let last = values.last, last.start >= start { values.removeLast() }
    open.removeAll(keepingCapacity: true)
    return true
  }

  /// Ends the value, after which `position` is.
  mutating func endValue(at position: Int) { limit = position }

  /// Adds an array or object.
  mutating func enter(at start: Int) {
    open.append(values.count)
    values.append(Value(start: start, end: start))
  }

  /// Sets the end of the innermost array or object.
  mutating func leave(at end: Int) {
    guard let index = open.popLast() else { return }
    // A short value has only short ones in it, which were removed before, so it is the last one.
    if end - values[index].start < Self.shortest { values.removeLast() } else { values[index].end = end }
  }

  /// Returns the end of the array or object that begins at an offset, or `nil` if it is not known.
  func end(of start: Int) -> Int? {
    guard start < limit else { return nil }
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low < values.count && values[low].start == start ? values[low].end : nil
  }
}
