import Foundation
import Naru

/// YAML 1.2 in block style. A string that could be read as anything else than itself is in double quotes.
struct YAMLText {
  private(set) var text = ""

  init(_ value: JSONTree) {
    switch value {
    case .object(let fields) where !fields.isEmpty: write(fields, "")
    case .array(let elements) where !elements.isEmpty: write(elements, "")
    default: text = Self.scalar(value) + "\n"
    }
  }

  /// Writes the fields of an object. The first line is not indented if it follows the dash of an element.
  private mutating func write(_ fields: JSONTree.Fields, _ indentation: String, afterDash: Bool = false) {
    for (index, field) in fields.all.enumerated() {
      text += index == 0 && afterDash ? "" : indentation
      text += Self.plain(field.name) ? field.name : quoted(field.name)
      write(value: field.value, indentation)
    }
  }

  private mutating func write(value: JSONTree, _ indentation: String) {
    switch value {
    case .object(let fields) where !fields.isEmpty:
      text += ":\n"
      write(fields, indentation + "  ")
    case .array(let elements) where !elements.isEmpty:
      text += ":\n"
      write(elements, indentation + "  ")
    case .string(let string) where Self.isBlock(string):
      text += ": |-\n"
      for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
        text += line.isEmpty ? "\n" : "\(indentation)  \(line)\n"
      }
    default: text += ": \(Self.scalar(value))\n"
    }
  }

  private mutating func write(_ elements: [JSONTree], _ indentation: String) {
    for element in elements {
      text += "\(indentation)- "
      switch element {
      case .object(let fields) where !fields.isEmpty: write(fields, indentation + "  ", afterDash: true)
      case .array(let inner) where !inner.isEmpty:
        // A list in a list is on one line, as JSON.
        text += "\(element.line)\n"
      default: text += "\(Self.scalar(element))\n"
      }
    }
  }

  /// Whether a string can be a block of lines: it has several, and none begins or ends with a space.
  private static func isBlock(_ text: String) -> Bool {
    text.contains("\n") && text.last != "\n" && text.first != "\n"
      && text.split(separator: "\n").allSatisfy { line in
        line.first != " " && line.last != " "
          && line.unicodeScalars.allSatisfy(isPrintable)
      }
  }

  /// Whether a character needs no escape, and does not end a line.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && ![0x2028, 0x2029, 0xFEFF].contains(scalar.value)
  }

  private static func scalar(_ value: JSONTree) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number): number
    case .string(let text): plain(text) ? text : quoted(text)
    case .array: "[]"
    case .object: "{}"
    }
  }

  /// Whether a string needs no quotes, in YAML 1.2 and in the older versions, where `yes` and `1:30` are not strings.
  private static func plain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "/" || first == "$",
      text.last != " ", text.last != ":", !text.contains(": "), !text.contains(" #"),
      text.unicodeScalars.allSatisfy(isPrintable)
    else { return false }
    return !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  }
}
