import ArgumentParser
import Foundation

/// A source file whose macros are replaced by their expansions.
struct ExpandedFile {
  let url: URL
  /// The file with the expansions.
  private(set) var bytes: [UInt8] = []
  /// The generated pieces of the file.
  private(set) var generated: [Range<Int>] = []

  /// The source before.
  private let source: [UInt8]
  private var edits: [Edit] = []

  private struct Edit {
    var range: Range<Int>
    var text = ""
    /// The bytes of the source before the string, which are formatted with it.
    var formatsBefore = 0
  }

  init(_ url: URL, _ expansions: [MacroExpansion]) throws {
    self.url = url
    source = [UInt8](try Data(contentsOf: url))
    for expansion in expansions {
      for piece in [expansion.attribute, expansion.declaration] {
        let offset = piece.location.offset
        guard offset >= 0, source.dropFirst(offset).starts(with: piece.source.utf8) else {
          throw ValidationError("\(url.path) has changed during the expansion. Try again.")
        }
      }
      remove(expansion.attribute)
      guard !expansion.text.isEmpty else { continue }
      switch expansion.role {
      case .member: try addMembers(expansion)
      case .extension: try addExtension(expansion)
      case .peer: throw ValidationError("\(url.path): an expansion of an unknown kind.")
      }
    }
    apply()
  }

  /// Removes an attribute, with its line if nothing else is there.
  private mutating func remove(_ attribute: MacroExpansion.Source) {
    let end = end(of: attribute)
    let start = skipTrivia(from: attribute.location.offset)
    let lineStart = spaceStart(before: start)
    let next = spaceEnd(after: end)
    let ownsStart = lineStart == 0 || isNewline(source[lineStart - 1])
    let edit: Edit
    if ownsStart, next < source.count, isNewline(source[next]) {
      edit = Edit(range: lineStart..<lineEnd(next))
    } else {
      edit = Edit(range: start..<next)
    }
    // Each of a macro's roles names its attribute.
    if !edits.contains(where: { $0.range == edit.range && $0.text.isEmpty }) { edits.append(edit) }
  }

  /// Adds members at the end of a type.
  private mutating func addMembers(_ expansion: MacroExpansion) throws {
    let brace = end(of: expansion.declaration) - 1
    guard source[brace] == UInt8(ascii: "}") else {
      throw ValidationError("\(url.path): the end of a type can't be found.")
    }
    let start = skipTrivia(from: expansion.declaration.location.offset)
    let indentation = indentation(at: start)
    let space = spaceStart(before: brace)
    let members = expansion.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "\(indentation)\(unit)\($0)" }.joined(separator: "\n")
    let isOwnLine = space > 0 && isNewline(source[space - 1])
    edits.append(
      Edit(
        range: space..<brace,
        text: "\(isOwnLine ? "" : "\n")\n\(members)\n\(indentation)",
        formatsBefore: isOwnLine ? 0 : space - start
      )
    )
  }

  /// Adds an extension after the declaration of the file that has the type.
  private mutating func addExtension(_ expansion: MacroExpansion) throws {
    guard var end = closingBrace(expansion.depth, after: end(of: expansion.declaration)) else {
      throw ValidationError("\(url.path): the end of the declaration around a type can't be found.")
    }
    let indentation = indentation(at: end - 1)
    let next = spaceEnd(after: end)
    let isLast = next == source.count || isNewline(source[next]) || source[next...].starts(with: "//".utf8)
    if isLast {
      end = source[next...].firstIndex(where: isNewline) ?? source.count
    }
    let text = expansion.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "\(indentation)\($0)" }.joined(separator: "\n")
    edits.append(Edit(range: end..<end, text: "\n\n\(text)\(end == next || isLast ? "" : "\n")"))
  }

  /// Makes the new file of the old one.
  private mutating func apply() {
    // Extensions at the same place stay in the order of their types.
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var position = 0
    for (_, edit) in sorted {
      bytes += source[position..<max(position, edit.range.lowerBound)]
      let start = bytes.count
      bytes += edit.text.utf8
      if !edit.text.isEmpty { generated.append(max(0, start - edit.formatsBefore)..<bytes.count) }
      position = max(position, edit.range.upperBound)
    }
    bytes += source[position...]
  }
}

// MARK: - Reading the source

extension ExpandedFile {
  /// One step of indentation: the first indented line's.
  private var unit: String {
    for line in source.split(whereSeparator: isNewline) {
      let space = line.prefix { isSpace($0) }
      // A line of a comment may have a single space.
      if space.first == UInt8(ascii: "\t") { return "\t" }
      if space.count > 1 { return String(decoding: space, as: UTF8.self) }
    }
    return "  "
  }

  /// The number of spaces of a step of indentation; `nil` for tabs.
  var indentationWidth: Int? { unit == "\t" ? nil : unit.utf8.count }

  private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Where a piece ends, without the space after it.
  private func end(of piece: MacroExpansion.Source) -> Int {
    spaceStart(before: piece.location.offset + piece.source.utf8.count)
  }

  private func spaceStart(before end: Int) -> Int {
    source[..<end].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
  }

  private func spaceEnd(after start: Int) -> Int {
    source[start...].firstIndex { !isSpace($0) } ?? source.count
  }

  /// The first byte of the next line.
  private func lineEnd(_ newline: Int) -> Int {
    source[newline...].starts(with: "\r\n".utf8) ? newline + 2 : newline + 1
  }

  /// The space at the beginning of a line.
  private func indentation(at place: Int) -> String {
    let start = source[..<place].lastIndex(where: isNewline).map { $0 + 1 } ?? 0
    return String(decoding: source[start...].prefix { isSpace($0) }, as: UTF8.self)
  }

  /// Returns the place after space and comments.
  private func skipTrivia(from start: Int) -> Int {
    var place = start
    while place < source.count {
      if isSpace(source[place]) || isNewline(source[place]) {
        place += 1
      } else if source[place] == UInt8(ascii: "/") {
        place = skipToken(at: place)
      } else {
        break
      }
    }
    return place
  }

  /// Returns the place after the brace that closes the last of some declarations around a place.
  private func closingBrace(_ depth: Int, after start: Int) -> Int? {
    guard depth > 0 else { return start }
    var place = start
    var open = depth
    while place < source.count {
      if source[place] == UInt8(ascii: "{") { open += 1 }
      if source[place] == UInt8(ascii: "}") { open -= 1 }
      if open == 0 { return place + 1 }
      place = skipToken(at: place)
    }
    return nil
  }

  /// Returns the place after a comment or a string literal, or after one byte.
  private func skipToken(at place: Int) -> Int {
    let rest = source[place...]
    if rest.starts(with: "//".utf8) { return rest.firstIndex(where: isNewline) ?? source.count }
    if rest.starts(with: "/*".utf8) {
      var place = place + 2
      var open = 1
      while open > 0, place < source.count {
        let isEnd = source[place...].starts(with: "*/".utf8)
        let isStart = source[place...].starts(with: "/*".utf8)
        open += isEnd ? -1 : isStart ? 1 : 0
        place += isEnd || isStart ? 2 : 1
      }
      return place
    }
    let hashes = rest.prefix { $0 == UInt8(ascii: "#") }
    let quotes = rest.dropFirst(hashes.count)
    guard quotes.first == UInt8(ascii: "\"") else { return place + max(1, hashes.count) }
    let isLong = quotes.starts(with: #"""""#.utf8)
    return skipString(at: place + hashes.count, quotes: isLong ? 3 : 1, hashes: Array(hashes))
  }

  /// Returns the place after a string literal with interpolations.
  private func skipString(at start: Int, quotes: Int, hashes: [UInt8]) -> Int {
    let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + hashes
    let escape = [UInt8(ascii: "\\")] + hashes
    var place = start + quotes
    while place < source.count, !source[place...].starts(with: end) {
      guard source[place...].starts(with: escape) else {
        place += 1
        continue
      }
      place += escape.count
      guard place < source.count, source[place] == UInt8(ascii: "(") else {
        place += 1
        continue
      }
      var open = 0
      repeat {
        if source[place] == UInt8(ascii: "(") { open += 1 }
        if source[place] == UInt8(ascii: ")") { open -= 1 }
        place = skipToken(at: place)
      } while open > 0 && place < source.count
    }
    return min(place + end.count, source.count)
  }
}
