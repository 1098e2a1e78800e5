import HTTPTypes
import Naru
import NaruOpenAPI

/// How calls of an operation are authenticated, as it is written in a contract.
struct ImportedSecurity: Hashable {
  /// `.none`, `.optional` or `.required`.
  var auth = ".none"
  /// The schemes. One of them is enough.
  var schemes: [SecurityScheme] = [.bearer]
  var scopes: [String] = []
}

struct SecurityImporter {
  let source: DocumentReader
  let place: String

  /// Reads the requirements of an operation, or the document's.
  func read(_ security: JSONTree?) -> ImportedSecurity {
    var imported = ImportedSecurity()
    guard let requirements = security?.elements, !requirements.isEmpty else { return imported }
    var schemes: [SecurityScheme] = []
    var scopes: [[String]] = []
    var isOptional = false
    for requirement in requirements {
      if requirement.fields.isEmpty { isOptional = true }
      let parts = requirement.fields.compactMap { scheme($0.name) }
      guard let first = parts.first, parts.count == requirement.fields.count || requirements.count == 1 else {
        continue
      }
      let whole = parts.dropFirst().reduce(first) { .all($0, $1) }
      if !schemes.contains(whole) { schemes.append(whole) }
      scopes.append(requirement.fields.flatMap { $0.value.elements.compactMap(\.text) })
    }
    guard !schemes.isEmpty else { return imported }
    imported.auth = isOptional ? ".optional" : ".required"
    imported.schemes = schemes
    imported.scopes = self.scopes(scopes, isOptional: isOptional)
    return imported
  }

  private func scopes(_ alternatives: [[String]], isOptional: Bool) -> [String] {
    guard let first = alternatives.first, alternatives.contains(where: { !$0.isEmpty }) else { return [] }
    guard !isOptional, alternatives.allSatisfy({ Set($0) == Set(first) }) else {
      source.note(place, "its scopes depend on how the caller is authenticated; the handler has to check them.")
      return []
    }
    var known: Set<String> = []
    return first.filter { known.insert($0).inserted }
  }

  /// Returns a scheme. `nil` if a contract can't say it.
  private func scheme(_ name: String) -> SecurityScheme? {
    let scheme = source.root["components"]?["securitySchemes"]?[name].map { source.resolved($0, at: place) }
    let key = scheme?["name"]?.text ?? name
    switch (scheme?["type"]?.text, scheme?["scheme"]?.text?.lowercased(), scheme?["in"]?.text) {
    case ("http"?, "bearer"?, _), ("oauth2"?, _, _), ("openIdConnect"?, _, _): return .bearer
    case ("http"?, "basic"?, _): return .basic
    case ("apiKey"?, _, "query"?): return .apiKey(query: key)
    case ("apiKey"?, _, "cookie"?): return .apiKey(cookie: key)
    case ("apiKey"?, _, _) where HTTPField.Name(key) != nil: return .apiKey(header: key)
    default:
      let kind = scheme?["scheme"]?.text ?? scheme?["type"]?.text ?? name
      source.note("#/components/securitySchemes/\(pointer(name))", "“\(kind)” is sent by a middleware.")
      return nil
    }
  }
}

extension SecurityScheme {
  /// Whether a parameter is a key of the scheme.
  func isKey(_ name: String, in location: String) -> Bool {
    parts.contains { part in
      switch part {
      case .bearer, .basic: false
      case .header(let key): location == "header" && key == HTTPField.Name(name)
      case .query(let key): location == "query" && key == name
      case .cookie(let key): location == "cookie" && key == name
      }
    }
  }

  /// The scheme as it is written in a declaration: `.apiKey(header: "X-API-Key")`.
  var written: String {
    let parts = parts.map { part in
      switch part {
      case .bearer: ".bearer"
      case .basic: ".basic"
      case .header(let name): ".apiKey(header: \(literal(name.rawName)))"
      case .query(let name): ".apiKey(query: \(literal(name)))"
      case .cookie(let name): ".apiKey(cookie: \(literal(name)))"
      }
    }
    return parts.count == 1 ? parts.joined() : ".all(\(parts.joined(separator: ", ")))"
  }
}
