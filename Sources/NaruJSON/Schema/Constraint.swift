/// A fact about a value that its type does not say: how long a string is, which numbers are allowed.
///
/// A server checks the limits of a request's fields and parameters before its code runs, and a schema contains them.
///
/// For a list, every limit except ``items(_:)`` is one of its elements. An optional that is `nil` satisfies every limit.
public enum Constraint: Sendable, Hashable {
  /// The number of characters of a string, as a user counts them: a family emoji is one character.
  case length(min: Int, max: Int?)
  /// The smallest and the largest number. The bounds are exact up to 2^53.
  case range(min: Double?, max: Double?)
  /// The number of elements of a list or a dictionary.
  case items(min: Int, max: Int?)
  /// A regular expression that a part of the string must match. `^` and `$` are the ends of the string.
  case pattern(String)
  /// The form of a string.
  case format(Format)

  /// The form of a string.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// An e-mail address.
    case email
    /// A day: `2026-03-04`.
    case date
    /// An absolute URI, with a scheme.
    case uri
    /// A UUID.
    case uuid
  }
}

extension Constraint {
  /// The number of characters of a string: `1...40`, `...500`, `1...`.
  @inlinable
  public static func length(_ range: some RangeExpression<Int>) -> Constraint {
    let bounds = bounds(range, above: 0)
    return .length(min: bounds.min, max: bounds.max)
  }

  /// The number of elements of a list or a dictionary: `1...10`, `...100`.
  @inlinable
  public static func items(_ range: some RangeExpression<Int>) -> Constraint {
    let bounds = bounds(range, above: 0)
    return .items(min: bounds.min, max: bounds.max)
  }

  /// The whole numbers that are allowed: `1...5`, `0...`.
  @inlinable
  public static func range(_ range: some RangeExpression<Int>) -> Constraint {
    let bounds = bounds(range, above: .min)
    return .range(min: bounds.min == .min ? nil : Double(bounds.min), max: bounds.max.map(Double.init))
  }

  /// The numbers that are allowed: `0.5...5.0`.
  public static func range(_ range: ClosedRange<Double>) -> Constraint {
    .range(min: range.lowerBound, max: range.upperBound)
  }

  /// The numbers that are allowed: `0.5...`.
  public static func range(_ range: PartialRangeFrom<Double>) -> Constraint { .range(min: range.lowerBound, max: nil) }

  /// The numbers that are allowed: `...5.0`.
  public static func range(_ range: PartialRangeThrough<Double>) -> Constraint {
    .range(min: nil, max: range.upperBound)
  }

  // They are made for each value that is checked, so they are specialized for the type of the range.
  @inlinable
  static func bounds(_ range: some RangeExpression<Int>, above least: Int) -> (min: Int, max: Int?) {
    let bounds = range.relative(to: least..<Int.max)
    return (bounds.lowerBound, bounds.upperBound == .max ? nil : bounds.upperBound - 1)
  }
}

extension Constraint {
  /// Returns the values that the limit allows, in English, for a log: `1 to 5`.
  package var expected: String {
    switch self {
    case .length(let min, let max): "\(Self.words(min, max)) characters"
    case .items(let min, let max): "\(Self.words(min, max)) elements"
    case .range(let min, let max):
      switch (min, max) {
      case (let min?, let max?): "\(Self.text(min)) to \(Self.text(max))"
      case (let min?, nil): "at least \(Self.text(min))"
      case (nil, let max?): "at most \(Self.text(max))"
      case (nil, nil): "a number"
      }
    case .pattern(let pattern): "a text that matches \(pattern)"
    case .format(.email): "an e-mail address"
    case .format(.date): "a date such as 2026-03-04"
    case .format(.uri): "a URI"
    case .format(.uuid): "a UUID"
    }
  }

  private static func words(_ min: Int, _ max: Int?) -> String {
    guard let max else { return "at least \(min)" }
    return min == 0 ? "at most \(max)" : min == max ? "\(min)" : "\(min) to \(max)"
  }

  /// Returns a number without a fraction that is zero: `5`, `0.5`.
  package static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}
