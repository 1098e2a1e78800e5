extension KeyedDecodingContainer {
  /// A whole number. Foundation does not tell which field it is that has a fraction or is too large; this does.
  package func decodeWhole<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number
  {
    do {
      return try decode(type, forKey: key)
    } catch DecodingError.dataCorrupted {
      throw notWhole(type, key)
    } catch let error as DecodingError {
      throw error
    } catch {
      // An error of Foundation's own, which it would turn into “not valid JSON”.
      throw notWhole(type, key)
    }
  }

  private func notWhole(_ type: Any.Type, _ key: Key) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      .init(codingPath: codingPath + [key], debugDescription: "The number has a fraction, or is too large.")
    )
  }

  /// A whole number, or `nil` where there is none.
  package func decodeWholeIfPresent<Number: FixedWidthInteger & Decodable>(
    _ type: Number.Type,
    forKey key: Key
  ) throws -> Number? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeWhole(type, forKey: key)
  }
}
