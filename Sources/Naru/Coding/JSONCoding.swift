public import Foundation

/// A JSON encoder and decoder that agree on dates.
public struct JSONCoding: Sendable {
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Coders with one strategy for dates. Keys go over the wire as the types name them.
  public init(dates: DateCoding = .iso8601) {
    encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(dates.write(date, at: encoder.codingPath))
    }
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = dates.date(text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "“\(text.prefix(40))” is not a date of this format.")
        )
      }
      return date
    }
  }

  /// Writes a value.
  ///
  /// - Throws: `EncodingError`.
  public func encode(_ value: some Encodable) throws -> Data {
    try encoder.encode(value)
  }

  /// Reads a value.
  ///
  /// - Throws: `DecodingError`, with the path to the place.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}
