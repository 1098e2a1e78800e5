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

  /// Returns the statements that read the case whose type fits from JSON: of several objects, the case that declares most of the fields.
  /// If none fits, invalid JSON is an error at its place.
  func read(_ cases: [UntaggedCase]) -> [String] {
    let compares = cases.count(where: \.isObject) > 1
    let attempts = cases.map { element in
      let value = "if let value = try json._attempt(\(element.type).self)"
      let result = "Self.\(element.name.source)(value)"
      guard compares, element.isObject else { return "\(value) { self = \(result); return }" }
      return "\(value), try json._isWhole(\(result), from: \(element.type).self, in: &attempts) "
        + "{ self = \(result); return }"
    }
    let error = ["throw try json._noTypeFits(\(types(cases)))"]
    guard compares else { return attempts + error }
    return ["var attempts = json._attempts(Self.self)"] + attempts
      + ["if let best = json._best(attempts) { self = best; return }"] + error
  }

  /// Returns the statements that write the value of the case as JSON.
  func write(_ cases: [UntaggedCase]) -> [String] { values(cases, "json.value") }

  private func values(_ cases: [UntaggedCase], _ write: String) -> [String] {
    ["switch self {"] + cases.map { "case .\($0.name.source)(let value): try \(write)(value)" } + ["}"]
  }

  private func types(_ cases: [UntaggedCase]) -> String { literal(cases.map(\.type).joined(separator: ", ")) }
}
