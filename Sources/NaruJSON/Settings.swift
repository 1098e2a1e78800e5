import Foundation

/// What does not change while documents are read and written: made once for each ``JSONCoding``.
final class JSONSettings: Sendable {
  let limits: JSONLimits
  let dates: DateCoding
  /// What reads the types that are no ``Payload``.
  let decoder: JSONDecoder
  /// What writes them.
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
