import Foundation
import HTTPTypes
import Naru

/// A document that is written from calls.
struct SeenDocument {
  private var keys: [String] = []
  private var operations: [String: SeenOperation] = [:]
  /// The named schemas of objects.
  private var names: [(name: String, schema: SeenSchema)] = []
  private var failure: SeenSchema?
  private let server: String?

  private static let failureName = "APIFailure"

  /// Describes calls.
  init(_ calls: [SeenCall], server: String?) {
    self.server = server
    for call in calls {
      if operations[call.key] == nil { keys.append(call.key) }
      operations[call.key, default: SeenOperation(call)].add(call)
    }
    for operation in keys.compactMap({ operations[$0] }) { learn(operation) }
  }

  // MARK: - Names of schemas

  /// Names the things that an operation sends and receives after the last word of its path.
  private mutating func learn(_ operation: SeenOperation) {
    let word = operation.first.words.last.map(SeenCall.singular) ?? "value"
    for (status, response) in operation.responses {
      guard let schema = response.json else { continue }
      if (200..<300).contains(status) {
        if let thing = Self.thing(in: schema) { add(thing, SwiftName.type(word)) }
      } else if (400..<500).contains(status) {
        failure = failure ?? SeenSchema()
        failure?.merge(schema)
      }
    }
    let prefix = ["POST": "New", "PUT": "Changed", "PATCH": "Changed"][operation.method]
    if let prefix, let body = operation.json, body.names != nil { add(body, prefix + SwiftName.type(word)) }
  }

  /// The object that a response is about: it itself, the element of a list, or what is in an envelope or on a page.
  private static func thing(in schema: SeenSchema) -> SeenSchema? {
    if let element = schema.element { return element.names == nil ? nil : element }
    guard let names = schema.names, !names.isEmpty else { return nil }
    if names.contains("success"), let data = schema.field("data") { return thing(in: data) }
    let lists = names.compactMap { schema.field($0)?.element }.filter { $0.names != nil }
    // The other fields of a page are numbers and cursors.
    let hasObjects = names.contains { schema.field($0)?.names != nil }
    if lists.count == 1, !hasObjects, names.count <= 6, !names.contains("id") { return lists[0] }
    return schema
  }

  /// Adds an object to those with its name. One with other fields has no name of its own.
  private mutating func add(_ schema: SeenSchema, _ name: String) {
    guard let fields = schema.names, !fields.isEmpty else { return }
    guard let index = names.firstIndex(where: { $0.name == name }) else { return names.append((name, schema)) }
    guard Self.areSimilar(names[index].schema, schema) else { return }
    names[index].schema.merge(schema)
  }

  private static func areSimilar(_ left: SeenSchema, _ right: SeenSchema) -> Bool {
    guard let left = left.names, let right = right.names else { return false }
    let shared = left.intersection(right).count
    return shared > 0 && shared * 10 >= min(left.count, right.count) * 6
  }

  /// Returns the name of an object's schema.
  private func reference(_ word: String, prefix: String = "") -> (SeenSchema) -> String? {
    let name = prefix + SwiftName.type(word)
    guard let known = names.first(where: { $0.name == name }) else { return { _ in nil } }
    return { schema in Self.areSimilar(known.schema, schema) && schema.names != nil ? name : nil }
  }

  // MARK: - The document

  /// The document.
  var root: JSONTree {
    var paths = JSONTree.Fields()
    var schemes = JSONTree.Fields()
    var written: [String: String] = [:]
    for operation in keys.compactMap({ operations[$0] }) {
      let shape = String(operation.first.key.drop { $0 != "/" })
      // The methods of a path share the names of its placeholders.
      let path = written[shape] ?? Self.path(operation.first)
      written[shape] = path
      var item = paths[path] ?? [:]
      item[operation.method.lowercased()] = tree(operation, DescribedPath.placeholders(of: path))
      paths[path] = item
      for security in operation.securities { schemes[security.name] = security.scheme }
    }
    var schemas = JSONTree.Fields()
    for (name, schema) in names { schemas[name] = schema.tree() }
    if let failure { schemas[Self.failureName] = failure.tree() }
    var components: JSONTree = ["schemas": .object(schemas)]
    if !schemes.isEmpty { components["securitySchemes"] = .object(schemes) }
    var root: JSONTree = [
      "openapi": "3.1.0", "info": ["title": "API", "version": "1"], "paths": .object(paths), "components": components,
    ]
    if let server { root["servers"] = [["url": .string(server)]] }
    return root
  }

  private static func path(_ call: SeenCall) -> String {
    var taken: Set<String> = []
    let segments = call.path.map { segment in
      switch segment {
      case .literal(let text): text
      case .value(_, let name, _): "{\(SwiftName.unique(SwiftName.member(name), &taken))}"
      }
    }
    return "/" + segments.joined(separator: "/")
  }

  private func tree(_ operation: SeenOperation, _ placeholders: [String]) -> JSONTree {
    let call = operation.first
    var tree: JSONTree = [:]
    if let group = call.group ?? call.words.first { tree["tags"] = [.string(group)] }
    tree["operationId"] = .string(call.name ?? Self.name(operation))
    if !call.summary.isEmpty { tree["summary"] = .string(call.summary) }
    if !call.discussion.isEmpty { tree["description"] = .string(call.discussion) }
    if let security = operation.security { tree["security"] = security }
    let inPath = zip(placeholders, zip(operation.values, call.placeholders)).map { name, seen -> JSONTree in
      var parameter: JSONTree = ["name": .string(name), "in": "path", "required": true]
      if !seen.1.summary.isEmpty { parameter["description"] = .string(seen.1.summary) }
      parameter["schema"] = SeenSchema.ofTexts(seen.0.filter { !$0.isEmpty })
      return parameter
    }
    let inQuery = operation.query.items.map { item -> JSONTree in
      var parameter: JSONTree = ["name": .string(item.name), "in": "query"]
      if operation.query.isRequired(item) { parameter["required"] = true }
      if !item.summary.isEmpty { parameter["description"] = .string(item.summary) }
      parameter["schema"] = Self.schema(item)
      return parameter
    }
    if !inPath.isEmpty || !inQuery.isEmpty { tree["parameters"] = .array(inPath + inQuery) }
    if let body = body(operation) { tree["requestBody"] = body }
    var responses = JSONTree.Fields()
    for (status, response) in operation.responses.sorted(by: { $0.key < $1.key }) {
      guard (200..<300).contains(status) || (400..<500).contains(status) else { continue }
      responses["\(status)"] = self.response(status, response, operation)
    }
    tree["responses"] = .object(responses)
    return tree
  }

  private static func schema(_ item: SeenOperation.Item) -> JSONTree {
    if item.isFile { return ["type": "string", "format": "binary"] }
    let schema = SeenSchema.ofTexts(item.values.filter { !$0.isEmpty })
    return item.isRepeated ? ["type": "array", "items": schema] : schema
  }

  private func body(_ operation: SeenOperation) -> JSONTree? {
    guard let type = operation.bodyType, operation.method != "GET", operation.method != "HEAD" else { return nil }
    var schema: JSONTree = [:]
    if let json = operation.json {
      let word = operation.first.words.last.map(SeenCall.singular) ?? "value"
      let prefix = operation.method == "POST" ? "New" : "Changed"
      schema = json.tree(reference(word, prefix: prefix))
    } else if !operation.form.items.isEmpty {
      let required = operation.form.items.filter(operation.form.isRequired).map { JSONTree.string($0.name) }
      schema = ["type": "object"]
      if !required.isEmpty { schema["required"] = .array(required) }
      schema["properties"] = .object(.init(operation.form.items.map { ($0.name, Self.schema($0)) }))
    }
    let media: JSONTree = ["schema": schema]
    var body: JSONTree = ["content": .object(.init([(type.isEmpty ? "application/octet-stream" : type, media)]))]
    if operation.needsBody { body["required"] = true }
    return body
  }

  private func response(_ status: Int, _ response: SeenOperation.Response, _ operation: SeenOperation) -> JSONTree {
    // Without a description of its own, a failure has none.
    var tree: JSONTree = ["description": ""]
    guard !response.type.isEmpty else { return tree }
    var media: JSONTree = [:]
    if let json = response.json {
      if status < 300 {
        let word = operation.first.words.last.map(SeenCall.singular) ?? "value"
        media["schema"] = json.tree(reference(word))
      } else {
        let reference: JSONTree = ["$ref": .string("#/components/schemas/\(Self.failureName)")]
        media["schema"] = Self.codes(response, status).map { ["allOf": [reference, $0]] } ?? reference
      }
    }
    tree["content"] = .object(.init([(response.type, media)]))
    return tree
  }

  /// The schema of a failure with one of the codes that were seen.
  private static func codes(_ response: SeenOperation.Response, _ status: Int) -> JSONTree? {
    guard !response.codes.isEmpty else { return nil }
    // That of the status is the last one.
    let own = HTTPStatusWords.words(status)
    let isOwn = { (code: String) in code.uppercased().replacing(/[^A-Z0-9]+/, with: "_") == own }
    let codes = response.codes.filter { !isOwn($0) } + response.codes.filter(isOwn)
    let values: JSONTree = ["enum": .array(codes.map(JSONTree.string))]
    return response.codePath.reversed().reduce(values) { inner, name in
      ["properties": .object(.init([(name, inner)]))]
    }
  }

  /// The name of an operation: `list`, `show`, `add`, `update`, `replace` and `remove` for the things of a group, with the words after it.
  private static func name(_ operation: SeenOperation) -> String {
    let call = operation.first
    let words = call.words.dropFirst()
    let endsInValue = if case .value? = call.path.last { true } else { false }
    let rest = (endsInValue ? words.dropLast() + (words.last.map { [SeenCall.singular($0)] } ?? []) : Array(words))
      .joined(separator: " ")
    switch operation.method {
    case "GET", "HEAD":
      if endsInValue { return "show \(rest)" }
      guard rest.isEmpty else { return rest }
      let success = operation.responses.first { (200..<300).contains($0.key) }?.value.json
      let isThing = success.map { thing(in: $0)?.names == $0.names && $0.element == nil } ?? true
      return isThing ? "get" : "list"
    case "POST": return "add \(rest)"
    case "PUT": return "replace \(rest)"
    case "PATCH": return "update \(rest)"
    default: return "remove \(rest)"
    }
  }
}
