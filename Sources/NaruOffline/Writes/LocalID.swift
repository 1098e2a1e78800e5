import Foundation

/// The id of something that was created offline, until the server gives it the real one.
///
/// ```swift
/// let id = LocalID()
/// try await offline.write(ReadingBooks.self, creating: id) { try await $0.add(book: book) }
/// try await offline.write(ReadingBooks.self) { try await $0.update(id: id.text, changes: changes) }
/// ```
///
/// A later write uses it as any other id, in the path, the query or the body. It waits until the server has answered, and is sent
/// with the real id. If the server refuses the creation, the writes that use the id are refused, too.
public struct LocalID: Sendable, Hashable {
  /// Numbers that can be told from all others, and that every JSON number can hold.
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

  /// Reads the ``text`` of an id. `nil` for any other text.
  ///
  /// - Parameter text: the text.
  public init?(_ text: String) {
    guard text.hasPrefix("local-"), let number = Int64(text.dropFirst(6)) else { return nil }
    self.init(number: number)
  }

  /// The id as a text.
  public var text: String { "local-\(number)" }

  /// The id as a number. It is negative.
  public var integer: Int64 { -number }

  /// Returns the ids of a list with spaces.
  static func list(_ text: String) -> [LocalID] {
    text.split(separator: " ").compactMap { Int64($0).flatMap(LocalID.init(number:)) }
  }

  /// Returns all local ids in a text.
  static func all(in text: String) -> [LocalID] {
    var found: [LocalID] = []
    let bytes = Array(text.utf8)
    var index = 0
    while let minus = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
      let digits = bytes[(minus + 1)...].prefix { (0x30...0x39).contains($0) }
      if digits.count == 16, let number = Int64(String(decoding: digits, as: UTF8.self)),
        let id = LocalID(number: number),
        !found.contains(id)
      {
        found.append(id)
      }
      index = minus + 1
    }
    return found
  }

  /// Whether a path or a body names something by a local id.
  static func isUsed(in target: String, _ body: Data) -> Bool {
    !all(in: target).isEmpty || !all(in: String(data: body, encoding: .utf8) ?? "").isEmpty
  }

  /// Returns a text with the real id in the place of this one.
  func replaced(in text: String, by real: String) -> String {
    text.replacing(self.text, with: real).replacing("-\(number)", with: real)
  }
}
