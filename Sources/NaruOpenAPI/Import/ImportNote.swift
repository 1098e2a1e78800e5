/// A part of a document that an import could not say in Swift, or only in part.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
  /// The place in the document, as a JSON pointer: `#/paths/~1pets/get`.
  public let place: String
  /// The reason, and what the generated code does instead.
  public let reason: String

  /// The place and the reason in one line.
  public var description: String { "\(place): \(reason)" }
}
