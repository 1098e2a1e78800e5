import Foundation
package import HTTPTypes

/// The days on which an endpoint was deprecated and ends, and the header fields that tell its callers.
package struct Retirement: Sendable {
  /// The day since which the endpoint is deprecated.
  package let since: Day?
  /// The day on which the endpoint ends.
  package let sunset: Day?
  /// `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
  let headers: HTTPFields

  /// Reads the days of a token. Returns `nil` if there are none.
  init?(since: String?, sunset: String?) {
    guard since != nil || sunset != nil else { return nil }
    (self.since, self.sunset) = (since.map(Self.day), sunset.map(Self.day))
    var headers = HTTPFields()
    // A structured date: seconds since 1970.
    headers[.deprecation] = self.since.map { "@\(Int(Self.start(of: $0).timeIntervalSince1970))" }
    headers[.sunset] = self.sunset.map { HTTPDate.text(Self.start(of: $0)) }
    self.headers = headers
  }

  private static func day(_ text: String) -> Day {
    guard let day = Day(text) else { preconditionFailure("“\(text)” is not a day. Write one such as 2027-03-31.") }
    return day
  }

  /// Returns midnight in UTC, which exists on every day.
  private static func start(of day: Day) -> Date { day.start(in: .gmt) ?? .distantPast }
}

extension HTTPField.Name {
  /// Since when a resource is deprecated (RFC 9745).
  package static let deprecation = known("Deprecation")
  /// When a resource ends (RFC 8594).
  package static let sunset = known("Sunset")
}
