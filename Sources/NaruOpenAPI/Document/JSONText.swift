import Naru

/// JSON with a line for each field and element, indented by two spaces.
struct JSONText {
  private(set) var text = ""

  init(_ value: JSONTree) { write(value, "") }

  private mutating func write(_ value: JSONTree, _ indentation: String) {
    switch value {
    case .object(let fields) where !fields.isEmpty:
      lines("{", "}", indentation, fields.all) { writer, field in
        writer.text += "\(quoted(field.name)): "
        writer.write(field.value, indentation + "  ")
      }
    case .array(let elements) where !elements.isEmpty:
      lines("[", "]", indentation, elements) { writer, element in writer.write(element, indentation + "  ") }
    case .object: text += "{}"
    case .array: text += "[]"
    case .null: text += "null"
    case .boolean(let value): text += "\(value)"
    case .number(let number): text += number
    case .string(let string): text += quoted(string)
    }
  }

  private mutating func lines<Element>(
    _ open: String,
    _ close: String,
    _ indentation: String,
    _ elements: [Element],
    _ write: (inout JSONText, Element) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      text += index == 0 ? "\n\(indentation)  " : ",\n\(indentation)  "
      write(&self, element)
    }
    text += "\n\(indentation)\(close)"
  }
}

/// Returns a JSON string, which is also a YAML scalar.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    // Control characters, and those that end a line in YAML.
    case _
    where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || 0x2028...0x2029 ~= scalar.value
      || scalar.value == 0xFEFF:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
