import HTTPTypes

/// The version of a resource, as a server states it in `ETag`.
///
/// ```swift
/// let (book, version) = try await withEntityTag { try await books.show(id: 7) }
/// // Fails with 412 if someone else has changed the book since then.
/// try await withCallOptions(ifMatch: version) { try await books.update(id: 7, changes: changes) }
/// ```
public struct EntityTag: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The tag as it is sent, with its quotation marks: `"a1b2"`.
  public let text: String

  /// Creates a tag.
  ///
  /// - Parameter text: the tag with its quotation marks. `nil` if it can't be the value of a header field.
  public init?(_ text: String) {
    guard !text.isEmpty, HTTPField.isValidValue(text) else { return nil }
    self.text = text
  }

  /// The text.
  public var description: String { text }
}

/// Makes calls, and returns the version that the last response had.
///
/// - Parameters:
///   - isolation: the actor on which `body` runs, by default the caller's.
///   - body: makes the calls.
/// - Returns: what `body` returns, and the version. The version is `nil` if the server named none.
/// - Throws: what `body` throws.
public func withEntityTag<Value, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Value
) async throws(Failure) -> (value: Value, version: EntityTag?) {
  let notes = ResponseNotes(below: CallOptions.currentNotes)
  let value = try await notes.of(isolation: isolation, body)
  return (value, notes.tag)
}
