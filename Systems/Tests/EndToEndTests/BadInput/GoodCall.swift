import Foundation
import Naru

/// A call of an endpoint as it should be. Everything wrong is made out of one of these.
struct GoodCall: Sendable {
  let endpoint: Endpoint
  /// By the names of the placeholders.
  var path: [String: String] = [:]
  var query: [(name: String, value: String)] = []
  var body: JSON?

  /// The call whose values are known, or else made out of their types.
  init(_ endpoint: Endpoint, _ known: KnownValues) {
    self.endpoint = endpoint
    let known = known.of(endpoint)
    for parameter in endpoint.parameters {
      switch parameter.location {
      case .path:
        path[parameter.name] = known(parameter.name, parameter.schema).text
      case .query:
        if case .object(_, let fields) = parameter.schema {
          query += fields.map { ($0.name, known($0.name, $0.type.schema).text) }
        } else {
          query.append((parameter.name, known(parameter.name, parameter.schema).text))
        }
      case .body:
        body = known("", parameter.schema)
      case .header, .form, .part:
        break
      }
    }
  }

  /// Path and query as they are sent.
  var target: String {
    var text = endpoint.path.description
    for (name, value) in path { text = text.replacingOccurrences(of: "{\(name)}", with: value.percentEncoded) }
    guard !query.isEmpty else { return text }
    return text + "?" + query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

/// The values that have to be there for calls to be right, where their types don't say it.
struct KnownValues: Sendable {
  private let values: [String: JSON]

  /// - Parameter values: by the name on the wire, behind that of the contract and, where it differs from endpoint to endpoint,
  ///   that of the endpoint: `Ledger.id`, `Ledger.updateGift.id`.
  init(_ values: [String: JSON]) {
    self.values = values
  }

  /// Tells the value of a name and a type.
  func of(_ endpoint: Endpoint) -> (_ name: String, _ schema: Schema) -> JSON {
    { sample($1) { values["\(endpoint.id).\($0)"] ?? values["\(endpoint.contract).\($0)"] }($0) }
  }

  private func sample(_ schema: Schema, _ known: @escaping (String) -> JSON?) -> (_ name: String) -> JSON {
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
      case .optional(let part): sample(part.schema, known)(name)
      case .object(_, let fields):
        .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, sample($0.type.schema, known)($0.name)) }))
      case .enumeration(_, let values, _): values.first.map(JSON.init) ?? .null
      case .union, .any: .null
      }
    }
  }
}

extension JSON {
  init(_ value: Schema.Value) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .number("\(number)")
      case .number(let number): .number("\(number)")
      }
  }

  /// The value as a parameter has it.
  var text: String { if case .string(let text) = self { text } else { description } }
}

extension String {
  /// What may stand in a path or a query.
  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(CharacterSet(charactersIn: "!"..."~")))
      ?? ""
  }
}
