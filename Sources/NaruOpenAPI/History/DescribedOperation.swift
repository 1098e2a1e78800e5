import Foundation
import Naru

/// An operation of a document.
struct DescribedOperation {
  struct Parameter {
    let name: String
    let location: String
    let isRequired: Bool
    let schema: JSONTree
    /// How a list is written.
    let style: String
    /// The location and the name, which identify a parameter: `query page`.
    var key: String { "\(location) \(location == "header" ? name.lowercased() : name)" }

    init(_ tree: JSONTree) {
      name = tree["name"]?.text ?? ""
      location = tree["in"]?.text ?? "query"
      isRequired = tree["required"]?.boolean ?? false
      schema = tree["schema"] ?? tree["content"]?.fields.first?.value["schema"] ?? [:]
      let standard = ["query", "cookie"].contains(location) ? "form" : "simple"
      let style = tree["style"]?.text ?? standard
      let explodes = tree["explode"]?.boolean ?? (style == "form")
      self.style = style + (explodes ? ", each value by itself" : "")
    }
  }

  /// One way to prove who calls: schemes with their scopes.
  typealias Credential = [String: Set<String>]

  /// The schemas of a body by its media types.
  typealias Content = [(type: String, schema: JSONTree)]

  let id: String
  let method: String
  let path: String
  let parameters: [Parameter]
  /// The content of the request. `nil` if it has no body.
  let body: Content?
  let requiresBody: Bool
  /// The responses by status: `200`, `4XX` or `default`.
  let responses: [(status: String, content: Content)]
  /// The ways to prove who calls. Empty if no one has to.
  let credentials: [Credential]

  /// The path without the names of its placeholders.
  var shape: String { "\(method) \(path.replacing(/\{[^}]*\}/, with: "{}"))" }

  var successes: [(status: String, content: Content)] {
    let successes = responses.filter { $0.status.hasPrefix("2") }
    return successes.isEmpty ? responses.filter { $0.status == "default" } : successes
  }

  init(_ method: String, _ path: String, _ item: JSONTree, _ tree: JSONTree, in api: DescribedAPI) {
    self.method = method.uppercased()
    self.path = path
    id = tree["operationId"]?.text ?? "\(method.uppercased()) \(path)"
    var parameters: [Parameter] = []
    for described in (item["parameters"]?.elements ?? []) + (tree["parameters"]?.elements ?? []) {
      let parameter = Parameter(api.resolved(described))
      parameters.removeAll { $0.name == parameter.name && $0.location == parameter.location }
      parameters.append(parameter)
    }
    self.parameters = parameters
    let body = tree["requestBody"].map(api.resolved)
    self.body = body.map { Self.content($0) }
    requiresBody = body?["required"]?.boolean ?? false
    responses = (tree["responses"]?.fields ?? []).map {
      ($0.name, Self.content(api.resolved($0.value)))
    }
    let security = tree["security"] ?? api.root["security"] ?? []
    let schemes = api.root["components"]?["securitySchemes"]
    credentials = security.elements.map { requirement in
      requirement.fields.reduce(into: Credential()) { credential, scheme in
        // The definition counts, because a scheme may get another name.
        let definition = schemes?[scheme.name].map(api.resolved)
        let parts = [definition?["type"], definition?["scheme"], definition?["in"], definition?["name"]]
        let name = parts.compactMap { $0?.text?.lowercased() }.joined(separator: " ")
        credential[name.isEmpty ? scheme.name : name] = Set(scheme.value.elements.compactMap(\.text))
      }
    }
  }

  private static func content(_ tree: JSONTree) -> Content {
    (tree["content"]?.fields ?? []).map { (MediaType($0.name).essence.lowercased(), $0.value["schema"] ?? [:]) }
  }
}

extension DescribedAPI {
  /// The operations in the order of the document.
  var operations: [DescribedOperation] {
    let methods: Set = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]
    return (root["paths"]?.fields ?? []).flatMap { path, item in
      let item = resolved(item)
      return item.fields.filter { methods.contains($0.name) }.map {
        DescribedOperation($0.name, path, item, $0.value, in: self)
      }
    }
  }
}
