/// An enum that a server may extend: a known value, or an unknown one in its raw form.
///
/// ```swift
/// enum Status: String, Codable { case active, paused }
/// struct Member: Codable { var status: ExtensibleEnum<Status> }
///
/// switch member.status {
/// case .known(.active): greet()
/// case .known(.paused): remind()
/// case .unknown(let raw): log("unknown status: \(raw)")
/// }
/// ```
///
/// It is read and written as its raw value: in bodies, lists and dictionaries, and as a path, query or header
/// parameter. `null` and values of another JSON type are a `DecodingError` with the path.
public enum ExtensibleEnum<Known>: RawRepresentable, Sendable
where Known: RawRepresentable & Codable & Sendable & Hashable, Known.RawValue: Codable & Sendable & Hashable {
  /// A case of the enum.
  case known(Known)
  /// A raw value without a case.
  case unknown(Known.RawValue)

  /// Creates the case of a raw value, or ``unknown(_:)`` if there is none.
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map(ExtensibleEnum.known) ?? .unknown(rawValue)
  }

  /// The value that is sent.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let raw): raw
    }
  }

  /// The enum's case, or `nil` for an unknown value.
  public var known: Known? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension ExtensibleEnum: Hashable {
  /// Compares raw values: an ``unknown(_:)`` with the raw value of a case equals that case.
  public static func == (left: ExtensibleEnum, right: ExtensibleEnum) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}

extension ExtensibleEnum: Codable {
  /// Reads the raw value.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.locating { try Known.RawValue(from: decoder) })
  }

  /// Writes the raw value.
  public func encode(to encoder: any Encoder) throws {
    // Not with a container, whose `encode` would count as another level of nesting in a query.
    try rawValue.encode(to: encoder)
  }
}
