import Foundation
import Naru

/// The writer of a whole document.
struct DocumentWriter {
  private var operations: OperationWriter

  private let isRecording: Bool

  init(examples: OpenAPIExamples, isRecording: Bool = false) {
    self.isRecording = isRecording
    operations = OperationWriter(examples: examples, isRecording: isRecording)
  }

  mutating func document(
    _ title: String,
    _ version: String,
    _ description: String,
    _ servers: [URL],
    _ endpoints: [Endpoint]
  ) -> JSONTree {
    var paths = JSONTree.Fields()
    // Paths that differ only in the names of placeholders are the same path.
    var names: [String: String] = [:]
    for endpoint in endpoints {
      let path = DescribedPath(endpoint.path)
      let written = names[path.shape] ?? path.text
      names[path.shape] = written
      let method = endpoint.method.rawValue.lowercased()
      guard paths[written]?[method] == nil else { continue }
      let renamed = zip(path.placeholders, DescribedPath.placeholders(of: written)).map { ($0, $1) }
      let operation = operations.operation(endpoint, renamed: Dictionary(renamed) { first, _ in first })
      var item = paths[written] ?? [:]
      item[method] = operation
      paths[written] = item
    }
    var info: JSONTree = ["title": .string(title), "version": .string(version)]
    if !description.isEmpty { info["description"] = .string(description) }
    var document: JSONTree = ["openapi": "3.1.0", "info": info]
    if !servers.isEmpty { document["servers"] = .array(servers.map { ["url": .string($0.absoluteString)] }) }
    var contracts: [String] = []
    for endpoint in endpoints where !contracts.contains(endpoint.contract) { contracts.append(endpoint.contract) }
    document["tags"] = .array(contracts.map { ["name": .string($0)] })
    document["paths"] = .object(paths)
    let components = operations.components
    if !components.isEmpty { document["components"] = .object(components) }
    guard isRecording else { return document }
    document = document.withoutProse()
    // The version of a recording's additions to OpenAPI.
    document["x-naru"] = ["version": 1]
    return document
  }
}

extension JSONTree {
  /// Returns a part of a document without its summaries and descriptions. A response has to have one.
  fileprivate func withoutProse(of part: String = "") -> JSONTree {
    switch self {
    case .object(let fields) where part != "mapping":
      let fields = fields.all.compactMap { name, value -> (String, JSONTree)? in
        guard ["summary", "description"].contains(name), value.text != nil else {
          return (name, value.withoutProse(of: part == "responses" ? "response" : name))
        }
        return part == "response" ? (name, "") : nil
      }
      return .object(Fields(fields))
    case .array(let elements): return .array(elements.map { $0.withoutProse() })
    default: return self
    }
  }
}

/// A path as OpenAPI writes it: without the dots of a placeholder for the rest.
struct DescribedPath {
  let text: String
  let placeholders: [String]
  /// The name of the placeholder for the rest of the path.
  let rest: String?

  init(_ template: PathTemplate) {
    text = template.description.replacing("...}", with: "}")
    placeholders = template.placeholders
    rest = template.description.hasSuffix("...}") ? placeholders.last : nil
  }

  /// The path without the names of its placeholders.
  var shape: String { text.replacing(/\{[^}]*\}/, with: "{}") }

  /// Returns the names of the placeholders of a path.
  static func placeholders(of path: String) -> [String] { path.matches(of: /\{([^}]*)\}/).map { String($0.1) } }
}
