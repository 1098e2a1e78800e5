/// A dictionary that forgets its oldest entries.
package struct RecentValues<Value: Sendable>: Sendable {
  private let limit: Int
  private var values: [String: Value] = [:]
  private var keys: [String] = []

  /// Creates a dictionary.
  package init(limit: Int = 10_000) {
    self.limit = limit
  }

  /// The number of entries.
  package var count: Int { values.count }

  /// Returns the value of a key.
  package subscript(key: String) -> Value? { values[key] }

  /// Adds or replaces a value. If there are too many, the oldest tenth is removed.
  package mutating func insert(_ value: Value, for key: String) {
    if values.updateValue(value, forKey: key) == nil { keys.append(key) }
    guard values.count > limit else { return }
    // Many at once, because the others are moved.
    let old = keys.prefix(max(1, limit / 10))
    for key in old { values[key] = nil }
    keys.removeFirst(old.count)
  }

  /// Removes and returns a value.
  @discardableResult
  package mutating func remove(_ key: String) -> Value? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    keys.removeAll { $0 == key }
    return value
  }
}
