import Naru
import NaruOpenAPI

/// The converter of Swagger 2.0 into the form of OpenAPI 3. References are the whole document's already: `#/definitions/Pet`.
struct SwaggerConverter {
  /// The document, not a file that it refers to.
  let document: JSONTree

  var root: JSONTree {
    var root: JSONTree = ["openapi": "3.0.3"]
    for word in ["info", "tags", "security"] { root[word] = document[word] }
    if !servers.isEmpty { root["servers"] = .array(servers.map { ["url": .string($0)] }) }
    root["paths"] = .object(.init((document["paths"]?.fields ?? []).map { ($0.name, structure($0.value)) }))
    var components = JSONTree.Fields()
    components["schemas"] = mapped(document["definitions"], schema)
    components["parameters"] = mapped(document["parameters"], parameter)
    components["responses"] = mapped(document["responses"]) { response($0, produces: types(nil, "produces")) }
    components["securitySchemes"] = mapped(document["securityDefinitions"]) {
      $0["type"] == "basic" ? ["type": "http", "scheme": "basic"] : $0
    }
    root["components"] = .object(components)
    return root
  }

  /// Returns a part of another file, which may be a path, an operation, a parameter, a response or schemas.
  func structure(_ tree: JSONTree) -> JSONTree {
    guard case .object(let fields) = tree else { return tree }
    if let reference = tree["$ref"]?.text { return ["$ref": .string(Self.reference(reference))] }
    if tree["in"]?.text != nil, tree["name"]?.text != nil { return parameter(tree) }
    if tree["responses"]?.fields.isEmpty == false { return operation(tree, inherited: []) }
    if tree["schema"] != nil { return response(tree, produces: types(nil, "produces")) }
    if tree["type"] != nil || tree["properties"] != nil || tree["allOf"] != nil || tree["enum"] != nil {
      return schema(tree)
    }
    guard fields.names.contains(where: DocumentReader.isMethod) else { return mapped(tree, structure) ?? tree }
    // Each operation of a path has the path's bodies and forms.
    var item = tree
    let parameters = tree["parameters"]?.elements.map(inlined) ?? []
    let bodies = parameters.filter(isBody)
    item["parameters"] = .array(parameters.filter { !isBody($0) }.map(structure))
    for (name, value) in fields.all where DocumentReader.isMethod(name) {
      item[name] = value["$ref"] == nil ? operation(value, inherited: bodies) : structure(value)
    }
    return item
  }

  private func mapped(_ tree: JSONTree?, _ change: (JSONTree) -> JSONTree) -> JSONTree? {
    tree.map { .object(.init($0.fields.map { ($0.name, change($0.value)) })) }
  }

  private var servers: [String] {
    let path = document["basePath"]?.text.flatMap { $0 == "/" ? nil : $0 } ?? ""
    guard let host = document["host"]?.text else { return path.isEmpty ? [] : [path] }
    let schemes = document["schemes"]?.elements.compactMap(\.text) ?? ["https"]
    return (schemes.filter { $0 == "https" } + schemes.filter { $0 != "https" }).map { "\($0)://\(host)\(path)" }
  }

  private static func reference(_ text: String) -> String {
    for (old, new) in [("#/definitions/", "schemas"), ("#/parameters/", "parameters"), ("#/responses/", "responses")]
    where text.hasPrefix(old) {
      return "#/components/\(new)/\(text.dropFirst(old.count))"
    }
    return text
  }

  // MARK: - Operations

  private func operation(_ tree: JSONTree, inherited: [JSONTree]) -> JSONTree {
    var operation = tree
    let parameters = (tree["parameters"]?.elements ?? []).map(inlined)
    let own = parameters.filter(isBody)
    let names = own.map { $0["name"] }
    let bodies = own.contains { $0["in"] == "body" } ? own : inherited.filter { !names.contains($0["name"]) } + own
    operation["parameters"] = .array(parameters.filter { !isBody($0) }.map(structure))
    operation["requestBody"] = body(bodies, consumes: types(tree, "consumes"))
    operation["responses"] = mapped(tree["responses"]) { response($0, produces: types(tree, "produces")) }
    operation["servers"] = nil
    return operation
  }

  private func types(_ operation: JSONTree?, _ word: String) -> [String] {
    let types = (operation?[word] ?? document[word])?.elements.compactMap(\.text) ?? []
    return types.isEmpty ? ["application/json"] : types
  }

  private func isBody(_ parameter: JSONTree) -> Bool { ["body", "formData"].contains(parameter["in"]?.text) }

  /// Returns a shared body instead of a reference to it.
  private func inlined(_ parameter: JSONTree) -> JSONTree {
    guard let reference = parameter["$ref"]?.text, reference.hasPrefix("#/parameters/"),
      let target = document["parameters"]?[String(reference.dropFirst("#/parameters/".count))], isBody(target)
    else { return parameter }
    return target
  }

  private func body(_ parameters: [JSONTree], consumes: [String]) -> JSONTree? {
    guard let first = parameters.first else { return nil }
    if first["in"] == "body" {
      let media: JSONTree = ["schema": schema(first["schema"] ?? [:])]
      var body: JSONTree = ["content": .object(.init(consumes.map { ($0, media) }))]
      body["required"] = first["required"]
      body["description"] = first["description"]
      return body
    }
    let fields = parameters.map { field -> (String, JSONTree) in
      var value = values(field)
      value["description"] = field["description"]
      return (field["name"]?.text ?? "", value)
    }
    let required = parameters.filter { $0["required"]?.boolean ?? false }.compactMap { $0["name"] }
    let isForm = consumes.contains("application/x-www-form-urlencoded") || !consumes.contains("multipart/form-data")
    let hasFile = parameters.contains { $0["type"] == "file" }
    let form: JSONTree = ["type": "object", "properties": .object(.init(fields)), "required": .array(required)]
    let type = isForm && !hasFile ? "application/x-www-form-urlencoded" : "multipart/form-data"
    let lists = parameters.filter { isForm && !hasFile && $0["type"] == "array" }
    let encoding = JSONTree.Fields(lists.map { ($0["name"]?.text ?? "", styled($0, [:])) })
    let media: JSONTree = ["schema": form, "encoding": .object(encoding)]
    return ["required": .boolean(!required.isEmpty), "content": .object(.init([(type, media)]))]
  }

  private func parameter(_ tree: JSONTree) -> JSONTree {
    guard !isBody(tree) else { return tree }
    var parameter: JSONTree = ["schema": values(tree)]
    for word in ["name", "in", "description", "required"] { parameter[word] = tree[word] }
    return tree["type"] == "array" ? styled(tree, parameter) : parameter
  }

  private func styled(_ tree: JSONTree, _ described: JSONTree) -> JSONTree {
    var parameter = described
    switch tree["collectionFormat"]?.text ?? "csv" {
    case "multi": parameter["explode"] = true
    case "ssv": parameter["style"] = "spaceDelimited"
    case "pipes": parameter["style"] = "pipeDelimited"
    case "tsv": parameter["style"] = "tabDelimited"
    default: parameter["explode"] = false
    }
    return parameter
  }

  private func values(_ parameter: JSONTree) -> JSONTree {
    let others = ["name", "in", "description", "required", "allowEmptyValue", "collectionFormat"]
    return schema(.object(.init(parameter.fields.filter { !others.contains($0.name) }.map { ($0.name, $0.value) })))
  }

  private func response(_ tree: JSONTree, produces: [String]) -> JSONTree {
    if tree["$ref"] != nil { return structure(tree) }
    var response: JSONTree = [:]
    response["description"] = tree["description"]
    response["headers"] = tree["headers"]
    guard let value = tree["schema"] else { return response }
    // JSON and XML beside a file are for the failures.
    let isOther = { (type: String) in !MediaType(type).isJSON && type != "application/xml" }
    let types = value["type"] == "file" ? produces.filter(isOther) : produces
    let media: JSONTree = ["schema": schema(value)]
    response["content"] = .object(.init((types.isEmpty ? ["application/octet-stream"] : types).map { ($0, media) }))
    return response
  }

  // MARK: - Schemas

  private func schema(_ tree: JSONTree) -> JSONTree {
    switch tree {
    case .array(let elements): return .array(elements.map(schema))
    case .object(let fields):
      if let reference = tree["$ref"]?.text { return ["$ref": .string(Self.reference(reference))] }
      var result = JSONTree.Fields()
      for (name, value) in fields.all {
        switch name {
        case "properties": result[name] = mapped(value, schema)
        case "x-nullable": result["nullable"] = value
        case "discriminator": result[name] = value.text.map { ["propertyName": .string($0)] } ?? value
        case "type" where value == "file":
          result[name] = "string"
          result["format"] = "binary"
        case "enum", "default", "example": result[name] = value
        default: result[name] = schema(value)
        }
      }
      return .object(result)
    case .null, .boolean, .number, .string: return tree
    }
  }
}
