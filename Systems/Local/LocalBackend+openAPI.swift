package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Naru
package import NaruOpenAPI
import ServedSystem
import Squirret

extension LocalBackend {
  /// Describes contracts in OpenAPI.
  package static func openAPI(
    of contracts: Set<String>? = nil,
    title: String = "Naru",
    servers: [URL] = []
  ) async -> OpenAPIDocument {
    OpenAPIDocument(
      title: title,
      servers: servers,
      endpoints: endpoints.filter { contracts?.contains($0.contract) ?? true },
      examples: await examples.value
    )
  }

  /// The names of the systems with contracts, in lower case, and the names of their contracts.
  package static var describedSystems: [(name: String, contracts: Set<String>)] {
    let named = systems.map { system in
      (name: String(describing: system).replacing("Backend", with: ""), endpoints: system.endpoints)
    }
    return (named + [(name: "Squirret", endpoints: Accounts.endpoints)]).compactMap { name, endpoints in
      endpoints.isEmpty ? nil : (name: name, contracts: Set(endpoints.map(\.contract)))
    }
  }

  /// The examples of all contracts. The previews are called once.
  private static let examples = Task {
    var examples = OpenAPIExamples()
    for system in systems { await system.addExamples(to: &examples) }
    await examples.add(Accounts.preview)
    return examples
  }

  /// Adds the documents: `/openapi.json` and `/openapi.yaml` of all systems, and `/openapi/dockdock.json` of one.
  static func addDescriptions(to router: Router<LocalRequestContext>) {
    let all = [(path: "/openapi", title: "Naru", contracts: Set<String>?.none)]
    let each = describedSystems.map { system in
      (path: "/openapi/\(system.name.lowercased())", title: system.name, contracts: Optional(system.contracts))
    }
    for (path, title, contracts) in all + each {
      router.get(RouterPath("\(path).json")) { _, _ in
        Response(await openAPI(of: contracts, title: title).json, "application/json; charset=utf-8")
      }
      router.get(RouterPath("\(path).yaml")) { _, _ in
        Response(await openAPI(of: contracts, title: title).yaml, "application/yaml; charset=utf-8")
      }
    }
  }
}

extension Response {
  fileprivate init(_ body: Data, _ type: String) {
    self.init(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
