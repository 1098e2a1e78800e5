public import ArgumentParser
import CommandSupport

/// An amount of won as users write it: `50000`, `50,000`, `5만`, `1만5천`, `1.5만`, `5만원`, `₩50,000`.
public struct Amount: ExpressibleByArgument, Sendable {
  /// The amount in won.
  public let won: Int

  /// Reads an amount. `nil` for anything else, such as a negative number or a part of a won.
  public init?(argument: String) {
    var text = argument.filter { !$0.isWhitespace }[...]
    if text.first == "₩" { text.removeFirst() }
    if text.last == "원" { text.removeLast() }
    guard !text.isEmpty, let won = Self.sum(text) else { return nil }
    self.won = won
  }

  /// The units in written order, each in won.
  private static let units: [(name: Character, won: Int)] = [
    ("억", 100_000_000), ("만", 10_000), ("천", 1000), ("백", 100),
  ]

  /// The sum of numbers with units. A number without a unit is the last one.
  private static func sum(_ text: Substring) -> Int? {
    var rest = text
    var sum = 0
    for unit in units {
      guard let end = rest.firstIndex(of: unit.name) else { continue }
      // `천` alone is 1,000.
      let number = rest[..<end]
      guard let part = number.isEmpty ? unit.won : value(number, unit.won) else { return nil }
      sum += part
      rest = rest[rest.index(after: end)...]
    }
    guard !rest.isEmpty else { return sum }
    return value(rest, 1).map { sum + $0 }
  }

  /// The value of a number with commas and at most four decimals, times its unit. `nil` if that is not a whole number of won.
  private static func value(_ text: Substring, _ unit: Int) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    let areGroups = groups.count == 1 || (groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 })
    let decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count <= 2, areGroups, groups.allSatisfy({ !$0.isEmpty }), parts.count == 1 || !decimals.isEmpty,
      (groups.joined() + decimals).allSatisfy({ $0.isASCII && $0.isNumber }), decimals.count <= 4,
      // As many as the largest amount of a ledger has. Times a unit, more would overflow.
      groups.joined().count <= 10, let whole = Int(groups.joined())
    else { return nil }
    let scale = (0..<decimals.count).reduce(1) { scale, _ in scale * 10 }
    let part = (Int(decimals) ?? 0) * unit
    guard part.isMultiple(of: scale) else { return nil }
    return whole * unit + part / scale
  }
}
