import Foundation
import Naru
import Testing

/// Foundation's coders, with the date strategy of ``direct``.
let foundation: (decoder: JSONDecoder, encoder: JSONEncoder) = {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .iso8601
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (decoder, encoder)
}()

let direct = JSONCoding(dates: .iso8601Seconds)

/// Returns JSON with sorted keys, so that documents can be compared as text.
func sorted(_ json: Data) throws -> String {
  let value = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
  let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
  return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
}

/// Reads a document in three ways: the payload directly, the payload with Foundation's decoder, and the same type
/// without the macro. Expects the same value, and the same document when it is written in all three ways. Returns the
/// value.
@discardableResult
func expectSame<Model: Payload & Equatable, Plain: Codable>(
  _ json: String,
  _ type: Model.Type,
  as plain: Plain.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Model {
  let data = Data(json.utf8)
  let value = try direct.decode(type, from: data)
  let coded = try foundation.decoder.decode(type, from: data)
  let reference = try foundation.decoder.decode(plain, from: data)
  #expect(value == coded, sourceLocation: sourceLocation)
  let expected = try sorted(foundation.encoder.encode(reference))
  let written = try sorted(direct.encode(value))
  let encoded = try sorted(foundation.encoder.encode(value))
  #expect(written == expected, sourceLocation: sourceLocation)
  #expect(encoded == expected, sourceLocation: sourceLocation)
  let again = try direct.decode(type, from: direct.encode(value))
  #expect(again == value, sourceLocation: sourceLocation)
  return value
}

/// Expects that a document is refused in all three ways at the same place. `direct` is the place on the direct path if
/// the error is of another kind there.
func expectRefused<Model: Payload, Plain: Codable>(
  _ json: String,
  _ type: Model.Type,
  as plain: Plain.Type,
  at path: String,
  direct directPath: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let data = Data(json.utf8)
  let places = [
    place { _ = try direct.decode(type, from: data) },
    place { _ = try foundation.decoder.decode(type, from: data) },
    place { _ = try foundation.decoder.decode(plain, from: data) },
  ]
  #expect(places == [directPath ?? path, path, path], "\(json)", sourceLocation: sourceLocation)
}

/// Returns the kind and path of a `DecodingError`, or a description of another outcome.
func place(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let error as DecodingError {
    let (kind, context, key): (String, DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .keyNotFound(let key, let context): ("missing", context, key)
      case .valueNotFound(_, let context): ("null", context, nil)
      case .typeMismatch(_, let context): ("type", context, nil)
      case .dataCorrupted(let context): ("value", context, nil)
      @unknown default: ("unknown", .init(codingPath: [], debugDescription: ""), nil)
      }
    let path = (context.codingPath + (key.map { [$0] } ?? [])).map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    return "\(kind) \(path.joined(separator: "."))"
  } catch {
    return "\(error)"
  }
}
