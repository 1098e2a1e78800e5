/// A key of an object that is one of the cases of an enum. What ``Payload(keys:tag:init:nulls:)`` writes for an enum without
/// raw values uses it.
public struct UnionKey: CodingKey, ExpressibleByStringLiteral, Sendable {
  /// The name on the wire.
  public let stringValue: String
  /// Always `nil`.
  public var intValue: Int? { nil }

  /// A key with a name.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// A key with a name.
  public init(stringLiteral value: String) {
    stringValue = value
  }

  /// Always `nil`: a name is no number.
  public init?(intValue: Int) { return nil }
}

extension KeyedDecodingContainer where Key == UnionKey {
  /// The name of the case that an object with one field is.
  ///
  /// - Parameters:
  ///   - names: the names of the cases.
  ///   - orAny: whether any other name will do, if none of these is there.
  ///   - type: the enum.
  /// - Throws: `DecodingError` if none of the names is there, or several.
  public func onlyKey(of names: [String], orAny: Bool, as type: Any.Type) throws -> String {
    let known = allKeys.filter { names.contains($0.stringValue) }
    let keys = known.isEmpty && orAny ? allKeys : known
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: codingPath,
          debugDescription: "Exactly one of \(names.joined(separator: ", ")) is expected here, and there are \(keys.count)."
        )
      )
    }
    return key.stringValue
  }

  /// The error for a name that no case has.
  public func unknownCase(_ name: String, forKey key: UnionKey, as type: Any.Type) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "“\(name.prefix(40))” is no case of \(type).")
  }
}

/// The error for a value that stands for what was not understood, and so can't be written.
public func unwritableCase(_ value: Any, at path: [any CodingKey]) -> EncodingError {
  .invalidValue(
    value,
    .init(codingPath: path, debugDescription: "This case stands for what was not understood, so there is nothing to write.")
  )
}
