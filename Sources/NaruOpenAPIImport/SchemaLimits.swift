import Foundation
import Naru

extension JSONTree {
  /// The limits of a schema, and the words of those that a contract can't have.
  struct Limits {
    var constraints: [Constraint] = []
    var dropped: [String] = []
  }

  var textLimits: Limits {
    var limits = count("minLength", "maxLength") { .length(min: $0, max: $1) }
    if let format = self["format"]?.text.flatMap(Constraint.Format.init(rawValue:)) {
      limits.constraints.append(.format(format))
    }
    if let pattern = self["pattern"]?.text {
      if (try? NSRegularExpression(pattern: pattern)) != nil {
        limits.constraints.append(.pattern(pattern))
      } else {
        limits.dropped.append("the pattern “\(pattern)”")
      }
    }
    return limits
  }

  var listLimits: Limits { count("minItems", "maxItems") { .items(min: $0, max: $1) } }

  func numberLimits(isWhole: Bool) -> Limits {
    var limits = Limits()
    // The narrower of two bounds.
    func bound(_ word: String, _ exclusive: String, _ sign: Double) -> Double? {
      let bounds = [(word, false), (exclusive, true)].compactMap { word, isExclusive in
        self[word]?.number.map { (value: $0, isExclusive: isExclusive) }
      }
      // The bounds of `Int64`, and those beyond it, say nothing.
      if bounds.contains(where: { 9e15..<9.2e18 ~= $0.value.magnitude }) { limits.dropped.append("`\(word)`") }
      let known = bounds.filter { $0.value.magnitude < 9e15 }.map { bound -> (value: Double, isExclusive: Bool) in
        let value = bound.value * sign
        guard isWhole else { return (value, bound.isExclusive) }
        return (bound.isExclusive ? value.rounded(.down) + 1 : value.rounded(.up), false)
      }
      guard let narrower = known.max(by: { ($0.value, $1.isExclusive ? 1 : 0) < ($1.value, $0.isExclusive ? 1 : 0) })
      else { return nil }
      let value = narrower.value * sign
      if narrower.isExclusive { limits.dropped.append("that \(Constraint.text(value)) itself is excluded") }
      return value
    }
    let min = bound("minimum", "exclusiveMinimum", 1)
    let max = bound("maximum", "exclusiveMaximum", -1)
    guard min != nil || max != nil else { return limits }
    guard min ?? -.infinity <= max ?? .infinity else {
      limits.dropped.append("a `minimum` above the `maximum`")
      return limits
    }
    limits.constraints.append(.range(min: min, max: max))
    return limits
  }

  private func count(_ minWord: String, _ maxWord: String, _ limit: (Int, Int?) -> Constraint) -> Limits {
    var limits = Limits()
    func bound(_ word: String) -> Int? {
      guard let number = self[word]?.number else { return nil }
      if number >= 0, number < 9e15 { return Int(number) }
      if number < 9e15 { limits.dropped.append("a negative `\(word)`") }
      return nil
    }
    let min = bound(minWord) ?? 0
    let max = bound(maxWord)
    if min > max ?? .max {
      limits.dropped.append("a `\(minWord)` above the `\(maxWord)`")
    } else if min > 0 || max != nil {
      limits.constraints.append(limit(min, max))
    }
    return limits
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
