import Foundation

/// The parts of a ``JSONCoding`` that are created once and shared by its readers and writers.
final class JSONSettings: Sendable {
  let limits: JSONLimits
  let dates: DateCoding
  /// The decoder of types that are not a ``Payload``.
  let decoder: JSONDecoder
  /// The encoder of types that are not a ``Payload``.
  let encoder: JSONEncoder

  init(dates: DateCoding, limits: JSONLimits) {
    self.limits = limits
    self.dates = dates
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
}
