extension PayloadRenderer {
  /// Returns the statements that read the first case whose type fits, with any coder.
  func decode(_ cases: [UntaggedCase]) -> [String] {
    ["let container = try decoder.singleValueContainer()"]
      + cases.map { element in
        "if let value = try? container.decode(\(element.type).self) { self = .\(element.name.source)(value); return }"
      } + ["throw Naru._noTypeFits(\(types(cases)), at: decoder.codingPath)"]
  }

  /// Returns the statements that write the value of the case with any coder.
  func encode(_ cases: [UntaggedCase]) -> [String] {
    ["var container = encoder.singleValueContainer()"] + values(cases, "container.encode")
  }

  /// Returns the statements that read the first case whose type fits from JSON. If none does, invalid JSON is an error at its place.
  func read(_ cases: [UntaggedCase]) -> [String] {
    cases.map { element in
      "if let value = try json._attempt(\(element.type).self) { self = .\(element.name.source)(value); return }"
    } + ["throw try json._noTypeFits(\(types(cases)))"]
  }

  /// Returns the statements that write the value of the case as JSON.
  func write(_ cases: [UntaggedCase]) -> [String] { values(cases, "json.value") }

  private func values(_ cases: [UntaggedCase], _ write: String) -> [String] {
    ["switch self {"] + cases.map { "case .\($0.name.source)(let value): try \(write)(value)" } + ["}"]
  }

  private func types(_ cases: [UntaggedCase]) -> String { literal(cases.map(\.type).joined(separator: ", ")) }
}
