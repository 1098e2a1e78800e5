/// Swift source, in lines of at most 120 characters.
struct SwiftText {
  private(set) var lines: [String] = []
  var level = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a line. A character that could end it, or show it in another order, is a space: a document must not add code.
  mutating func line(_ text: String = "", _ indentation: Int = 0) {
    var text = text
    if text.unicodeScalars.contains(where: \.isUnsafe) {
      text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafe ? " " : $0 }))
    }
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: level + indentation) + text)
  }

  mutating func append(_ text: SwiftText) { lines += text.lines }

  /// Adds a documentation comment. Text is wrapped; lines of a list and of code stay.
  mutating func comment(_ text: String, _ indentation: Int = 0, marker: String = "///") {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !line.isEmpty {
        paragraphs[paragraphs.count - 1].append(line)
      } else if paragraphs.last?.isEmpty == false {
        paragraphs.append([])
      }
    }
    if paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    for (index, parts) in paragraphs.enumerated() {
      if index > 0 { line(marker, indentation) }
      let isText = parts.allSatisfy { part in
        part.first != " " && !["- ", "* ", "```", "#", "|"].contains { part.hasPrefix($0) }
      }
      let width = 119 - level - indentation - marker.count
      let wrapped = isText ? Self.wrap(parts.joined(separator: " "), width) : parts.map(String.init)
      for part in wrapped { line("\(marker) \(part)", indentation) }
    }
  }

  /// Returns a string in lines of at most a number of characters.
  static func wrap(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + word.count + 1 <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Adds a call such as `@GET("/a", status: 201)`, with an argument on each line if it is too long for one.
  mutating func call(_ name: String, _ arguments: [String], _ indentation: Int) {
    let short = "\(name)(\(arguments.joined(separator: ", ")))"
    if level + indentation + short.count <= 120 { return line(short, indentation) }
    line("\(name)(", indentation)
    for (index, argument) in arguments.enumerated() {
      line(argument + (index == arguments.count - 1 ? "" : ","), indentation + 2)
    }
    line(")", indentation)
  }

  mutating func endpoint(_ name: String, _ parameters: [String], _ result: String) {
    let function = "@Sendable (\(parameters.joined(separator: ", "))) async throws -> \(result)"
    if level + 2 + "public var \(name): \(function)".count <= 120 { return line("public var \(name): \(function)", 2) }
    line("public var \(name):", 2)
    if 4 + function.count <= 120 { return line(function, 4) }
    line("@Sendable (", 4)
    let lines = Self.wrap(parameters.map { $0.replacing(" ", with: "\u{E000}") }.joined(separator: ", "), 114)
    for text in lines { line(text.replacing("\u{E000}", with: " "), 6) }
    line(") async throws -> \(result)", 4)
  }
}

extension Unicode.Scalar {
  /// Whether the character could end a line of Swift, or show source in another order than the compiler reads.
  var isUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
