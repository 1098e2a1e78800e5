import Foundation
import Naru

/// A valid call of an endpoint. Wrong calls are derived from it.
struct GoodCall: Sendable {
  let endpoint: Endpoint
  /// The path parameters by name.
  var path: [String: String] = [:]
  var query: [(name: String, value: String)] = []
  var body: JSONValue?

  /// Creates a call from known values, and from sample values for the other types.
  init(_ endpoint: Endpoint, _ known: KnownValues) {
    self.endpoint = endpoint
    let known = known.of(endpoint)
    for parameter in endpoint.parameters {
      switch parameter.location {
      case .path:
        path[parameter.name] = known(parameter.name, parameter.schema).text
      case .query:
        if case .object(_, let fields, _) = parameter.schema {
          query += fields.map { ($0.name, known($0.name, $0.type.schema).text) }
        } else {
          query.append((parameter.name, known(parameter.name, parameter.schema).text))
        }
      case .body:
        body = known("", parameter.schema)
      case .header, .cookie, .form, .part:
        break
      }
    }
  }

  /// The path and query.
  var target: String {
    var text = endpoint.path.description
    for (name, value) in path { text = text.replacingOccurrences(of: "{\(name)}", with: value.percentEncoded) }
    guard !query.isEmpty else { return text }
    return text + "?" + query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

/// Values of parameters and fields that refer to existing data.
struct KnownValues: Sendable {
  private let values: [String: JSONValue]

  /// Creates values by name.
  init(_ values: [String: JSONValue]) {
    self.values = values
  }

  /// Returns a function that maps a name and a type to a value.
  func of(_ endpoint: Endpoint) -> (_ name: String, _ schema: Schema) -> JSONValue {
    { sample($1) { values["\(endpoint.id).\($0)"] ?? values["\(endpoint.contract).\($0)"] }($0) }
  }

  private func sample(_ schema: Schema, _ known: @escaping (String) -> JSONValue?) -> (_ name: String) -> JSONValue {
    { name in
      if let value = known(name) { return value }
      return switch schema {
      case .boolean: true
      case .integer, .number: 1
      case .string(format: "date-time"): "2026-03-04T00:00:00Z"
      case .string(format: "uuid"): "7b0f2c58-5f0e-4d35-9f53-9f2f4c8a1e11"
      case .string(format: "password"): "a secret"
      case .string: "물총새"
      case .array(let part): .array([sample(part.schema, known)(name)])
      case .dictionary: .object([:])
      case .optional(let part), .lenient(let part): sample(part.schema, known)(name)
      case .object(_, let fields, _):
        .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, sample($0.type.schema, known)($0.name)) }))
      case .enumeration(_, let values, _): values.first.map(JSONValue.init) ?? .null
      case .union, .anyOf, .any, .date: .null
      }
    }
  }
}

extension JSONValue {
  init(_ value: Schema.Value) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      }
  }
}

extension String {
  /// The text, escaped for a path or a query.
  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(CharacterSet(charactersIn: "!"..."~")))
      ?? ""
  }
}
