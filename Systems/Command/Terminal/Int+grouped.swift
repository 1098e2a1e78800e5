import Foundation

extension Int {
  /// The number with its digits in groups: `1,200,000`.
  var grouped: String { formatted(.number.grouping(.automatic).locale(Locale(identifier: "ko_KR"))) }
}
