import Foundation
import Naru

/// An operation of a document, with what an app that was made from it does.
struct DescribedOperation {
  struct Parameter {
    let name: String
    let location: String
    let isRequired: Bool
    let schema: JSONTree
    /// Whether the value is a string, and not JSON.
    let isText: Bool
    /// How a list or an object is written.
    let style: String
    /// The end of a style that writes each value of a list as an item of its own.
    static let byItself = ", each value by itself"
    /// The location and the name, which identify a parameter: `query page`.
    var key: String { "\(location) \(location == "header" ? name.lowercased() : name)" }

    /// Whether it is an object whose keys are not fixed. Each key is sent as its own item.
    func hasFreeKeys(in api: DescribedAPI) -> Bool {
      let schema = api.document.resolved(schema)
      return isText && style == "form" + Self.byItself && schema["properties"] == nil
        && schema["additionalProperties"] != nil
    }

    /// Returns a parameter for each field of an object in the query, as they are sent. A recorded contract has one for the object.
    static func items(of tree: JSONTree, in api: DescribedAPI) -> [JSONTree] {
      let (object, api) = (Parameter(tree), api.requests)
      let (view, isDeep) = (api.view(object.schema), object.style.hasPrefix("deepObject"))
      let others = isDeep ? ["array", "object"] : ["object"]
      guard !api.isRecorded, object.location == "query", isDeep || object.style == "form" + byItself,
        view.types == ["object"], view.union == nil, view.additional == nil, !view.isFreeForm,
        view.properties.all.allSatisfy({
          api.view($0.value).types.count == 1 && !others.contains(api.view($0.value).types[0])
        })
      else { return [tree] }
      return view.properties.all.map { name, schema in
        [
          "name": .string(isDeep ? "\(object.name)[\(name)]" : name), "in": "query", "schema": schema,
          "required": .boolean(object.isRequired && view.required.contains(name)),
        ]
      }
    }

    init(_ tree: JSONTree) {
      name = tree["name"]?.text ?? ""
      location = tree["in"]?.text ?? "query"
      isRequired = tree["required"]?.boolean ?? false
      isText = tree["content"]?.fields.first.map { !MediaType($0.name).isJSON } ?? true
      let content = tree["content"].map { $0.fields.first?.value["schema"] ?? [:] }
      schema = tree["schema"] ?? content ?? ["type": "string"]
      let standard = ["query", "cookie"].contains(location) ? "form" : "simple"
      let style = tree["style"]?.text ?? standard
      let explodes = tree["explode"]?.boolean ?? (style == "form")
      self.style = isText ? style + (explodes ? Self.byItself : "") : "JSON"
    }
  }

  /// One way to prove who calls: schemes with their scopes.
  typealias Credential = [String: Set<String>]

  struct Response {
    /// `200`, `4XX` or `default`.
    let status: String
    let content: [DocumentContent]
    /// Its header fields, with names in lower case.
    let headers: [(name: String, isRequired: Bool, schema: JSONTree)]

    /// The content that an app reads: JSON if there is any, else the first.
    var read: DocumentContent? { content.read?.whole }

    /// Returns the content that an app reads as a media type. It reads every kind of JSON as JSON.
    func content(_ type: String) -> DocumentContent? {
      content.content(type) ?? (MediaType(type).isJSON ? content.first { MediaType($0.type).isJSON } : nil)
    }
  }

  let id: String
  let method: String
  let path: String
  let parameters: [Parameter]
  /// The contents of the request that a server reads. Empty if it has no body.
  let bodies: [DocumentContent]
  let requiresBody: Bool
  let responses: [Response]
  /// The ways to prove who calls. Empty if no one has to.
  let credentials: [Credential]
  /// The addresses of its servers.
  let servers: [DescribedServer]
  /// Whether the servers are its own, and not the document's.
  let hasServers: Bool
  /// The failure status that stands for a missing value.
  let nilOn: String?
  /// Whether an empty success stands for a missing value.
  let isOptional: Bool
  /// Whether the status decides how a success is read, so that the app reads no other ones.
  let hasForms: Bool
  /// The header fields of a success that the app can't do without.
  let requiredHeaders: [String]
  /// The ids of the operations whose results a call changes.
  let changes: [String]

  /// The path without the names of its placeholders.
  let shape: String

  /// Returns the method and the whole path at a server.
  func shape(at server: DescribedServer) -> String { "\(method) \(server.path)\(shape.dropFirst(method.count + 1))" }

  /// Returns whether a server of another operation has the address of this one. A relative address can be at any host.
  func isServed(by other: DescribedOperation, at server: DescribedServer) -> Bool {
    other.servers.contains {
      shape(at: server) == other.shape(at: $0)
        && ($0.host == server.host || !hasServers && !other.hasServers && ($0.host.isEmpty || server.host.isEmpty))
    }
  }

  /// The body that an app sends, as an import chooses it.
  var body: DocumentContent? { bodies.sent?.whole }

  var successes: [Response] {
    let successes = responses.filter { $0.status.hasPrefix("2") }
    return successes.isEmpty ? responses.filter { $0.status == "default" } : successes
  }

  /// Returns the response with a status, or the one of a range or of all other statuses.
  func response(_ status: String) -> Response? {
    [status, status.prefix(1) + "XX", "default"].lazy.compactMap { key in
      responses.first { $0.status.uppercased() == key.uppercased() }
    }.first
  }

  /// Returns the value that an app reads from a success. `nil` if it reads none.
  func read(_ status: String) -> DocumentContent? {
    if hasForms { return successes.first { $0.status == status }?.read }
    return successes.lazy.compactMap(\.read).first
  }

  init(_ operation: DocumentOperation, in api: DescribedAPI) {
    let (document, tree) = (api.document, operation.content)
    method = operation.method.uppercased()
    path = operation.path
    shape = "\(method) \(path.replacing(/\{[^}]*\}/, with: "{}"))"
    id = tree["operationId"]?.text ?? "\(method) \(path)"
    // Other words of a document describe these fields.
    let elsewhere: Set = ["header accept", "header content-type", "header authorization"]
    parameters = document.parameters(of: operation).flatMap { Parameter.items(of: $0, in: api) }.map(Parameter.init)
      .filter { !elsewhere.contains($0.key) }
    let body = tree["requestBody"].map { document.resolved($0) }
    bodies = document.contents(of: body).map(document.compared)
    requiresBody = body?["required"]?.boolean ?? false
    responses = (tree["responses"]?.fields ?? []).map { status, response in
      let response = document.resolved(response)
      return Response(
        status: status,
        content: document.contents(of: response).map(document.compared),
        headers: (response["headers"]?.fields ?? []).map { name, field in
          let field = document.resolved(field)
          let schema = field["schema"] ?? field["content"]?.fields.first?.value["schema"]
          // A header field of Swagger 2 is a schema itself.
          return (name.lowercased(), field["required"] == true, schema ?? field)
        }
      )
    }
    hasServers = !operation.servers.isEmpty
    servers = hasServers ? DescribedServer.list(.array(operation.servers)) : api.servers
    let security = tree["security"] ?? document.root["security"] ?? []
    let schemes = document.root["components"]?["securitySchemes"]
    credentials = security.elements.map { requirement in
      requirement.fields.reduce(into: Credential()) { credential, scheme in
        let definition = schemes?[scheme.name].map { document.resolved($0) }
        credential[Self.name(of: definition) ?? scheme.name, default: []].formUnion(
          scheme.value.elements.compactMap(\.text)
        )
      }
    }
    let details = tree["x-naru"]
    changes = details?["changes"]?.elements.compactMap(\.text) ?? []
    let described = responses.filter { $0.status.hasPrefix("2") }
    let value = described.lazy.compactMap(\.read).first
    nilOn = details?["nilOn"].map { "\(Int($0.number ?? 0))" }
    let hasNone = described.count == 2 && described.contains { $0.status == "204" && $0.content.isEmpty }
    isOptional =
      details?["optional"]?.boolean
      ?? (value.map { api.view($0.schema).isNullable } ?? false || hasNone && value != nil)
    let isSame = Set(described.map { $0.read?.schema }).count == 1
    let isJSON = described.allSatisfy { $0.read.map { MediaType($0.type).isJSON } ?? true }
    hasForms = details?["forms"]?.boolean ?? (!api.isRecorded && described.count > 1 && !hasNone && !isSame && isJSON)
    let isLocated =
      !api.isRecorded && value == nil && described.first?.headers.contains { $0.name == "location" } ?? false
    requiredHeaders = details?["requires"]?.elements.compactMap(\.text) ?? (isLocated ? ["location"] : [])
  }

  /// The credential that an app sends for a security scheme: OAuth and OpenID Connect end in a bearer token. `nil` for an unknown scheme.
  private static func name(of scheme: JSONTree?) -> String? {
    let parts = [scheme?["type"], scheme?["scheme"], scheme?["in"], scheme?["name"]]
    let name = parts.compactMap { $0?.text?.lowercased() }.joined(separator: " ")
    if ["oauth2", "openidconnect"].contains(parts[0]?.text?.lowercased()) { return "http bearer" }
    return name.isEmpty ? nil : name
  }
}

extension DocumentContent {
  /// Whether an app reads the values. Bytes and strings are read whatever they are.
  var isParsed: Bool {
    kind == .json || schema["x-event-data"] != nil || schema["x-line"] != nil
      || JSONLines<String>.mediaTypes.contains(type)
  }

  /// How a file in a form is written, in words.
  static let asFile = "as a file"

  /// Returns how a field of a form is written, in words.
  func style(of field: String, _ schema: JSONTree, _ api: DescribedAPI) -> String {
    let view = api.view(schema)
    if kind == .parts, (view.items.map(api.view) ?? view).format == "binary" { return Self.asFile }
    let encoding = media["encoding"]?[field]
    let type = encoding?["contentType"]?.text.map { MediaType($0).essence }
    if let type, encoding?["style"] == nil { return type == "application/json" ? "as JSON" : "as \(type)" }
    let style = encoding?["style"]?.text ?? "form"
    let isWhole = encoding?["explode"]?.boolean == false || style != "form"
    if kind == .parts, encoding?["style"] == nil { return view.types.first == "object" ? "as JSON" : "as a value" }
    return isWhole ? "in the style “\(style)”" : "as an item for each value"
  }

  /// The content as it is sent. A value of any media type is JSON.
  fileprivate var whole: DocumentContent {
    DocumentContent(type: kind == .json && type.contains("*") ? "application/json" : type, media: media)
  }
}

extension DocumentReader {
  /// Returns content by its media type without parameters, such as a charset, with the schema of the whole or of each item.
  fileprivate func compared(_ content: DocumentContent) -> DocumentContent {
    let type = MediaType(content.type).essence
    // Bytes need no schema.
    let usual: JSONTree = content.kind == .bytes ? ["type": "string"] : [:]
    let whole = JSONLines<String>.mediaTypes.contains(type) ? item(of: content.media) : content.media["schema"]
    var media: JSONTree = ["schema": whole ?? content.media["itemSchema"] ?? usual]
    if type == "text/event-stream", let data = eventData(content.media) {
      media["schema"] = ["type": "string", "x-event-data": data]
    }
    media["encoding"] = content.media["encoding"]
    return DocumentContent(type: type, media: media)
  }
}

extension [DocumentContent] {
  /// Returns the content with a media type, or with a range that includes it: `image/*`.
  func content(_ type: String) -> Element? {
    let range = type.prefix { $0 != "/" } + "/*"
    return [type, String(range), "*/*"].lazy.compactMap { name in first { $0.type == name } }.first
  }
}
