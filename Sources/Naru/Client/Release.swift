package import HTTPTypes

/// A release of an app: numbers with dots, such as `1.4.0`. Releases are compared number by number, so `1.10` is later than `1.9`,
/// and `1.4` equals `1.4.0`.
public struct Release: Sendable, Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  private let numbers: [Int]
  /// The release as it was written.
  public let description: String

  /// Creates a release. `nil` if the string isn't one to six numbers with dots between them, each of at most nine digits.
  public init?(_ string: String) {
    let parts = string.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...6 ~= parts.count else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard 1...9 ~= part.count, part.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 &- 0x30) })
    }
    while numbers.last == 0 { numbers.removeLast() }
    (self.numbers, description) = (numbers, string)
  }

  /// Creates a release of a literal.
  ///
  /// - Precondition: the literal is one to six numbers with dots between them, each of at most nine digits.
  public init(stringLiteral literal: String) {
    guard let release = Release(literal) else {
      preconditionFailure("“\(literal)” is not a release. Write numbers with dots, such as 1.4.0.")
    }
    self = release
  }

  /// Compares the numbers.
  public static func == (left: Release, right: Release) -> Bool { left.numbers == right.numbers }

  /// Compares the numbers from the left.
  public static func < (left: Release, right: Release) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

extension Release {
  /// Returns the release of the app that sent a request. `nil` if it has none, or an invalid one.
  package init?(of head: HTTPRequest) {
    guard let value = head.headerFields.value(of: .naruRelease) else { return nil }
    self.init(value)
  }
}

extension HTTPField.Name {
  /// The release of the app that sent a request.
  package static let naruRelease = known("Naru-Release")
}
