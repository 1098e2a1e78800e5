/// A part of a document that an import could not say in Swift, or only in part.
package struct ImportNote: Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, as a JSON pointer: `#/paths/~1pets/get`.
  package let place: String
  /// The reason, and the generated code's behavior: `callbacks are not imported.`
  package let reason: String

  /// The place and the reason in one line.
  package var description: String { "\(place): \(reason)" }
}
