import Foundation
import HTTPTypes
import Naru

/// A call of an endpoint with sample values.
struct SampleCall {
  /// The request, to be sent to the origin of an `InMemoryTransport`.
  let request: APIRequest
  /// The values of parameters, by name.
  private(set) var parameters: [String: JSONTree] = [:]
  private(set) var body: JSONTree?

  /// Creates a call. `nil` if a required value is not known.
  init?(_ endpoint: Endpoint, _ samples: inout SampleValues) {
    let dates = endpoint.format.json.dates
    var path = endpoint.path.description.replacing("...}", with: "}")
    var query: [String] = []
    var fields: HTTPFields = [:]
    for parameter in endpoint.parameters where !parameter.isLink {
      let value = samples.value(parameter.schema, parameter.name, parameter.limits, dates: dates)
      guard let value else {
        if parameter.isOptional { continue }
        return nil
      }
      switch parameter.location {
      case .path:
        guard let text = value.scalar else { return nil }
        path = path.replacing("{\(parameter.name)}", with: Self.encoded(text))
      case .query:
        query += Self.items(parameter, value).map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
      case .header:
        guard let name = HTTPField.Name(headerFieldName(parameter.name)), let text = value.scalar,
          HTTPField.isValidValue(text)
        else { return nil }
        fields[name] = text
      case .body: body = value
      case .form, .part: return nil
      }
      if parameter.location != .body { parameters[parameter.name] = value }
    }
    if body != nil { fields[.contentType] = "application/json" }
    let target = path + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
    guard let method = HTTPRequest.Method(endpoint.method.rawValue) else { return nil }
    let url = InMemoryTransport.url
    let head = HTTPRequest(
      method: method,
      scheme: url.scheme,
      authority: url.host(),
      path: target,
      headerFields: fields
    )
    let data = body.flatMap { try? JSONCoding().encode($0) } ?? Data()
    request = APIRequest(endpoint: endpoint, head: head, body: data)
  }

  private static func items(_ parameter: Endpoint.Parameter, _ value: JSONTree) -> [(name: String, value: String)] {
    switch value {
    case .object(let fields): return fields.all.compactMap { field in field.value.scalar.map { (field.name, $0) } }
    case .array(let elements):
      let texts = elements.compactMap(\.scalar)
      if let separator = parameter.separator { return [(parameter.name, texts.joined(separator: String(separator)))] }
      return texts.map { (parameter.name, $0) }
    default: return value.scalar.map { [(parameter.name, $0)] } ?? []
    }
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: "!"..."~"))) ?? ""
  }
}

extension JSONTree {
  /// The text of a value in a path, a query or a header field. `nil` for an object, an array and `null`.
  var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}
