import Foundation
import HTTPTypes
import Naru
import NaruRecording

/// A call of an endpoint with sample values.
struct SampleCall {
  /// The request, to be sent to the origin of an `InMemoryTransport`.
  let request: APIRequest
  /// The values of parameters, by name.
  private(set) var parameters: [String: JSONTree] = [:]
  private(set) var body: JSONTree?

  /// Creates a call. `nil` if a required value is not known.
  init?(_ endpoint: Endpoint, _ samples: SampleValues, isFull: Bool) {
    let dates = endpoint.format.json.dates
    var path = endpoint.path.description.replacing("...}", with: "}")
    var query: [String] = []
    var form: [String] = []
    var parts: [MultipartPart] = []
    var file: Blob?
    var fields: HTTPFields = [:]
    for parameter in endpoint.parameters where !parameter.isLink && (isFull || !parameter.isOptional) {
      if parameter.isFile {
        let sample = Blob(Data("나루".utf8), contentType: "text/plain; charset=utf-8", filename: "naru.txt")
        if parameter.location == .part {
          parts.append(MultipartPart(name: parameter.name, content: sample))
        } else {
          file = sample
        }
        continue
      }
      let dates =
        switch parameter.location {
        case .body: dates
        case .header: DateCoding.httpDate
        default: dates.asParameter
        }
      let value = samples.value(parameter.schema, parameter.name, parameter.constraints, dates: dates)
      guard let value else {
        if parameter.isOptional { continue }
        return nil
      }
      switch parameter.location {
      case .path:
        let texts = (value.elements.isEmpty ? [value] : value.elements).compactMap(\.scalar)
        guard !texts.isEmpty else { return nil }
        let text = texts.map(QueryString.encode).joined(separator: ",")
        path = path.replacing("{\(parameter.name)}", with: text)
      case .query:
        query += Self.items(parameter, value)
      case .header:
        guard let name = HTTPField.Name(headerFieldName(parameter.name)), let text = value.scalar,
          HTTPField.isValidValue(text)
        else { return nil }
        fields[name] = text
      case .cookie:
        guard let text = value.scalar else { return nil }
        fields[.cookie] = (fields[.cookie].map { "\($0); " } ?? "") + "\(parameter.name)=\(QueryString.encode(text))"
      case .body: body = value
      case .form: form += Self.items(parameter, value)
      case .part: parts += Self.parts(parameter.name, value)
      }
      if parameter.location != .body { parameters[parameter.name] = value }
    }
    if body != nil { fields[.contentType] = endpoint.headers[.contentType] ?? "application/json" }
    // A form without its optional fields is an empty one.
    let locations = Set(endpoint.parameters.map(\.location))
    if locations.contains(.form) { fields[.contentType] = "application/x-www-form-urlencoded" }
    if locations.contains(.part) { file = MultipartBody.blob(parts) }
    if let file { fields[.contentType] = file.contentType }
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
    let isText = endpoint.hasText(endpoint.parameters.first { $0.location == .body }?.type)
    let text =
      isText ? body?.scalar : body.flatMap { try? JSONCoding().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    let data = Data((text ?? form.joined(separator: "&")).utf8)
    var request = APIRequest(endpoint: endpoint, head: head, body: data)
    request.stream = file
    self.request = request
  }

  /// The parts of a multipart body, as a client writes them.
  private static func parts(_ name: String, _ value: JSONTree) -> [MultipartPart] {
    if let text = value.scalar {
      return [.init(name: name, content: Blob(Data(text.utf8), contentType: "text/plain"), isField: true)]
    }
    if !value.elements.isEmpty, value.elements.allSatisfy({ $0.scalar != nil }) {
      return value.elements.flatMap { parts(name, $0) }
    }
    let json = (try? JSONCoding().encode(value)) ?? Data()
    return [.init(name: name, content: Blob(json, contentType: "application/json"))]
  }

  /// The items of a query or of a form, percent-encoded.
  private static func items(_ parameter: Endpoint.Parameter, _ value: JSONTree) -> [String] {
    func item(_ name: String, _ text: String) -> String { "\(QueryString.encode(name))=\(QueryString.encode(text))" }
    switch (value, parameter.nesting) {
    case (_, .json): return [item(parameter.name, value.line)]
    case (.object(let fields), let nesting):
      return fields.all.compactMap { field in
        let name = nesting == nil ? field.name : "\(parameter.name)[\(field.name)]"
        return field.value.scalar.map { item(name, $0) }
      }
    case (.array(let elements), _):
      let texts = elements.compactMap(\.scalar)
      if let separator = parameter.separator {
        return [item(parameter.name, texts.joined(separator: String(separator)))]
      }
      return texts.map { item(parameter.name, $0) }
    default: return value.scalar.map { [item(parameter.name, $0)] } ?? []
    }
  }

}

extension SampleCall {
  /// Calls endpoints. Those that don't succeed are called again after others did, because a response may have the values that another
  /// call needs: the `id` of a list's element is the `{id}` of a path.
  static func calls(
    of endpoints: [Endpoint],
    areFull: Bool,
    learning samples: inout SampleValues,
    perform: (Endpoint, SampleCall?) async throws -> APIResponse?
  ) async rethrows {
    var open = endpoints
    for _ in 0..<3 {
      var failed: [Endpoint] = []
      for endpoint in open {
        let response = try await perform(endpoint, SampleCall(endpoint, samples, isFull: areFull))
        guard let response, response.head.status.kind == .successful else {
          failed.append(endpoint)
          continue
        }
        if let body = JSONTree(json: response.body) { samples.learn(from: body) }
      }
      guard failed.count < open.count else { return }
      open = failed
    }
  }
}

extension Endpoint.Parameter {
  /// Whether the values are bytes.
  fileprivate var isFile: Bool { type == Blob.self || type == [Blob].self }
}

extension JSONTree {
  /// The string of a value in a path, a query or a header field. `nil` for an object, an array and `null`.
  var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}
