/// A part of a document that can't be read, or that an import could not say in Swift, or only in part.
package struct DocumentNote: Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, as a JSON pointer: `#/paths/~1pets/get`.
  package let place: String
  /// The reason, and the generated code's behavior: `callbacks are not imported.`
  package let reason: String

  package var description: String { "\(place): \(reason)" }
}

extension [DocumentNote] {
  /// The notes in lines. A reason with more than three places is one line, unless it is an operation's that is missing.
  package var lines: [String] {
    let places = Dictionary(grouping: self, by: \.reason).mapValues { $0.map(\.place) }
    var written: Set<String> = []
    return compactMap { note in
      let all = places[note.reason] ?? []
      guard all.count > 3, !note.reason.hasPrefix("not imported") else { return note.description }
      guard written.insert(note.reason).inserted else { return nil }
      return "\(all[0]), \(all[1]) and \(all.count - 2) other places: \(note.reason)"
    }
  }
}
