import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

final class OperationImporter {
  let source: DocumentReader
  let types: TypeImporter
  let described: DocumentOperation
  let contract: String
  let format: FormatImporter.Format
  var endpoint: ImportedEndpoint
  var names = UniqueNames(["self"])
  var queryItems: [String] = []
  var queryNames: [String: String] = [:]
  var cookies: [String] = []
  var hasFreeKeys = false
  /// Whether something that a call needs can't be said.
  var isImpossible = false

  init(
    _ source: DocumentReader,
    _ types: TypeImporter,
    _ operation: DocumentOperation,
    name: String,
    contract: String,
    format: FormatImporter.Format
  ) {
    self.source = source
    self.types = types
    described = operation
    self.contract = contract
    self.format = format
    let content = operation.content
    let texts = [content["summary"]?.text, content["description"]?.text].compactMap(\.self).filter { !$0.isEmpty }
    endpoint = ImportedEndpoint(
      name: name,
      method: operation.method.uppercased(),
      path: operation.sentPath.replacing(/\{[^{}]*\}|[^\p{ASCII}]/) { match in
        match.output.hasPrefix("{") ? String(match.output) : QueryString.encode(String(match.output))
      },
      place: operation.place,
      summary: texts.first ?? "",
      discussion: texts.dropFirst().joined(separator: "\n\n")
    )
    endpoint.changes = operation.content["x-naru"]?["changes"]?.elements.compactMap(\.text) ?? []
  }

  var place: String { described.place }
  var operation: JSONTree { described.content }
  var item: JSONTree { described.item }

  /// Returns the endpoint. `nil` if a contract can't express the call; the notes contain the reason.
  func endpoint(rootSecurity: JSONTree?) -> ImportedEndpoint? {
    endpoint.isDeprecated = operation["deprecated"]?.boolean ?? false
    queryItems = described.query.split(separator: "&").map(String.init)
    if described.path.contains("#") {
      source.note(place, "what follows “#” in its path is never sent; it is left out.")
    }
    endpoint.security = SecurityImporter(source: source, place: place).read(operation["security"] ?? rootSecurity)
    if let missing = described.missing {
      fail("“\(missing)” can't be found")
      return nil
    }
    takeNamesOfForm()
    readParameters()
    checkPath()
    readBody()
    readSuccess()
    readFailures()
    noteLost()
    if operation["callbacks"] != nil { source.note(place, "callbacks are not imported.") }
    endpoint.server = described.servers.first.flatMap(address)
    if !cookies.isEmpty { endpoint.headers.append(("Cookie", cookies.joined(separator: "; "))) }
    if !queryItems.isEmpty { endpoint.query = queryItems.joined(separator: "&") }
    return isImpossible ? nil : endpoint
  }

  /// Returns the address of a server, with the default values of its variables.
  func address(_ server: JSONTree) -> String? {
    guard let url = server["url"]?.text, let address = DocumentReader.addresses(of: server).first else { return nil }
    if address != url {
      source.note(place, "the address of its server has the default values of its `variables`: \(address).")
    }
    return address
  }

  /// Notes the words beside the schemas that a contract has no counterpart of.
  private func noteLost() {
    for (status, response) in operation["responses"]?.fields ?? []
    where source.resolved(response, at: place)["links"] != nil {
      source.note(place, "the `links` of the response \(status) are not imported.")
    }
    for parameter in source.parameters(of: described) where parameter["allowReserved"] == true {
      let name = parameter["name"]?.text ?? ""
      source.note(place, "`allowReserved`: reserved characters in “\(name)” are percent-encoded, as in others.")
    }
  }
}
