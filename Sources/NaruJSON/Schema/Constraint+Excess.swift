import Foundation

extension Constraint {
  /// How a value exceeds a limit.
  package struct Excess: Sendable, Hashable {
    /// The limit.
    package let constraint: Constraint
    /// The number of characters or elements, or the number itself. `nil` for a string of another form.
    package let found: String?
    /// The index of the element, if the value is a list and one of its elements is beyond the limit.
    package let index: Int?
  }

  /// Returns how a value exceeds the limit; `nil` if it doesn't, or if the limit doesn't apply to its type.
  package func excess<Value>(of value: Value) -> Excess? {
    // The usual types first: to find the type of `Any` costs several times as much as to check the value.
    if let text = same(value, as: String.self) { return excess(of: text) }
    if let number = same(value, as: Int.self) { return excess(of: Double(number), "\(number)") }
    if let texts = same(value, as: [String].self) { return excess(ofList: texts) }
    if let text = same(value, as: String?.self) { return text.flatMap { excess(of: $0) } }
    if let number = same(value, as: Int?.self) { return number.flatMap { excess(of: Double($0), "\($0)") } }
    return excess(ofAny: value)
  }

  /// Returns the value if it has a type, without a cast at run time.
  private func same<Value, Known>(_ value: Value, as type: Known.Type) -> Known? {
    unsafe Value.self == type ? unsafeBitCast(value, to: type) : nil
  }

  private func excess(ofAny value: Any) -> Excess? {
    switch value {
    case let text as String: excess(of: text)
    case let number as Int: excess(of: Double(number), "\(number)")
    // As below, without a look for conformances.
    case let texts as [String]: excess(ofList: texts)
    case let number as any BinaryInteger: excess(of: Double(number), "\(number)")
    case let number as Double: excess(of: number, Self.text(number))
    case let number as Float: excess(of: Double(number), "\(number)")
    case let number as Decimal: excess(of: NSDecimalNumber(decimal: number).doubleValue, "\(number)")
    case let url as URL: excess(of: url.absoluteString)
    case let value as any LimitedByContent: value.limitedContent.flatMap { excess(ofAny: $0) }
    case let list as any Collection: excess(ofList: list)
    case let value as any RawRepresentable: excess(ofAny: value.rawValue)
    default: nil
    }
  }

  private func excess(of text: String) -> Excess? {
    switch self {
    case .length(let min, let max):
      // Counting bytes is enough for most strings: a character has at least one.
      if text.utf8.count <= max ?? .max, min <= 1, text.utf8.count >= min { return nil }
      let count = text.count
      // A character with a thousand combining marks counts as one. No script and no emoji needs more than 16 scalars.
      let least = (text.unicodeScalars.count + 15) / 16
      guard count < min || Swift.max(count, least) > max ?? .max else { return nil }
      return Excess(constraint: self, found: "\(count < min ? count : Swift.max(count, least))", index: nil)
    case .pattern(let pattern):
      return Patterns.matches(text, pattern) ? nil : Excess(constraint: self, found: nil, index: nil)
    case .format(let format): return format.matches(text) ? nil : Excess(constraint: self, found: nil, index: nil)
    case .range, .items: return nil
    }
  }

  private func excess(of number: Double, _ text: @autoclosure () -> String) -> Excess? {
    guard case .range(let min, let max) = self, number < min ?? number || number > max ?? number else { return nil }
    return Excess(constraint: self, found: text(), index: nil)
  }

  private func excess(ofList list: some Collection) -> Excess? {
    if case .items(let min, let max) = self {
      return list.count < min || list.count > max ?? .max
        ? Excess(constraint: self, found: "\(list.count)", index: nil) : nil
    }
    for (index, element) in list.enumerated() {
      if let excess = excess(of: element) { return Excess(constraint: self, found: excess.found, index: index) }
    }
    return nil
  }
}

extension Constraint {
  /// Checks that values of a type can be beyond the limit at all: that ``excess(of:)`` compares them.
  ///
  /// - Precondition: the limit is of the kind of the type, or of the elements of a list.
  package func requireKind(of type: Any.Type, _ name: String) {
    precondition(
      limits(type),
      "“\(name)” has a constraint that would never be checked, because it is of another kind than \(type): \(self). Remove it."
    )
  }

  private func limits(_ type: Any.Type) -> Bool {
    switch type {
    case is String.Type, is URL.Type:
      switch self {
      case .length, .pattern, .format: true
      case .range, .items: false
      }
    case is any BinaryInteger.Type, is Double.Type, is Float.Type, is Decimal.Type:
      if case .range = self { true } else { false }
    case let type as any LimitedByContent.Type: limits(type.limitedType)
    case let type as any Collection.Type:
      if case .items = self { true } else { limits(Self.element(of: type)) }
    case let type as any RawRepresentable.Type: limits(Self.rawValue(of: type))
    default: false
    }
  }

  private static func element<List: Collection>(of type: List.Type) -> Any.Type { List.Element.self }

  private static func rawValue<Value: RawRepresentable>(of type: Value.Type) -> Any.Type { Value.RawValue.self }
}

/// A value that has the limits of another value in it.
package protocol LimitedByContent {
  /// The type of that value.
  static var limitedType: Any.Type { get }
  /// The value in it; `nil` if there is none.
  var limitedContent: Any? { get }
}

extension Optional: LimitedByContent {
  package static var limitedType: Any.Type { Wrapped.self }
  package var limitedContent: Any? { map { $0 as Any } }
}

extension Lenient: LimitedByContent {
  package static var limitedType: Any.Type { Value.self }
  package var limitedContent: Any? { wrappedValue }
}

extension Lossy: LimitedByContent {
  package static var limitedType: Any.Type { Elements.self }
  package var limitedContent: Any? { elements }
}

extension Constraint.Format {
  fileprivate func matches(_ text: String) -> Bool {
    switch self {
    case .email: Patterns.matches(text, #"^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$"#)
    case .date: DateCoding.iso8601Seconds.date("\(text)T00:00:00Z") != nil && text.utf8.count == 10
    case .uri: URLComponents(string: text)?.scheme?.isEmpty == false
    case .uuid: UUID(uuidString: text) != nil
    }
  }
}

/// The compiled regular expressions of limits.
private enum Patterns {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var compiled: [String: NSRegularExpression] = [:]
  // It is used only with the lock.

  static func matches(_ text: String, _ pattern: String) -> Bool {
    let expression = lock.withLock {
      if let known = unsafe compiled[pattern] { return known }
      guard let new = try? NSRegularExpression(pattern: pattern) else {
        preconditionFailure("“\(pattern)” is not a regular expression.")
      }
      unsafe compiled[pattern] = new
      return new
    }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}
