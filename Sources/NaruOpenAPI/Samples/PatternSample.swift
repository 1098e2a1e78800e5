/// A string for a regular expression of literals, character classes, groups and repetitions. Others may not match their string.
struct PatternSample {
  private var rest: Substring
  private static let maxSize = 10_000

  /// Returns a string.
  static func string(_ pattern: String) -> String {
    var sample = PatternSample(rest: pattern[...])
    return sample.alternatives()
  }

  /// Returns a string for the first of several alternatives.
  private mutating func alternatives() -> String {
    let first = sequence()
    while rest.first == "|" {
      rest.removeFirst()
      _ = sequence()
    }
    return first
  }

  private mutating func sequence() -> String {
    var text = ""
    while let next = rest.first, next != "|", next != ")" {
      let part = part()
      for _ in 0..<repetitions() where text.utf8.count < Self.maxSize { text += part }
    }
    return text
  }

  private mutating func part() -> String {
    switch rest.removeFirst() {
    case "^", "$": return ""
    case ".": return "a"
    case "\\": return escaped()
    case "[": return oneOf()
    case "(":
      if rest.hasPrefix("?:") { rest.removeFirst(2) }
      defer { rest = rest.dropFirst() }
      return alternatives()
    case let literal: return String(literal)
    }
  }

  private mutating func escaped() -> String {
    switch rest.popFirst() {
    case "d": "1"
    case "w", "D", "S": "a"
    case "s", "W": " "
    case "b", "B", nil: ""
    case let literal?: String(literal)
    }
  }

  /// Returns the first of a class's characters.
  private mutating func oneOf() -> String {
    let isNegated = rest.first == "^"
    var first: String?
    while let next = rest.popFirst(), next != "]" {
      let character = next == "\\" ? escaped() : String(next)
      first = first ?? character
    }
    return isNegated ? "a" : first ?? ""
  }

  /// Returns the smallest number of repetitions.
  private mutating func repetitions() -> Int {
    var least = 1
    switch rest.first {
    case "*", "?": least = 0
    case "+": break
    case "{": least = Int(rest.dropFirst().prefix(while: \.isNumber)) ?? 0
    default: return 1
    }
    rest = rest.first == "{" ? rest.drop { $0 != "}" }.dropFirst() : rest.dropFirst()
    // Whether it takes as few as possible makes no difference.
    if rest.first == "?" { rest.removeFirst() }
    return min(least, Self.maxSize)
  }
}
