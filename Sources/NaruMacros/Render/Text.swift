/// A list of parameters or arguments: on one line, or on one line each where there are several.
func list(_ elements: [String]) -> String {
  elements.count < 2 ? elements.joined() : "\n  \(elements.joined(separator: ",\n  "))\n"
}

/// A text as a literal in source code.
func literal(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\", "\"": escaped += "\\\(scalar)"
    case _ where scalar.properties.generalCategory == .control: escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return "\"\(escaped)\""
}

/// Lines, one level deeper.
func indented(_ lines: [String]) -> String {
  lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
}

/// Whether a name on the wire is written in JSON as it is, so that it can be compared as bytes.
func isPlainKey(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
}
