import Foundation
import Naru
import Testing

@testable import NaruOpenAPI
@testable import OpenAPITestSupport

/// Rules against proofs: documents are changed at random, and what the rules find has to be what values show.
struct MutationTests {
  /// The number of documents for each seed. `scripts/test --all` tries 250.
  private static let count = ProcessInfo.processInfo.environment["NARU_MUTATIONS"].flatMap(Int.init) ?? 10

  @Test(arguments: [UInt64](1...4))
  func rulesAndProofsAgree(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let original = OpenAPIDocument(title: "Shop", endpoints: Shop.endpoints).root
    var breaking = 0
    for number in 0..<Self.count {
      var mutation = Mutation(random: random)
      let mutated = mutation.applied(to: original)
      random = mutation.random
      let changes = DocumentComparison(DescribedAPI(original), DescribedAPI(mutated)).changes
      let shown = Self.rejected(original, mutated)
      let breaks = changes.filter { $0.level == .breaks }
      breaking += breaks.isEmpty ? 0 : 1
      let place = "seed \(seed), mutation \(number): \(mutation.name)"
      // What values show has a rule.
      for (endpoint, proof) in shown {
        #expect(breaks.contains { $0.endpoint == endpoint }, "\(place)\n\(proof)\n\(changes.map(\.description))")
      }
      // What a rule says has a proof.
      for change in breaks { #expect(change.proof != nil, "\(place)\n\(change)") }
    }
    #expect(breaking > Self.count / 10)
  }

  /// Returns the endpoints with a value that the other side can't read, and the reason.
  private static func rejected(_ old: JSONTree, _ new: JSONTree) -> [(endpoint: String, reason: String)] {
    let (before, after) = (DescribedAPI(old), DescribedAPI(new))
    var rejected: [(String, String)] = []
    for operation in before.operations {
      guard let present = after.operations.first(where: { $0.shape == operation.shape }) else {
        rejected.append((operation.id, "gone"))
        continue
      }
      let server = SchemaReader(api: after, isServer: true)
      func read(_ schema: JSONTree, _ other: JSONTree, _ place: String) {
        for value in SchemaSamples(api: before).all(schema) {
          if let problem = server.problem(value, other) {
            rejected.append((operation.id, "\(place) \(value.line): \(problem)"))
          }
        }
      }
      for parameter in present.parameters {
        let known = operation.parameters.first { ($0.name, $0.location) == (parameter.name, parameter.location) }
        if parameter.isRequired, !(known?.isRequired ?? false) {
          rejected.append((operation.id, "\(parameter.name) is missing"))
        }
        if let known, known.location != "header" { read(known.schema, parameter.schema, parameter.name) }
      }
      if let body = operation.body?.first, let other = present.body?.first(where: { $0.type == body.type }) {
        read(body.schema, other.schema, "body")
      }
      for (status, content) in present.successes {
        guard let own = operation.successes.first(where: { $0.status == status }) else { continue }
        for (type, schema) in content {
          guard let known = own.content.first(where: { $0.type == type }) else { continue }
          let app = SchemaReader(api: before, isServer: false)
          for value in SchemaSamples(api: after).all(schema) {
            if let problem = app.problem(value, known.schema) {
              rejected.append((operation.id, "response \(value.line): \(problem)"))
            }
          }
        }
      }
    }
    return rejected
  }
}

/// A change at a random place of a document.
private struct Mutation {
  var random: SeededRandom
  private(set) var name = ""
  /// The number of the schema that is changed, counted down while the document is read.
  private var countdown = 0

  init(random: SeededRandom) {
    self.random = random
  }

  private mutating func chance(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  mutating func applied(to document: JSONTree) -> JSONTree {
    if chance(12) == 0 { return removingAnOperation(document) }
    let count = Self.schemas(document)
    countdown = chance(count)
    return mutated(document, key: nil)
  }

  private mutating func removingAnOperation(_ document: JSONTree) -> JSONTree {
    var document = document
    guard case .object(var paths)? = document["paths"] else { return document }
    let path = paths.names[chance(paths.names.count)]
    name = "without \(path)"
    paths = JSONTree.Fields(paths.all.filter { $0.name != path }.map { ($0.name, $0.value) })
    document["paths"] = .object(paths)
    return document
  }

  /// Whether a value is a schema that can be changed.
  private static func isSchema(_ tree: JSONTree) -> Bool {
    tree["type"] != nil && tree["in"] == nil && tree["scheme"] == nil
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
    case (5, "string"): schema["enum"] = ["a", "b"]
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
