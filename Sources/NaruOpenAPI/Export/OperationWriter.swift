import Foundation
import HTTPTypes
import Naru

/// The writer of operations, and of the components that they use.
struct OperationWriter {
  var schemas = SchemaWriter()
  private var responses = JSONTree.Fields()
  private var parameterComponents = JSONTree.Fields()
  private var headerComponents = JSONTree.Fields()
  private var security = SecurityWriter()
  private var shapes: [ObjectIdentifier: FormatShape] = [:]
  private let examples: OpenAPIExamples
  private let isRecording: Bool

  init(examples: OpenAPIExamples, isRecording: Bool) {
    self.examples = examples
    self.isRecording = isRecording
    schemas.isRecording = isRecording
  }

  /// The components of the document.
  var components: JSONTree.Fields {
    var components = JSONTree.Fields()
    if !schemas.components.isEmpty { components["schemas"] = .object(schemas.components) }
    if !responses.isEmpty { components["responses"] = .object(responses) }
    if !parameterComponents.isEmpty { components["parameters"] = .object(parameterComponents) }
    if !headerComponents.isEmpty { components["headers"] = .object(headerComponents) }
    if !security.components.isEmpty { components["securitySchemes"] = .object(security.components) }
    return components
  }

  /// Describes an endpoint.
  mutating func operation(_ endpoint: Endpoint, renamed: [String: String]) -> JSONTree {
    let shape = shape(of: endpoint.format)
    var operation: JSONTree = ["tags": [.string(endpoint.contract)]]
    if !endpoint.summary.isEmpty { operation["summary"] = .string(plain(endpoint.summary)) }
    if !endpoint.discussion.isEmpty { operation["description"] = .string(plain(endpoint.discussion)) }
    operation["operationId"] = .string(endpoint.id)
    if endpoint.isDeprecated { operation["deprecated"] = true }
    if let sunset = endpoint.retirement?.sunset { operation["x-sunset"] = .string("\(sunset)") }
    let parameters = parameters(endpoint, shape, renamed)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = body(endpoint, shape) { operation["requestBody"] = body }
    operation["responses"] = .object(answers(endpoint, shape))
    if let requirements = security.requirements(of: endpoint) { operation["security"] = requirements }
    if let host = endpoint.host { operation["servers"] = [["url": .string("\(host)")]] }
    let details = endpoint.changedReads + (isRecording ? endpoint.recordedDetails : [])
    if !details.isEmpty { operation["x-naru"] = .object(.init(details)) }
    return operation
  }

  private mutating func shape(of format: any ResponseFormat.Type) -> FormatShape {
    if let known = shapes[ObjectIdentifier(format)] { return known }
    var new = FormatShape(format)
    // Formats of different modules may have one name.
    while shapes.values.contains(where: { $0.name == new.name }) { new.name += "2" }
    shapes[ObjectIdentifier(format)] = new
    return new
  }

  // MARK: - Requests

  private mutating func parameters(
    _ endpoint: Endpoint,
    _ shape: FormatShape,
    _ renamed: [String: String]
  ) -> [JSONTree] {
    let rest = DescribedPath(endpoint.path).rest
    var parameters: [JSONTree] = []
    for parameter in endpoint.parameters
    where [.path, .query, .header, .cookie].contains(parameter.location) && !parameter.isLink {
      var name = parameter.name
      if parameter.location == .path { name = renamed[name] ?? name }
      if parameter.location == .header { name = headerFieldName(name) }
      var described: JSONTree = ["name": .string(name), "in": .string(parameter.location.rawValue)]
      if !parameter.summary.isEmpty { described["description"] = .string(plain(parameter.summary)) }
      if !parameter.isOptional || parameter.location == .path { described["required"] = true }
      if parameter.name == rest { described["x-rest"] = true }
      if parameter.type == LinkURL.self { described["x-link"] = true }
      let dates = parameter.location == .header ? .httpDate : shape.dates.asParameter
      var schema = schemas.schema(of: parameter.type, dates: dates)
      if schema == [:], parameter.location != .query { schema = ["type": "string"] }
      schema.limit(parameter.constraints)
      switch parameter.separator {
      case nil: break
      case "|": described["style"] = "pipeDelimited"
      case " ": described["style"] = "spaceDelimited"
      default: described["style"] = "form"
      }
      if parameter.separator != nil { described["explode"] = false }
      if parameter.nesting == nil, parameter.location == .query, case .dictionary = parameter.schema {
        (described["style"], described["explode"]) = ("form", true)
      }
      if parameter.nesting == .deepObject { described["style"] = "deepObject" }
      var value: JSONTree = ["schema": schema]
      if let example = examples[endpoint]?.parameters[name] { value["example"] = example }
      // A value in JSON is described by its media type.
      if parameter.nesting == .json { value = ["content": ["application/json": value]] }
      for (name, part) in value.fields { described[name] = part }
      parameters.append(described)
    }
    for field in endpoint.headers where ![.accept, .authorization, .contentType].contains(field.name) {
      let schema: JSONTree = ["type": "string", "enum": [.string(field.value)]]
      parameters.append(["name": .string(field.name.rawName), "in": "header", "schema": schema])
    }
    if endpoint.idempotencyKey {
      let text =
        "A key of the caller's choice. A repeated request with the same key does not act again. A different one is a 409."
      let schema: JSONTree = ["type": "string", "minLength": 1, "maxLength": 255]
      parameters.append(
        ["name": "Idempotency-Key", "in": "header", "description": .string(text), "schema": schema]
      )
    }
    if endpoint.hasEntityTag, !endpoint.hasParameter(.ifNoneMatch) {
      parameters.append(EntityTags.parameter("If-None-Match", EntityTags.ifNoneMatch, &parameterComponents))
    }
    if endpoint.takesVersion, !endpoint.hasParameter(.ifMatch) {
      parameters.append(EntityTags.parameter("If-Match", EntityTags.ifMatch, &parameterComponents))
    }
    return parameters
  }

  private mutating func body(_ endpoint: Endpoint, _ shape: FormatShape) -> JSONTree? {
    let parts = endpoint.parameters.filter { [.body, .form, .part].contains($0.location) }
    guard let first = parts.first else { return nil }
    var body: JSONTree = [:]
    if first.location == .body, !first.summary.isEmpty { body["description"] = .string(plain(first.summary)) }
    if parts.contains(where: { !$0.isOptional }) { body["required"] = true }
    var content: JSONTree
    switch first.location {
    case .body where first.type == Blob.self:
      body["content"] = bytes(endpoint.headers[.contentType])
      return body
    case .body:
      var schema = schemas.schema(of: first.type, dates: shape.dates)
      schema.limit(first.constraints)
      if first.isOptional { schema = schema.nullable }
      content = ["schema": schema]
      if endpoint.format.json.isLenient { content["x-lenient"] = true }
    default:
      content = ["schema": form(parts, shape)]
      for part in parts {
        guard let nesting = part.nesting else { continue }
        var encodings = content["encoding"] ?? [:]
        encodings[part.name] =
          nesting == .json ? ["contentType": "application/json"] : ["style": "deepObject", "explode": true]
        content["encoding"] = encodings
      }
    }
    if let example = examples[endpoint]?.body { content["example"] = example }
    let type: String =
      switch first.location {
      case .form: "application/x-www-form-urlencoded"
      case .part: "multipart/form-data"
      default: endpoint.headers[.contentType].map { MediaType($0).essence } ?? "application/json"
      }
    body["content"] = [type: content]
    return body
  }

  /// The schema of a form. A struct is as many fields as it has.
  private mutating func form(_ parts: [Endpoint.Parameter], _ shape: FormatShape) -> JSONTree {
    var properties = JSONTree.Fields()
    var required: [String] = []
    for part in parts {
      if part.location == .form, part.nesting == nil, case .object(let named, let fields, _) = part.schema {
        let described = schemas.fields(fields, of: named.type, shape.dates.asParameter)
        for (name, schema) in described.properties.fields { properties[name] = schema }
        if !part.isOptional { required += described.required }
        continue
      }
      let file: JSONTree = ["type": "string", "contentMediaType": "application/octet-stream"]
      var schema: JSONTree =
        switch part.type {
        case is Blob.Type: file
        case is [Blob].Type: ["type": "array", "items": file]
        default: schemas.schema(of: part.type, dates: shape.dates.asParameter)
        }
      schema.limit(part.constraints)
      if !part.summary.isEmpty { schema["description"] = .string(plain(part.summary)) }
      properties[part.name] = schema
      if !part.isOptional { required.append(part.name) }
    }
    var schema: JSONTree = ["type": "object"]
    if !required.isEmpty { schema["required"] = .array(required.map(JSONTree.string)) }
    schema["properties"] = .object(properties)
    return schema
  }

  // MARK: - Responses

  private mutating func answers(_ endpoint: Endpoint, _ shape: FormatShape) -> JSONTree.Fields {
    var answers = successes(endpoint, shape)
    if endpoint.hasEntityTag {
      headerComponents["ETag"] = EntityTags.header
      if answers["304"] == nil {
        if responses["NotModified"] == nil { responses["NotModified"] = EntityTags.notModified }
        answers["304"] = ["$ref": "#/components/responses/NotModified"]
      }
      var fields = answers["200"]?["headers"] ?? [:]
      fields["ETag"] = EntityTags.reference
      answers["200"]?["headers"] = fields
    }
    let declared = Dictionary(grouping: endpoint.failures) { $0.status.code }
    let statuses = Set(endpoint.commonFailures + declared.keys)
    for status in statuses.sorted() {
      let failures = declared[status] ?? []
      answers["\(status)"] = failure(status, failures, endpoint, shape)
    }
    answers["5XX"] = failure(nil, [], endpoint, shape)
    return answers
  }

  private mutating func successes(_ endpoint: Endpoint, _ shape: FormatShape) -> JSONTree.Fields {
    let empty = endpoint.format.emptySuccess
    let status = (endpoint.status ?? (endpoint.hasEmptyBody ? empty.status : .ok)).code
    var success: JSONTree = ["description": .string(Self.reason(status))]
    var isCreated = false
    switch endpoint.resultKind {
    case _ where endpoint.hasEmptyBody:
      if case .bodyWithHeaders(_, let names) = endpoint.resultKind { success["headers"] = headers(names) }
      if !empty.body.isEmpty, status != 204, endpoint.method != .head, let body = JSONTree(json: empty.body) {
        success["content"] = ["application/json": ["schema": FormatShape.schema(of: body)]]
      }
    case nil: break
    case .bytes: success["content"] = bytes(endpoint.headers[.accept])
    case .values(let type, let mediaType):
      let value = schemas.schema(of: type, dates: shape.dates)
      let extensionName = mediaType == "text/event-stream" ? "x-event-data" : "x-line"
      success["content"] = [mediaType: ["schema": ["type": "string", extensionName: value]]]
    case .created(let type):
      isCreated = true
      success["content"] = content(type, endpoint, shape)
    case .counted(let type):
      let schema: JSONTree = ["type": "integer", "minimum": 0]
      success["headers"] = [
        "X-Total-Count": ["description": "The number of elements on all pages.", "schema": schema]
      ]
      success["content"] = content(type, endpoint, shape)
    case .bodyWithHeaders(let type, let names):
      success["headers"] = headers(names)
      if type == Blob.self {
        success["content"] = bytes(endpoint.headers[.accept])
      } else if endpoint.method != .head {
        success["content"] = content(type, endpoint, shape)
      }
    case .body(let type):
      if endpoint.method != .head { success["content"] = content(type, endpoint, shape) }
    case .variants(let variants):
      return variants.reduce(into: JSONTree.Fields()) { answers, form in
        var answer: JSONTree = ["description": .string(Self.reason(form.status))]
        // A 304 that is not a variant belongs to every `GET`.
        if form.status == 304 { answer["x-form"] = true }
        answer["headers"] = headers(form.headers)
        if let type = form.value, endpoint.method != .head { answer["content"] = content(type, endpoint, shape) }
        answers["\(form.status)"] = answer
      }
    }
    var answers = JSONTree.Fields()
    if isCreated {
      var known = success
      known["description"] = "OK. It existed before."
      success["description"] = .string(Self.reason(201))
      answers["200"] = known
      answers["201"] = success
    } else {
      answers["\(status)"] = success
    }
    if let nilOn = endpoint.nilOn?.code, nilOn != status, nilOn < 300 {
      answers["\(nilOn)"] = ["description": "There is none."]
    }
    return answers
  }

  /// Describes bytes with the media types of a header field.
  private func bytes(_ field: String?) -> JSONTree {
    let types = (field ?? "application/octet-stream").split(separator: ",").map { MediaType(String($0)).essence }
    return .object(
      .init(
        types.map { type in
          // Without a schema, a string would be read as one, and not as a file.
          let schema: JSONTree = ["type": "string", "contentMediaType": .string(type)]
          return (type, type.hasPrefix("text/") ? ["schema": schema] : [:])
        }
      )
    )
  }

  /// Describes header fields of a response. `nil` if there are none.
  private func headers(_ names: [HTTPField.Name]) -> JSONTree? {
    guard !names.isEmpty else { return nil }
    return .object(.init(names.map { ($0.rawName, ["schema": ["type": "string"]]) }))
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK."
    case 201: "Created."
    case 202: "Accepted."
    case 204: "Done. There is no content."
    case 304: "The caller has the present value already."
    default: "Success."
    }
  }

  private mutating func content(_ type: Any.Type, _ endpoint: Endpoint, _ shape: FormatShape) -> JSONTree {
    if let accept = endpoint.headers[.accept], accept.hasPrefix("text/"), type == String.self {
      return [String(accept.prefix { $0 != ";" }): ["schema": ["type": "string"]]]
    }
    var content: JSONTree = ["schema": shape.success(schemas.schema(of: type, dates: shape.dates))]
    if endpoint.format.json.isLenient { content["x-lenient"] = true }
    if let example = examples[endpoint]?.response { content["example"] = example }
    return ["application/json": content]
  }

  /// Describes the failures with a status; with no status, all of 500 to 599. Those that every endpoint has are a component.
  private mutating func failure(
    _ status: Int?,
    _ declared: [Endpoint.Failure],
    _ endpoint: Endpoint,
    _ shape: FormatShape
  ) -> JSONTree {
    let schema = schemas.add(shape.failure, named: "\(shape.name)Failure")
    let reason = status.map { CommonFailure(status: $0) } ?? .server
    func response(_ description: String, _ codes: [String]) -> JSONTree {
      var response: JSONTree = ["description": .string(description)]
      if endpoint.method != .head {
        response["content"] = [shape.failureType: ["schema": shape.failure(codes, schema)]]
      }
      return response
    }
    // A body without a code can't have a declared one.
    let declared = shape.codePath == nil ? declared.map { .init($0.status.code, nil, $0.summary) } : declared
    guard let status, declared.contains(where: { $0.code != nil || !$0.summary.isEmpty }) else {
      if endpoint.method == .head { return response(reason.description, []) }
      let name = "\(shape.name)\(reason.name)"
      if responses[name] == nil { responses[name] = response(reason.description, []) }
      return ["$ref": .string("#/components/responses/\(name)")]
    }
    let isCommon = endpoint.commonFailures.contains(status)
    let ownCode = isCommon || declared.contains { $0.code == nil } ? shape.code(of: .init(code: status)) : nil
    let lines = declared.map { failure in
      [failure.code.map { "`\($0)`" }, failure.summary.isEmpty ? nil : plain(failure.summary)]
        .compactMap(\.self).joined(separator: ": ")
    }
    let texts = lines.filter { !$0.isEmpty } + (isCommon || lines.allSatisfy(\.isEmpty) ? [reason.description] : [])
    return response(texts.joined(separator: "\n\n"), declared.compactMap(\.code) + [ownCode].compactMap(\.self))
  }
}

extension Endpoint {
  /// The operations whose results a call changes.
  fileprivate var changedReads: [(String, JSONTree)] {
    let reads = changes.map { JSONTree.string($0.id) }
    return reads.isEmpty ? [] : [("changes", .array(reads))]
  }

  /// How an app reads a result, as far as OpenAPI has no words for it.
  fileprivate var recordedDetails: [(String, JSONTree)] {
    var details: [(String, JSONTree)] = []
    if let nilOn { details.append(("nilOn", .number("\(nilOn.code)"))) }
    if case .optional? = (result as? any Payload.Type)?.schema { details.append(("optional", true)) }
    if case .variants? = resultKind { details.append(("forms", true)) }
    if result == CreatedLocation.self { details.append(("requires", ["location"])) }
    return details
  }
}

/// A failure that endpoints have without a declaration of their own.
private struct CommonFailure {
  /// The name of its component.
  let name: String
  let description: String

  static let server = CommonFailure(name: "ServerFailure", description: "The server failed. Try again later.")
}

extension CommonFailure {
  fileprivate init(status: Int) {
    switch status {
    case 400: self.init(name: "Invalid", description: "The request is not valid. The message names each wrong value.")
    case 401: self.init(name: "Unauthorized", description: "The access token is missing, not valid, or expired.")
    case 403: self.init(name: "Forbidden", description: "The caller is not allowed to do this, or lacks a scope.")
    case 404: self.init(name: "NotFound", description: "There is nothing at this path.")
    case 408: self.init(name: "Timeout", description: "The body did not arrive in time.")
    case 412: self.init(name: "Changed", description: "The thing has another version than `If-Match` requires.")
    case 413: self.init(name: "TooLarge", description: "The body is larger than the server accepts.")
    case 415: self.init(name: "UnsupportedMediaType", description: "The body is of another media type.")
    case 429: self.init(name: "RateLimited", description: "Too many requests. `Retry-After` says when to try again.")
    default:
      let words = HTTPResponse.Status(code: status).failureCode.lowercased().split(separator: "_")
      let localizedMessage = words.joined(separator: " ")
      self.init(
        name: words.map(\.capitalized).joined(),
        description: "\(localizedMessage.prefix(1).uppercased())\(localizedMessage.dropFirst())."
      )
    }
  }
}
