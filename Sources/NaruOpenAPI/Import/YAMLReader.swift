import Foundation
import Naru

/// An error in a YAML document.
struct YAMLError: Error {
  /// From 1.
  let line: Int
  let reason: LocalizedMessage

  init(line: Int, korean: String, english: String) {
    self.line = line
    reason = LocalizedMessage(korean: korean, english: english)
  }
}

/// A reader of the YAML that documents are written in: block and flow collections, all styles of scalars, comments, anchors and
/// aliases, and `<<`. It reads neither several documents nor keys that are not scalars.
struct YAMLReader {
  /// A line with its indentation, without its line break.
  private struct Line {
    let number: Int
    var indentation: Int
    var text: Substring
  }

  private var lines: [Line]
  private let raw: [Substring]
  private var next = 0
  private var anchors: [String: JSONTree] = [:]
  private var depth = 0

  /// Reads a document.
  static func read(_ text: String) throws -> JSONTree {
    var reader = YAMLReader(text)
    let value = try reader.node(above: -1) ?? .null
    if let rest = reader.peek() {
      throw YAMLError(line: rest.number, korean: "들여쓰기가 맞지 않습니다", english: "the indentation does not fit")
    }
    return value
  }

  private init(_ text: String) {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    raw = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    lines = raw.enumerated().map { index, line in
      let content = line.drop { $0 == " " }
      return Line(number: index + 1, indentation: line.count - content.count, text: content)
    }
    if let start = lines.firstIndex(where: { $0.indentation == 0 && ($0.text == "---" || $0.text.hasPrefix("--- ")) }) {
      lines = lines.enumerated().map { index, line in
        index <= start ? Line(number: line.number, indentation: 0, text: "") : line
      }
    }
    if let end = lines.firstIndex(where: { $0.indentation == 0 && $0.text == "..." }) { lines.removeSubrange(end...) }
  }

  /// Skips empty lines and comments, and returns the next line.
  private mutating func peek() -> Line? {
    while next < lines.count {
      let text = lines[next].text
      if !text.isEmpty, !text.hasPrefix("#"), !text.allSatisfy({ $0 == "\t" || $0 == " " }) { return lines[next] }
      next += 1
    }
    return nil
  }

  // MARK: - Blocks

  /// Reads the value in the next lines, which are indented by more than a number of spaces. `nil` if there is none.
  private mutating func node(above indentation: Int) throws -> JSONTree? {
    guard let line = peek(), line.indentation > indentation else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else {
      throw YAMLError(line: line.number, korean: "문서가 너무 깊이 중첩되어 있습니다", english: "the document is nested too deeply")
    }
    if line.text == "-" || line.text.hasPrefix("- ") { return try sequence(line.indentation) }
    if try key(of: line) != nil { return try mapping(line.indentation) }
    next += 1
    return try value(line.text, line, above: indentation)
  }

  private mutating func sequence(_ indentation: Int) throws -> JSONTree {
    var elements: [JSONTree] = []
    while let line = peek(), line.indentation == indentation, line.text == "-" || line.text.hasPrefix("- ") {
      let rest = line.text.dropFirst().drop { $0 == " " }
      if rest.isEmpty || rest.hasPrefix("#") {
        next += 1
        elements.append(try node(above: indentation) ?? .null)
      } else {
        // The rest of the line is a block of its own.
        lines[next].indentation = indentation + line.text.count - rest.count
        lines[next].text = rest
        elements.append(try node(above: indentation) ?? .null)
      }
    }
    return .array(elements)
  }

  private mutating func mapping(_ indentation: Int) throws -> JSONTree {
    var fields = JSONTree.Fields()
    var merged: [JSONTree] = []
    while let line = peek(), line.indentation == indentation {
      guard let (name, rest) = try key(of: line) else {
        throw YAMLError(line: line.number, korean: "콜론이 붙은 키가 필요합니다", english: "a key with a colon is expected")
      }
      next += 1
      let value: JSONTree
      if rest.isEmpty || rest.hasPrefix("#") {
        value = try block(below: indentation)
      } else {
        value = try self.value(rest, line, above: indentation)
      }
      if name == "<<" { merged += value.elements.isEmpty ? [value] : value.elements } else { fields[name] = value }
    }
    for other in merged {
      for (name, value) in other.fields where fields[name] == nil { fields[name] = value }
    }
    return .object(fields)
  }

  /// Reads the block of a key. A sequence may be indented like its key.
  private mutating func block(below indentation: Int) throws -> JSONTree {
    if let line = peek(), line.indentation == indentation, line.text == "-" || line.text.hasPrefix("- ") {
      return try sequence(indentation)
    }
    return try node(above: indentation) ?? .null
  }

  /// Returns the key at the beginning of a line, and the rest after its colon. `nil` if there is none.
  private func key(of line: Line) throws -> (name: String, rest: Substring)? {
    let text = line.text
    guard let first = text.first, !"[{&*!|>%@`".contains(first) || first == "*" else { return nil }
    if first == "?" && text.dropFirst().first == " " {
      throw YAMLError(line: line.number, korean: "키는 문자열이어야 합니다", english: "a key must be a text")
    }
    if first == "\"" || first == "'" {
      guard let (name, rest) = Self.quoted(text) else { return nil }
      let after = rest.drop { $0 == " " }
      guard after.first == ":", after.count == 1 || after.dropFirst().first == " " else { return nil }
      return (name, after.dropFirst().drop { $0 == " " })
    }
    var index = text.startIndex
    while let colon = text[index...].firstIndex(of: ":") {
      let after = text.index(after: colon)
      if after == text.endIndex || text[after] == " " || text[after] == "\t" {
        var name = text[..<colon]
        if name.contains(" #") { return nil }
        while name.last == " " { name.removeLast() }
        return (String(name), text[after...].drop { $0 == " " || $0 == "\t" })
      }
      index = after
    }
    return nil
  }

  // MARK: - Values

  /// Reads a value that begins in a line, after its key or dash.
  private mutating func value(_ text: Substring, _ line: Line, above indentation: Int) throws -> JSONTree {
    switch text.first {
    case "&":
      let name = text.dropFirst().prefix { $0 != " " }
      let rest = text.dropFirst(name.count + 1).drop { $0 == " " }
      let value =
        rest.isEmpty ? try block(below: indentation) : try self.value(rest, line, above: indentation)
      anchors[String(name)] = value
      return value
    case "*":
      let name = String(text.dropFirst().prefix { $0 != " " && $0 != "," })
      guard let value = anchors[name] else {
        throw YAMLError(line: line.number, korean: "“*\(name)”이(가) 정의되어 있지 않습니다", english: "“*\(name)” is not defined")
      }
      return value
    case "!":
      let rest = text.drop { $0 != " " }.drop { $0 == " " }
      let value = rest.isEmpty ? try block(below: indentation) : try self.value(rest, line, above: indentation)
      return text.hasPrefix("!!str") && value.text == nil ? .string(String(rest)) : value
    case "|", ">": return .string(try blockScalar(text, line, above: indentation))
    case "[", "{": return try flow(text, line)
    case "\"", "'": return .string(try quotedScalar(text, line))
    default: return plainScalar(text, above: indentation)
    }
  }

  /// Reads a plain scalar, which may continue in the next lines.
  private mutating func plainScalar(_ text: Substring, above indentation: Int) -> JSONTree {
    var parts = [Self.withoutComment(text)]
    let isClosed = parts[0].count < text.count && text.contains(" #")
    var blanks = 0
    while !isClosed, next < lines.count {
      let line = lines[next]
      if line.text.isEmpty {
        blanks += 1
        next += 1
        continue
      }
      guard line.indentation > indentation, !line.text.hasPrefix("#") else { break }
      parts.append((blanks > 0 ? String(repeating: "\n", count: blanks) : " ") + Self.withoutComment(line.text))
      blanks = 0
      next += 1
    }
    return parts.count == 1 ? Self.scalar(parts[0]) : .string(parts.joined())
  }

  private static func withoutComment(_ text: Substring) -> String {
    var text = text
    if let comment = text.firstRange(of: " #") { text = text[..<comment.lowerBound] }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }

  /// Returns the value of a plain scalar, by the core schema of YAML 1.2.
  private static func scalar(_ text: String) -> JSONTree {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    if text.wholeMatch(of: /[-+]?(0|[1-9][0-9]*)/) != nil {
      return .number(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    }
    if text.hasPrefix("0x"), let number = Int64(text.dropFirst(2), radix: 16) { return .number("\(number)") }
    if text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil, let number = Double(text) {
      return .number(Int64(exactly: number).map(String.init) ?? "\(number)")
    }
    return .string(text)
  }

  /// Reads a literal or folded block.
  private mutating func blockScalar(_ text: Substring, _ line: Line, above indentation: Int) throws -> String {
    let isFolded = text.first == ">"
    let header = text.dropFirst().prefix { $0 != " " && $0 != "#" }
    let chomping = header.first { $0 == "-" || $0 == "+" }
    let parent = max(indentation, 0)
    var width = header.first(where: \.isNumber).flatMap(\.wholeNumberValue).map { parent + $0 }
    var content: [String] = []
    while next < lines.count {
      let full = raw[lines[next].number - 1]
      let spaces = full.prefix { $0 == " " }.count
      if spaces == full.count {
        content.append(width.map { String(full.dropFirst($0)) } ?? "")
        next += 1
        continue
      }
      if width == nil, spaces > indentation { width = spaces }
      guard let width, spaces >= width else { break }
      content.append(String(full.dropFirst(width)))
      next += 1
    }
    var end = content.count
    while end > 0, content[end - 1].isEmpty { end -= 1 }
    let kept = Array(content[..<end])
    var result = isFolded ? Self.folded(kept) : kept.joined(separator: "\n")
    switch chomping {
    case "-": break
    case "+": result += String(repeating: "\n", count: content.count - end + 1)
    default: if !kept.isEmpty { result += "\n" }
    }
    return result
  }

  /// Joins lines with spaces; empty lines are line breaks, and indented lines stay.
  private static func folded(_ lines: [String]) -> String {
    var result = ""
    var breaks = 0
    for (index, line) in lines.enumerated() {
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isMore = line.first == " " || line.first == "\t"
      let wasMore = index > 0 && (lines[index - 1].first == " " || lines[index - 1].first == "\t")
      if !result.isEmpty {
        if breaks > 0 {
          result += String(repeating: "\n", count: isMore || wasMore ? breaks + 1 : breaks)
        } else {
          result += isMore || wasMore ? "\n" : " "
        }
      } else {
        result += String(repeating: "\n", count: breaks)
      }
      breaks = 0
      result += line
    }
    return result
  }

  // MARK: - Quotes and flow collections

  /// Reads a quoted scalar, which may continue in the next lines.
  private mutating func quotedScalar(_ text: Substring, _ line: Line) throws -> String {
    var whole = String(text)
    while true {
      if let (value, rest) = Self.quoted(whole[...]) {
        let after = rest.drop { $0 == " " }
        guard after.isEmpty || after.hasPrefix("#") else {
          throw YAMLError(
            line: line.number,
            korean: "따옴표로 묶은 문자열 뒤에 다른 것이 있습니다",
            english: "something follows a text in quotes"
          )
        }
        return value
      }
      try continueLine(&whole, line)
    }
  }

  /// Adds the next line to a text that has not ended.
  private mutating func continueLine(_ whole: inout String, _ line: Line) throws {
    guard next < lines.count else {
      throw YAMLError(line: line.number, korean: "문자열이나 목록이 끝나지 않습니다", english: "a text or a list does not end")
    }
    var blanks = 0
    while next < lines.count, lines[next].text.isEmpty {
      blanks += 1
      next += 1
    }
    guard next < lines.count else {
      throw YAMLError(line: line.number, korean: "문자열이나 목록이 끝나지 않습니다", english: "a text or a list does not end")
    }
    while whole.last == " " { whole.removeLast() }
    if whole.hasSuffix("\\"), !whole.hasSuffix("\\\\") {
      whole.removeLast()
    } else {
      whole += blanks > 0 ? String(repeating: "\n", count: blanks) : " "
    }
    whole += lines[next].text
    next += 1
  }

  /// Returns the content of the quotes that a text begins with, and the rest. `nil` if they don't end.
  private static func quoted(_ text: Substring) -> (String, Substring)? {
    guard let quote = text.first else { return nil }
    var result = ""
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      let character = text[index]
      let after = text.index(after: index)
      if quote == "'", character == "'" {
        guard after < text.endIndex, text[after] == "'" else { return (result, text[after...]) }
        result.append("'")
        index = text.index(after: after)
      } else if quote == "\"", character == "\"" {
        return (result, text[after...])
      } else if quote == "\"", character == "\\" {
        guard after < text.endIndex, let (value, end) = escape(text, after) else { return nil }
        result += value
        index = end
      } else {
        result.append(character)
        index = after
      }
    }
    return nil
  }

  private static func escape(_ text: Substring, _ index: Substring.Index) -> (String, Substring.Index)? {
    let after = text.index(after: index)
    let simple: [Character: String] = [
      "n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "f": "\u{C}", "v": "\u{B}",
      "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
    ]
    if let value = simple[text[index]] { return (value, after) }
    let lengths: [Character: Int] = ["x": 2, "u": 4, "U": 8]
    guard let length = lengths[text[index]] else { return (String(text[index]), after) }
    let digits = text[after...].prefix(length)
    guard digits.count == length, let code = UInt32(digits, radix: 16) else { return nil }
    let end = text.index(after, offsetBy: length)
    // The two halves of a surrogate pair, as in JSON.
    if 0xD800...0xDBFF ~= code, text[end...].hasPrefix("\\u"),
      let low = UInt32(text[end...].dropFirst(2).prefix(4), radix: 16), 0xDC00...0xDFFF ~= low
    {
      let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00))
      return (scalar.map { String($0) } ?? "", text.index(end, offsetBy: 6))
    }
    return (Unicode.Scalar(code).map { String($0) } ?? "\u{FFFD}", end)
  }

  /// Reads a list or an object in brackets, which may continue in the next lines.
  private mutating func flow(_ text: Substring, _ line: Line) throws -> JSONTree {
    var whole = Self.withoutFlowComment(text)
    while true {
      var parser = FlowParser(text: whole, anchors: anchors)
      if let value = parser.value() {
        let rest = parser.rest.drop { $0 == " " }
        guard rest.isEmpty || rest.hasPrefix("#") else {
          throw YAMLError(
            line: line.number,
            korean: "괄호로 묶은 목록 뒤에 다른 것이 있습니다",
            english: "something follows a list in brackets"
          )
        }
        return value
      }
      guard parser.isAtEnd else {
        throw YAMLError(line: line.number, korean: "괄호로 묶은 목록이 올바르지 않습니다", english: "a list in brackets is not valid")
      }
      guard peek() != nil else {
        throw YAMLError(line: line.number, korean: "괄호로 묶은 목록이 끝나지 않습니다", english: "a list in brackets does not end")
      }
      whole += " " + Self.withoutFlowComment(lines[next].text)
      next += 1
    }
  }

  private static func withoutFlowComment(_ text: Substring) -> String {
    guard text.contains(" #"), !text.contains("\""), !text.contains("'") else { return String(text) }
    return withoutComment(text)
  }

  /// The parser of a flow collection.
  private struct FlowParser {
    let text: String
    let anchors: [String: JSONTree]
    private var index: String.Index
    private var depth = 0

    init(text: String, anchors: [String: JSONTree]) {
      self.text = text
      self.anchors = anchors
      index = text.startIndex
    }

    var isAtEnd: Bool { index >= text.endIndex }
    var rest: Substring { text[index...] }

    private mutating func skip() {
      while index < text.endIndex, text[index] == " " || text[index] == "\t" { index = text.index(after: index) }
    }

    private mutating func take(_ character: Character) -> Bool {
      skip()
      guard index < text.endIndex, text[index] == character else { return false }
      index = text.index(after: index)
      return true
    }

    /// Reads a value. `nil` if the text ends before, or is not valid.
    mutating func value() -> JSONTree? {
      depth += 1
      defer { depth -= 1 }
      guard depth < 200 else { return nil }
      if take("[") {
        var elements: [JSONTree] = []
        while true {
          if take("]") { return .array(elements) }
          guard let element = value() else { return nil }
          elements.append(element)
          if take(",") { continue }
          return take("]") ? .array(elements) : nil
        }
      }
      if take("{") {
        var fields = JSONTree.Fields()
        while true {
          if take("}") { return .object(fields) }
          guard let key = scalarText(isKey: true) else { return nil }
          fields[key.text] = take(":") ? value() : .null
          if fields[key.text] == nil { return nil }
          if take(",") { continue }
          return take("}") ? .object(fields) : nil
        }
      }
      guard let scalar = scalarText(isKey: false) else { return nil }
      if scalar.text.hasPrefix("*"), !scalar.isQuoted { return anchors[String(scalar.text.dropFirst())] }
      return scalar.isQuoted ? .string(scalar.text) : YAMLReader.scalar(scalar.text)
    }

    private mutating func scalarText(isKey: Bool) -> (text: String, isQuoted: Bool)? {
      skip()
      guard index < text.endIndex else { return nil }
      if text[index] == "\"" || text[index] == "'" {
        guard let (value, rest) = YAMLReader.quoted(text[index...]) else {
          index = text.endIndex
          return nil
        }
        index = rest.startIndex
        return (value, true)
      }
      let start = index
      while index < text.endIndex, !",[]{}".contains(text[index]) {
        let after = text.index(after: index)
        if text[index] == ":", after == text.endIndex || " ,[]{}\"".contains(text[after]) { break }
        index = after
      }
      var found = text[start..<index]
      while found.last == " " { found.removeLast() }
      return index < text.endIndex ? (String(found), false) : nil
    }
  }
}
