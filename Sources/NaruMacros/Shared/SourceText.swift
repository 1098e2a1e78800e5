/// Returns a list of parameters or arguments: a single one inline, several on a line each.
func list(_ elements: [String]) -> String {
  elements.count < 2 ? elements.joined() : "\n  \(elements.joined(separator: ",\n  "))\n"
}

/// Returns the string literal of a string.
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

/// Returns lines indented by one level.
func indented(_ lines: [String]) -> String {
  lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
}

/// Returns whether JSON needs no escapes for a name, so that it can be compared byte by byte.
func isPlainKey(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
}
