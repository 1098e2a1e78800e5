/// The id of a resource that was created offline, until the server assigns the real one.
///
/// ```swift
/// let id = LocalID()
/// try await offline.write(ReadingBooks.self, creating: id) { try await $0.add(book: book) }
/// try await offline.write(ReadingBooks.self) { try await $0.update(id: id.text, changes: changes) }
/// ```
///
/// A later write uses it like any other id: as a segment of the path, a value of the query, of a form or of a header field, or a string or a
/// number in a JSON body. It stays queued until the server has created the resource, and is sent with the real id. If the server rejects the
/// creation, the writes that use the id are also rejected. The real id is in the server's response, as `id` or by its name in
/// ``OfflineOptions/idNames``.
public struct LocalID: Sendable, Hashable {
  /// Numbers that no server assigns, and that every JSON number can hold.
  static let numbers: Range<Int64> = 9_000_000_000_000_000..<9_007_199_254_740_992

  let number: Int64

  /// Creates a new id.
  public init() {
    number = Int64.random(in: Self.numbers)
  }

  init?(number: Int64) {
    guard Self.numbers.contains(number) else { return nil }
    self.number = number
  }

  /// Reads the ``text`` of an id. `nil` for any other string.
  ///
  /// - Parameter text: the string.
  public init?(_ text: String) {
    guard text.hasPrefix("local-"), let number = Int64(text.dropFirst(6)) else { return nil }
    self.init(number: number)
  }

  /// The id as a string.
  public var text: String { "local-\(number)" }

  /// The id as a number. It is negative.
  public var integer: Int64 { -number }
}
