import Foundation
import Naru
import NaruOpenAPIImport
import TestSupport
import Testing

@testable import NaruOpenAPI
@testable import OpenAPITestSupport

/// Rules against proofs: documents are changed at random, and what the rules find has to be what values and routes show.
struct MutationTests {
  /// The number of changes in all. `scripts/test --all` tries 1,000.
  private static let count = ProcessInfo.processInfo.environment["NARU_MUTATIONS"].flatMap(Int.init) ?? 40
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  /// A contract of every word, the contracts of five systems, and a document in the manner of others.
  private static func documents() throws -> [JSONTree] {
    let systems = try Data(contentsOf: root.appending(path: "Fixtures/Recorded/five-systems.json"))
    return [
      OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints).root, try OpenAPIDocument(json: systems).root,
      try DocumentFile.root(of: root.appending(path: "Fixtures/Foreign/harbour.yaml")),
    ]
  }

  @Test func rulesAndProofsAgree() throws {
    let documents = try Self.documents()
    var random = SeededRandom(seed: 1)
    var breaking = 0
    for number in 0..<Self.count / 2 {
      let original = documents[number % documents.count]
      var mutation = Mutation(random: random)
      let mutated = mutation.applied(to: original)
      random = mutation.random
      let (old, new) = (DescribedAPI(original), DescribedAPI(mutated))
      let changes = DocumentComparison(old, new).changes
      let breaks = changes.filter { $0.level == .breaks }
      breaking += breaks.isEmpty ? 0 : 1
      let place = "mutation \(number): \(mutation.name)"
      // What values show has a rule.
      for (endpoint, proof) in Self.rejected(old, new) {
        // A server may have checked a format before its document named it, so that a new format only may break.
        let known =
          proof.contains("has not the format") && !old.isRecorded ? changes.filter { $0.level != .compatible } : breaks
        #expect(known.contains { $0.endpoint == endpoint }, "\(place)\n\(proof)\n\(changes.map(\.description))")
      }
      // What a rule says has a proof.
      for change in breaks { #expect(change.proof != nil, "\(place)\n\(change)") }
    }
    #expect(breaking > Self.count / 20)
  }

  /// Recorded releases that differ from today's contract at random: the rules say what the routes do, which don't know the rules.
  @Test func rulesAndRoutesAgree() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [Shop.self])
    let file = folder.url.appending(path: "1.0.0.json")
    let original = try #require(JSONTree(json: try Data(contentsOf: file)))
    var random = SeededRandom(seed: 2)
    for number in 0..<Self.count / 2 {
      var mutation = Mutation(random: random)
      let mutated = mutation.applied(to: original)
      random = mutation.random
      try OpenAPIDocument(root: mutated).json.write(to: file)
      let report = try await history.report([Shop.self])
      for change in report.changes {
        let isMissed = ["a request of these apps is rejected", "these apps can't read a response"].contains(
          change.message
        )
        #expect(!isMissed, "mutation \(number): \(mutation.name)\n\(change)")
        #expect(
          !change.message.hasSuffix("today's routes accept it"),
          "mutation \(number): \(mutation.name)\n\(change)"
        )
      }
    }
  }

  /// Returns the endpoints with a value that the other side can't read, and the reason.
  private static func rejected(_ old: DescribedAPI, _ new: DescribedAPI) -> [(endpoint: String, reason: String)] {
    var rejected: [(String, String)] = []
    for operation in old.operations {
      guard let present = new.operations.first(where: { $0.shape == operation.shape }) else {
        rejected.append((operation.id, "gone"))
        continue
      }
      // The others are the same.
      guard isChanged(operation, old, new) else { continue }
      func read(_ schema: JSONTree, _ other: JSONTree, _ place: String, isText: Bool = false) {
        let server = SchemaReader(api: new.requests, isServer: true, isText: isText)
        for value in SchemaSamples(api: old.requests).all(schema) where !isText || value != .null {
          if let problem = server.problem(value, other) {
            rejected.append((operation.id, "\(place) \(value.line): \(problem)"))
          }
        }
      }
      for parameter in present.parameters {
        let known = operation.parameters.first { $0.key == parameter.key }
        if parameter.isRequired, !(known?.isRequired ?? false) {
          rejected.append((operation.id, "\(parameter.name) is missing"))
        }
        if let known, known.location != "header" { read(known.schema, parameter.schema, parameter.name, isText: true) }
      }
      if let body = operation.body, body.kind != .bytes, let other = present.bodies.content(body.type) {
        read(body.schema, other.schema, "body", isText: !MediaType(body.type).isJSON)
      }
      for response in present.successes {
        // What an app has as bytes may break, and no value shows it.
        guard let known = operation.read(response.status), let content = response.content(known.type), content.isParsed
        else { continue }
        let app = SchemaReader(api: old.responses, isServer: false)
        for value in SchemaSamples(api: new.responses).all(content.schema) {
          if let problem = app.problem(value, known.schema) {
            rejected.append((operation.id, "response \(value.line): \(problem)"))
          }
        }
      }
    }
    return rejected
  }

  /// Returns whether an operation or a component of it is another one now.
  private static func isChanged(_ operation: DescribedOperation, _ old: DescribedAPI, _ new: DescribedAPI) -> Bool {
    let method = operation.method.lowercased()
    func tree(_ api: DescribedAPI) -> JSONTree { api.document.root["paths"]?[operation.path]?[method] ?? [:] }
    guard tree(old) == tree(new) else { return true }
    var (seen, open) = (Set<String>(), Array(tree(old).references))
    while let reference = open.popLast() {
      guard seen.insert(reference).inserted else { continue }
      let (was, now) = (
        old.document.resolved(["$ref": .string(reference)]), new.document.resolved(["$ref": .string(reference)])
      )
      if was != now { return true }
      open += was.references
    }
    return false
  }
}

/// A change at a random place of a document.
struct Mutation {
  var random: SeededRandom
  private(set) var name = ""
  /// The number of the schema that is changed, counted down while the document is read.
  private var countdown = 0

  init(random: SeededRandom) { self.random = random }

  private mutating func chance(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[chance(elements.count)]
  }

  mutating func applied(to document: JSONTree) -> JSONTree {
    if chance(3) == 0, let changed = changingAnOperation(document) { return changed }
    countdown = chance(Self.schemas(document))
    return mutated(document, key: nil)
  }

  /// Changes one operation: its parameters, body, responses or credentials. `nil` if it has no such part.
  private mutating func changingAnOperation(_ document: JSONTree) -> JSONTree? {
    guard let path = pick(document["paths"]?.fields.map(\.name) ?? []),
      let method = pick(document["paths"]?[path]?.fields.map(\.name).filter { $0 != "parameters" } ?? []),
      var operation = document["paths"]?[path]?[method]
    else { return nil }
    let choice = chance(9)
    name = "\(method) \(path), \(choice)"
    var document = document
    switch choice {
    case 0:
      document["paths"]?[path]?[method] = nil
      return document
    case 1, 2:
      var parameters = operation["parameters"]?.elements ?? []
      guard
        let index = pick(parameters.indices.filter { parameters[$0]["in"] != "path" && parameters[$0]["in"] != nil })
      else { return nil }
      switch chance(4) {
      case 0: parameters.remove(at: index)
      case 1: parameters[index]["required"] = .boolean(parameters[index]["required"] != true)
      case 2: parameters[index]["name"] = "renamed"
      default: parameters[index]["explode"] = .boolean(parameters[index]["explode"] == false)
      }
      operation["parameters"] = .array(parameters)
    case 3: operation["security"] = operation["security"] == nil ? [["bearer": []]] : nil
    case 4, 5:
      let places =
        [["requestBody", "content"]] + (operation["responses"]?.fields ?? []).map { ["responses", $0.name, "content"] }
      guard let place = pick(places), let content = place.reduce(operation, { $0?[$1] })?.fields.first else {
        return nil
      }
      let changed: JSONTree = [content.name == "text/csv" ? "application/json" : "text/csv": content.value]
      operation = operation.setting(changed, at: place[...])
    case 6, 7:
      guard let response = operation["responses"]?.fields.first else { return nil }
      operation["responses"]?[response.name] = nil
      operation["responses"]?[["200", "202", "204"][chance(3)]] = choice == 6 ? response.value : ["description": ""]
    default:
      let name = "added"
      operation["parameters"] = .array(
        (operation["parameters"]?.elements ?? []) + [
          ["name": .string(name), "in": "query", "required": .boolean(chance(2) == 0), "schema": ["type": "integer"]]
        ]
      )
    }
    document["paths"]?[path]?[method] = operation
    return document
  }

  /// Whether a value is a schema that can be changed.
  private static func isSchema(_ tree: JSONTree) -> Bool {
    (tree["type"] != nil || tree["$ref"]?.text?.contains("/schemas/") == true || tree["oneOf"] != nil)
      && tree["in"] == nil && tree["scheme"] == nil && tree["flows"] == nil
  }

  private static func schemas(_ tree: JSONTree) -> Int {
    (isSchema(tree) ? 1 : 0) + tree.fields.reduce(0) { $0 + schemas($1.value) }
      + tree.elements.reduce(0) { $0 + schemas($1) }
  }

  private mutating func mutated(_ tree: JSONTree, key: String?) -> JSONTree {
    var tree = tree
    if Self.isSchema(tree) {
      countdown -= 1
      if countdown == -1 { return changed(tree, key ?? "") }
    }
    switch tree {
    case .object(let fields):
      for (name, value) in fields.all { tree[name] = mutated(value, key: name) }
    case .array(let elements):
      var changed: [JSONTree] = []
      for element in elements { changed.append(mutated(element, key: key)) }
      tree = .array(changed)
    default: break
    }
    return tree
  }

  /// Changes one part of a schema.
  private mutating func changed(_ schema: JSONTree, _ key: String) -> JSONTree {
    var schema = schema
    let type = schema["type"]?.text ?? schema["type"]?.elements.first?.text ?? ""
    func without(_ name: String) -> JSONTree {
      .object(.init(schema.fields.filter { $0.name != name }.map { ($0.name, $0.value) }))
    }
    let choice = chance(8)
    name = "\(key): \(type) \(choice)"
    if schema["$ref"] != nil { return choice < 4 ? ["type": "string"] : ["anyOf": [schema, ["type": "null"]]] }
    if let variants = schema["oneOf"]?.elements, !variants.isEmpty {
      schema["oneOf"] = .array(choice < 4 ? Array(variants.dropLast()) : variants + [["type": "boolean"]])
      return schema
    }
    switch (choice, type) {
    case (0, _):
      let isNullable = schema["type"]?.elements.contains("null") ?? false
      schema["type"] = isNullable ? .string(type) : [.string(type), "null"]
    case (1, _): return ["type": type == "string" ? "integer" : "string"]
    case (2...4, "object"):
      guard case .object(let fields)? = schema["properties"], !fields.isEmpty else { return schema }
      let field = fields.names[chance(fields.names.count)]
      let required = schema["required"]?.elements ?? []
      name += " \(field)"
      if choice == 2 {
        schema["required"] = .array(
          required.contains(.string(field)) ? required.filter { $0 != .string(field) } : required + [.string(field)]
        )
      } else if choice == 3 {
        schema["properties"] = .object(.init(fields.all.filter { $0.name != field }.map { ($0.name, $0.value) }))
        schema["required"] = .array(required.filter { $0 != .string(field) })
      } else {
        schema["properties"]?["added"] = ["type": "boolean"]
        if chance(2) == 0 { schema["required"] = .array(required + ["added"]) }
      }
    case (2...6, "string") where schema["enum"] != nil:
      let values = schema["enum"]?.elements ?? []
      schema["enum"] = .array(choice < 5 || values.count < 2 ? values + ["added"] : Array(values.dropLast()))
    case (2, "string"): schema["format"] = schema["format"] == nil ? "date" : "uuid"
    case (3, "string"): schema["maxLength"] = .number("\(1 + chance(40))")
    case (4, "string"): schema["minLength"] = .number("\(chance(10))")
    case (5, "string"): return ["type": "string", "enum": ["a", "b"]]
    case (2...3, "integer"), (2...3, "number"): schema["maximum"] = .number("\(chance(100))")
    case (4...5, "integer"), (4...5, "number"): schema["minimum"] = .number("\(chance(100))")
    case (6, "integer"): return ["type": "number", "format": "double"]
    case (2, "array"): schema["maxItems"] = .number("\(1 + chance(4))")
    case (3, "array"): schema["minItems"] = .number("\(1 + chance(4))")
    default: return without("format")
    }
    return schema
  }
}

extension JSONTree {
  /// Returns the tree with another value at a place.
  fileprivate func setting(_ value: JSONTree, at keys: ArraySlice<String>) -> JSONTree {
    guard let first = keys.first else { return value }
    var tree = self
    tree[first] = (self[first] ?? [:]).setting(value, at: keys.dropFirst())
    return tree
  }

  /// The references in it.
  fileprivate var references: Set<String> {
    let inner = (elements + fields.map(\.value)).reduce(into: Set<String>()) { $0.formUnion($1.references) }
    return self["$ref"]?.text.map { inner.union([$0]) } ?? inner
  }
}
