public import Foundation

/// A value with the time at which the server said it.
public struct Cached<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// When the server said it, or last confirmed that it is the same.
  public let date: Date
  /// Whether the server was asked now. If not, the value is what was seen last.
  public let isFresh: Bool

  /// Creates a value with its time.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - date: when the server said it.
  ///   - isFresh: whether the server was asked now.
  public init(_ value: Value, date: Date, isFresh: Bool) {
    self.value = value
    self.date = date
    self.isFresh = isFresh
  }

  /// Returns how old the value is. It is never negative, even if the device's clock was set back.
  ///
  /// - Parameter now: the current date.
  /// - Returns: the age.
  public func age(at now: Date = Date()) -> Duration { .seconds(max(0, now.timeIntervalSince(date))) }
}

extension Cached: Equatable where Value: Equatable {}
