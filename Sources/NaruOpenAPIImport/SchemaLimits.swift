import Foundation
import Naru

extension JSONTree {
  /// The limits that a schema has for a string.
  var textLimits: [Constraint] {
    var constraints: [Constraint] = []
    if let (min, max) = count("minLength", "maxLength") { constraints.append(.length(min: min, max: max)) }
    if let format = self["format"]?.text.flatMap(Constraint.Format.init(rawValue:)) {
      constraints.append(.format(format))
    }
    if let pattern = self["pattern"]?.text, (try? NSRegularExpression(pattern: pattern)) != nil {
      constraints.append(.pattern(pattern))
    }
    return constraints
  }

  /// The limits that a schema has for a list.
  var listLimits: [Constraint] { count("minItems", "maxItems").map { [.items(min: $0.min, max: $0.max)] } ?? [] }

  /// Returns the limits that a schema has for a number.
  func numberLimits(isWhole: Bool) -> [Constraint] {
    func bound(_ word: String, _ exclusive: String, _ step: Double) -> Double? {
      var value = self[word]?.number
      // A boolean in 3.0, a number in 3.1. A number that is not whole has no next one.
      let isExclusive = self[exclusive]?.boolean == true || self[exclusive]?.number != nil
      value = self[exclusive]?.number ?? value
      guard let value, value.magnitude < 9e15 else { return nil }
      return isWhole ? (isExclusive ? value + step : value).rounded() : value
    }
    let min = bound("minimum", "exclusiveMinimum", 1)
    let max = bound("maximum", "exclusiveMaximum", -1)
    guard min != nil || max != nil, min ?? -.infinity <= max ?? .infinity else { return [] }
    return [.range(min: min, max: max)]
  }

  private func count(_ min: String, _ max: String) -> (min: Int, max: Int?)? {
    let min = self[min]?.number.flatMap { $0 > 0 && $0 < 9e15 ? Int($0) : nil } ?? 0
    let max = self[max]?.number.flatMap { $0 >= 0 && $0 < 9e15 ? Int($0) : nil }
    return min == 0 && max == nil || min > max ?? .max ? nil : (min, max)
  }
}

extension Constraint {
  /// The limit as it is written in a declaration: `.length(1...40)`.
  var written: String {
    switch self {
    case .length(let min, let max): ".length(\(Self.range(min, max)))"
    case .items(let min, let max): ".items(\(Self.range(min, max)))"
    case .pattern(let pattern): ".pattern(\(literal(pattern)))"
    case .format(let format): ".format(.\(format.rawValue))"
    case .range(let min, let max): ".range(\(Self.range(min, max)))"
    }
  }

  private static func range(_ min: Int, _ max: Int?) -> String {
    "\(min > 0 ? "\(min)" : "")...\(max.map(String.init) ?? "")"
  }

  private static func range(_ min: Double?, _ max: Double?) -> String {
    let texts = [min, max].map { $0.map(text) ?? "" }
    // Both bounds of a range have the same type.
    let needsPoint = texts.contains { $0.contains(".") }
    let bounds = texts.map { needsPoint && !$0.isEmpty && !$0.contains(".") ? "\($0).0" : $0 }
    // `-1...5` is read as it is meant. Elsewhere, the dots would be a part of another operator.
    return bounds.enumerated().map { index, bound in
      bound.hasPrefix("-") && (index == 1 || bounds[1].isEmpty) ? "(\(bound))" : bound
    }.joined(separator: "...")
  }
}
