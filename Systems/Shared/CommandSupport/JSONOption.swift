/// Options with the flag `--json`.
package protocol JSONOption {
  /// Whether to print JSON.
  var json: Bool { get }
}

extension JSONOption {
  /// Prints a value as JSON, or a message.
  package func show(_ value: some Encodable, _ korean: String, _ english: String) throws {
    if json { try printJSON(value) } else { printLine(korean, english) }
  }
}

/// Prints facts in lines, aligned behind their names. A fact that is `nil` is omitted.
package func printFacts(_ facts: [(name: String, value: String?)]) {
  let width = facts.map(\.name.displayWidth).max() ?? 0
  for case (let name, let value?) in facts { printLine("\(name.fitted(to: width))  \(value)") }
}
