import Foundation
import NaruJSON

extension JSONCoding {
  /// Returns whether the reader accepts a document.
  func isJSON(_ bytes: [UInt8]) -> Bool {
    let result: Void? = try? read(Data(bytes)) { json throws(JSONError) in try json.skipValue() }
    return result != nil
  }

  func decode<Value: Payload>(_ type: Value.Type, _ text: String) throws -> Value {
    try decode(type, from: Data(text.utf8))
  }

  func text(_ value: some Payload) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }
}

/// A wrapper that is not a payload, so that Foundation's coders read and write its value.
struct ByFoundation<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A generator of the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The path of the error, computed independently of the code under test.
  var place: String {
    var path = context?.codingPath ?? []
    if case .keyNotFound(let key, _) = self { path.append(key) }
    let parts = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return String(parts.joined().drop { $0 == "." })
  }

  var json: JSONError? { context?.underlyingError as? JSONError }
}
