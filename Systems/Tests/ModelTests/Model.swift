import Foundation
import Naru
import Testing

/// A payload type with the checks that its documents must pass.
struct Model: Sendable, CustomTestStringConvertible {
  /// The name with its module: `Dori.Gift.Event`.
  let name: String
  /// The type's schema.
  let schema: @Sendable () -> Schema
  /// Reads and writes documents with every case and field.
  let roundTrips: @Sendable () throws -> Void

  var testDescription: String { name }

  init<Value: Payload & Equatable & Sendable>(_ type: Value.Type, _ format: any ResponseFormat.Type) {
    name = String(reflecting: type)
    schema = { type.schema }
    roundTrips = {
      for variant in 0..<12 {
        for isFull in [true, false] {
          let document = try type.schema.document(format.json, isFull: isFull, variant: variant)
          try RoundTrip(type, format).check(document)
        }
      }
    }
  }
}

/// The round trips of a document through Naru's and Foundation's coders.
private struct RoundTrip<Value: Payload & Equatable & Sendable> {
  private let format: any ResponseFormat.Type
  private var json: JSONCoding { format.json }

  init(_ type: Value.Type, _ format: any ResponseFormat.Type) {
    self.format = format
  }

  func check(_ document: String) throws {
    let data = Data(document.utf8)
    let value = try json.decode(Value.self, from: data)
    let reference = try json.decode(ByFoundation<Value>.self, from: data).value
    try #require(value == reference, "read differently: \(document)")

    let written = try json.encode(value)
    let encoded = try json.encode(ByFoundation(value))
    try #require(try canonical(written) == canonical(encoded), "written differently: \(document)")
    #expect(try contains(object(written), object(data)), "lost or changed: \(document)")

    #expect(try json.decode(Value.self, from: encoded) == value, "\(document)")
    #expect(try json.decode(ByFoundation<Value>.self, from: written).value == value, "\(document)")
    #expect(try format.decode(Value.self, from: try format.encode(value)) == value, "\(document)")
  }

  private func object(_ data: Data) throws -> Any {
    try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }

  /// Returns JSON with sorted keys, as bytes, because Swift compares texts regardless of their normal form.
  private func canonical(_ data: Data) throws -> Data {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    return try JSONSerialization.data(withJSONObject: try object(data), options: options)
  }

  /// Returns whether the output contains every known field of the input. `null` equals an absent field.
  private func contains(_ written: Any, _ came: Any) -> Bool {
    switch (written, came) {
    case (_, is NSNull): true
    case (let written as [String: Any], let came as [String: Any]):
      came.allSatisfy { name, value in
        value is NSNull || written[name].map { contains($0, value) } ?? false
      }
    case (let written as [Any], let came as [Any]):
      written.count == came.count && zip(written, came).allSatisfy(contains)
    case (let written as String, let came as String): written.utf8.elementsEqual(came.utf8)
    default: (written as? NSObject) == (came as? NSObject)
    }
  }
}

/// A wrapper that forces Foundation's coders with the coding's dates, because it is not a payload.
private struct ByFoundation<Value: Codable & Sendable>: Codable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
