public import Foundation
public import Naru

/// The id of a person or a gift: a UUID that the app generates. Comparison ignores case, because some clients write
/// upper case and some lower case; the original spelling stays.
public struct LedgerID: RawRepresentable, Payload, Sendable {
  /// The original spelling.
  public let rawValue: String

  /// Creates an ID from a string. The contract declares that it is a UUID.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an id from a UUID, by default a new one.
  public init(_ id: UUID = UUID()) {
    rawValue = id.uuidString
  }

  /// A string with the format `uuid`.
  public static var schema: Schema { .string(format: "uuid") }

  /// The spelling in lower case, which comparison uses.
  package var key: String { rawValue.lowercased() }
}

extension LedgerID: Hashable, CustomStringConvertible {
  /// Compares two ids without regard to case.
  public static func == (left: LedgerID, right: LedgerID) -> Bool {
    left.key == right.key
  }

  /// Hashes the id without regard to case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  /// The original spelling.
  public var description: String { rawValue }
}
