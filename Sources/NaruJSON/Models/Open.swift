/// An enum that a server may extend: one of the values that this app knows, or another one as it came.
///
/// ```swift
/// enum Status: String, Codable { case active, paused }
/// struct Member: Codable { var status: Open<Status> }
///
/// switch member.status {
/// case .known(.active): greet()
/// case .known(.paused): remind()
/// case .unknown(let raw): log("a status of tomorrow: \(raw)")
/// }
/// ```
///
/// It is read and written as the raw value: in a body, in a list, as the value of a dictionary, and as a path, query or
/// header parameter. A value of another JSON type is a `DecodingError` with its path, and so is `null`.
public enum Open<Known>: RawRepresentable, Sendable
where Known: RawRepresentable & Codable & Sendable & Hashable, Known.RawValue: Codable & Sendable & Hashable {
  /// A value that the enum has a case for.
  case known(Known)
  /// A value that it has none for, as it came.
  case unknown(Known.RawValue)

  /// The case of a raw value, if there is one, and ``unknown(_:)`` if there is none.
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map(Open.known) ?? .unknown(rawValue)
  }

  /// What goes over the wire.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let raw): raw
    }
  }

  /// The enum's case. `nil` for a value that it does not know.
  public var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension Open: Hashable {
  /// Values are equal if they are written the same: an ``unknown(_:)`` with the raw value of a case is that case.
  public static func == (left: Open, right: Open) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Hashes what is written.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}

extension Open: Codable {
  /// Reads the raw value.
  ///
  /// - Throws: `DecodingError` for a value that is of another type than the raw values.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.locating { try Known.RawValue(from: decoder) })
  }

  /// Writes the raw value.
  public func encode(to encoder: any Encoder) throws {
    // Straight into the encoder: a container's `encode` would count as one more level of nesting in a query.
    try rawValue.encode(to: encoder)
  }
}
