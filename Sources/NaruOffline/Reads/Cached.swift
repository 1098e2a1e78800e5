public import Foundation

/// A value with the time of the server's response.
public struct Cached<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// When the server returned the value, or last confirmed it.
  public let date: Date
  /// Whether the value is the server's response to this read. If not, it is from the cache.
  public let isFresh: Bool

  /// Creates a value with its time.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - date: when the server returned it.
  ///   - isFresh: whether it is the server's response to this read.
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
