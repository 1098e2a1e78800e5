import Foundation
import HTTPTypes
import Naru

/// A request that an app of a document sends.
struct RequestSample: Hashable {
  let method: String
  private(set) var target: String
  private(set) var fields: [String: String] = [:]
  /// The values of parameters, by name.
  private(set) var parameters: [String: JSONTree] = [:]
  /// The value in the body.
  private(set) var body: JSONTree?
  /// The media type of the body. `nil` if there is none.
  private let type: String?
  /// The fields of the body that are files.
  private var files: Set<String> = []

  /// The request on one line: `PATCH /books/1 {"title":"나루"}`.
  var line: String {
    ([method, target] + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      + [text].compactMap(\.self)).joined(separator: " ")
  }

  /// Creates a request with the required values, the replaced values and some of the `optional` parameters. `nil` if a required value has
  /// no sample.
  init?(
    _ operation: DescribedOperation,
    in api: DescribedAPI,
    optional: Set<String> = [],
    known: KnownValues? = nil,
    replacing replaced: [String: JSONTree] = [:],
    leavingOut omitted: String? = nil,
    leavingOutBody: Bool = false,
    body: JSONTree? = nil
  ) {
    let api = api.requests
    // What a server has is taken before what is made up for any schema.
    var samples = SchemaSamples(api: api, anything: known == nil ? "나루" : nil)
    samples.known = known ?? KnownValues()
    var target = operation.path
    var items: [(name: String, value: String)] = []
    for parameter in operation.parameters where parameter.key != omitted {
      let own = replaced[parameter.key]
      let isRequired = parameter.isRequired || parameter.location == "path"
      guard isRequired || own != nil || optional.contains(parameter.name) else { continue }
      var schema = parameter.schema
      if parameter.location == "path" {
        // A path has no empty segment, so a list in it has an item.
        schema = api.document.resolved(schema)
        if schema["items"] != nil, schema["minItems"] == nil { schema["minItems"] = .number("1") }
      }
      guard let value = own ?? samples.value(schema, named: parameter.name) else {
        if isRequired { return nil }
        continue
      }
      parameters[parameter.name] = value
      let texts = value.elements.isEmpty ? [value.scalar].compactMap(\.self) : value.elements.compactMap(\.scalar)
      switch parameter.location {
      case "path":
        let text = texts.isEmpty ? QueryString.encode(value.line) : texts.map(QueryString.encode).joined(separator: ",")
        target = target.replacing("{\(parameter.name)}", with: text)
      case "header": fields[parameter.name] = texts.joined(separator: ",")
      case "cookie":
        let cookie = "\(parameter.name)=\(QueryString.encode(texts.first ?? value.line))"
        fields["Cookie"] = (fields["Cookie"].map { "\($0); " } ?? "") + cookie
      case "query":
        if !parameter.isText {
          items.append((parameter.name, value.line))
        } else if case .object = value {
          let isDeep = parameter.style.hasPrefix("deepObject")
          items += Self.items(value).map { (isDeep ? "\(parameter.name)[\($0.name)]" : $0.name, $0.value) }
        } else if parameter.style.hasSuffix(DescribedOperation.Parameter.byItself) {
          items += texts.map { (parameter.name, $0) }
        } else {
          let separator = ["pipeDelimited": "|", "spaceDelimited": " "][parameter.style] ?? ","
          items.append((parameter.name, texts.joined(separator: separator)))
        }
      default: break
      }
    }
    method = operation.method
    self.target = target + (items.isEmpty ? "" : "?" + QueryString.encode(items))
    let isForm = operation.body.map { $0.type.hasSuffix("form-urlencoded") || $0.type.hasPrefix("multipart/") } ?? false
    let isSent = operation.requiresBody || body != nil || !optional.isEmpty || isForm && known != nil
    guard !leavingOutBody, isSent, let content = operation.body else {
      type = nil
      return
    }
    type = content.type
    (samples.isFull, samples.fullDepth) = (known != nil, 6)
    if !isForm, !MediaType(content.type).isJSON { samples.anything = "나루" }
    guard var value = body ?? samples.value(content.schema) else { return nil }
    if isForm, case .object(let fields) = value {
      let view = api.view(content.schema)
      files = Set(fields.names.filter { view.properties[$0].map(api.isFile) ?? false })
      // A field of a form is a parameter of an endpoint.
      if known != nil, optional.isEmpty {
        value = .object(.init(fields.all.filter { view.required.contains($0.name) }.map { ($0.name, $0.value) }))
      }
    }
    self.body = value
  }

  /// The body as a string. `nil` if there is none.
  private var text: String? {
    guard let body, let type else { return nil }
    if type == "application/x-www-form-urlencoded" { return QueryString.encode(Self.items(body)) }
    return (MediaType(type).isJSON ? nil : body.scalar) ?? body.line
  }

  /// Returns the request to an endpoint, for the origin of an `InMemoryTransport`. `nil` if it can't be sent.
  func request(_ endpoint: Endpoint) -> APIRequest? {
    guard let method = HTTPRequest.Method(method) else { return nil }
    let url = InMemoryTransport.url
    var head = HTTPRequest(method: method, scheme: url.scheme, authority: url.host(), path: target)
    for (name, value) in fields {
      guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return nil }
      head.headerFields[name] = value
    }
    head.headerFields[.contentType] = type
    guard let type, type.hasPrefix("multipart/") else {
      return APIRequest(endpoint: endpoint, head: head, body: Data((text ?? "").utf8))
    }
    let stream = MultipartBody.blob((body?.fields ?? []).flatMap { part($0.name, $0.value) })
    head.headerFields[.contentType] = stream.contentType
    var request = APIRequest(endpoint: endpoint, head: head, body: Data())
    request.stream = stream
    return request
  }

  /// The parts of a multipart body, as a client writes them.
  private func part(_ name: String, _ value: JSONTree) -> [MultipartPart] {
    if !value.elements.isEmpty, value.elements.allSatisfy({ $0.scalar != nil }) {
      return value.elements.flatMap { part(name, $0) }
    }
    let isFile = files.contains(name)
    let content = Blob(
      Data((value.scalar ?? value.line).utf8),
      contentType: value.scalar == nil ? "application/json" : "text/plain",
      filename: isFile ? "naru.txt" : nil
    )
    return [MultipartPart(name: name, content: content, isField: value.scalar != nil && !isFile)]
  }

  /// The fields of an object as the items of a query or of a form.
  private static func items(_ value: JSONTree) -> [(name: String, value: String)] {
    value.fields.flatMap { field in
      let values = field.value.elements.isEmpty ? [field.value] : field.value.elements
      return values.compactMap(\.scalar).map { (field.name, $0) }
    }
  }
}

extension RequestSample {
  /// Calls endpoints of one contract with sample values. Those that don't succeed are called again after others did, because a response
  /// may have the values that another call needs: the `id` of a list's element is the `{id}` of a path.
  ///
  /// - Parameters:
  ///   - endpoints: the endpoints.
  ///   - isFull: whether the calls have optional parameters.
  ///   - known: the values of responses.
  ///   - perform: sends a request, which is `nil` if a required value is not known, and returns the response.
  static func call(
    _ endpoints: [Endpoint],
    isFull: Bool,
    learning known: inout KnownValues,
    perform: (Endpoint, RequestSample?) async throws -> APIResponse?
  ) async rethrows {
    let api = DescribedAPI(OpenAPIDocument(recording: endpoints, title: "", version: "").root)
    let operations = Dictionary(api.operations.map { ($0.id, $0) }) { first, _ in first }
    var open = endpoints
    for _ in 0..<3 {
      var failed: [Endpoint] = []
      for endpoint in open {
        let sample = operations[endpoint.id].flatMap {
          RequestSample($0, in: api, optional: isFull ? endpoint.optionalNames : [], known: known)
        }
        let response = try await perform(endpoint, sample)
        guard let response, response.head.status.kind == .successful else {
          failed.append(endpoint)
          continue
        }
        if let body = JSONTree(json: response.body) { known.learn(from: body) }
      }
      guard failed.count < open.count else { return }
      open = failed
    }
  }
}

extension Endpoint {
  /// The names of the optional parameters in OpenAPI. A server has others, such as `If-None-Match`.
  fileprivate var optionalNames: Set<String> {
    Set(parameters.filter(\.isOptional).map { $0.location == .header ? headerFieldName($0.name) : $0.name })
  }
}

extension DescribedAPI {
  /// Whether the values of a schema are bytes.
  fileprivate func isFile(_ schema: JSONTree) -> Bool {
    let schema = document.resolved(schema)
    return schema["contentMediaType"] != nil || schema["items"].map(isFile) ?? false
  }
}
