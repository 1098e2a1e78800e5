public import Foundation
public import Naru

/// The id of a person or a gift: a UUID, which the app makes. It is compared without case, and written as it came, for some
/// clients write upper case and some lower.
public struct LedgerID: RawRepresentable, Payload, Sendable {
  /// The text as it came.
  public let rawValue: String

  /// An id as it came. Whether it is a UUID is for the server to say.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A UUID as an id; without one, a new one.
  public init(_ id: UUID = UUID()) {
    rawValue = id.uuidString
  }

  /// A string.
  public static var schema: Schema { .string(format: "uuid") }

  /// What is compared.
  package var key: String { rawValue.lowercased() }
}

extension LedgerID: Hashable, CustomStringConvertible {
  /// Two ids are equal when they differ in case at most.
  public static func == (left: LedgerID, right: LedgerID) -> Bool {
    left.key == right.key
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  /// The text as it came.
  public var description: String { rawValue }
}
