/// The parts of an endpoint's documentation comment.
struct EndpointDocumentation {
  /// The first paragraph, on one line.
  private(set) var summary = ""
  /// The other paragraphs, without those about parameters, the result and errors.
  private(set) var discussion = ""
  /// The strings of parameters by their names.
  private(set) var parameters: [String: String] = [:]

  /// Reads the lines of a comment.
  init(_ lines: [String]) {
    var paragraphs: [[String]] = [[]]
    /// The parameter that the line continues. Empty for another field, such as `- Returns:`.
    var field: String?
    for line in lines {
      let text = line.trimmingSpaces
      if let (name, rest) = Self.field(text, isInList: field != nil && line.first == " ") {
        field = name
        if !name.isEmpty { parameters[name] = rest }
      } else if line.isEmpty {
        field = nil
        paragraphs.append([])
      } else if let field, line.first == " " {
        if !field.isEmpty { parameters[field, default: ""] += (parameters[field]?.isEmpty ?? true ? "" : " ") + text }
      } else {
        field = nil
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    let texts = paragraphs.filter { !$0.isEmpty }.map(Self.joined)
    guard let first = paragraphs.first, !first.isEmpty else { return }
    summary = texts[0]
    discussion = texts.dropFirst().joined(separator: "\n\n")
  }

  /// Returns the lines of a paragraph on one line. The lines of a list or of code stay.
  private static func joined(_ lines: [String]) -> String {
    let isText = lines.allSatisfy { line in
      line.first != " " && !["- ", "* ", "```"].contains { line.hasPrefix($0) }
    }
    return lines.joined(separator: isText ? " " : "\n")
  }

  /// Returns the name and the description of `- Parameter name: text`, or of `- name: text` in the list of parameters. The name of any
  /// other field is empty.
  private static func field(_ text: String, isInList: Bool) -> (name: String, text: String)? {
    guard text.hasPrefix("- "), let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon].dropFirst(2)
    let rest = String(text[text.index(after: colon)...]).trimmingSpaces
    if name.hasPrefix("Parameter ") { return (String(name.dropFirst(10)).trimmingSpaces, rest) }
    if ["Parameters", "Returns", "Throws"].contains(String(name)) { return ("", rest) }
    return isInList ? (String(name), rest) : nil
  }
}

extension String {
  /// The string without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
