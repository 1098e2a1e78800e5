import HTTPTypes
import Naru

/// The writer of security requirements, and of the schemes that they use.
struct SecurityWriter {
  /// The schemes by their names in the document.
  private(set) var components = JSONTree.Fields()
  private var names: [SecurityScheme.Part: String] = [:]

  /// Describes how calls of an endpoint are authenticated.
  mutating func requirements(of endpoint: Endpoint) -> JSONTree? {
    guard endpoint.auth != .none else { return nil }
    var alternatives: [JSONTree] = endpoint.auth == .optional ? [[:]] : []
    for scheme in endpoint.security {
      var requirement = JSONTree.Fields()
      for (index, part) in scheme.parts.enumerated() {
        // A caller's scopes come from one of its credentials.
        let scopes = index == 0 ? endpoint.scopes : []
        requirement[name(of: part)] = .array(scopes.map(JSONTree.string))
      }
      alternatives.append(.object(requirement))
    }
    return .array(alternatives)
  }

  /// Returns the name of a scheme in the document, and adds the scheme.
  private mutating func name(of part: SecurityScheme.Part) -> String {
    if let known = names[part] { return known }
    let (wanted, scheme): (String, JSONTree) =
      switch part {
      case .bearer: ("bearer", ["type": "http", "scheme": "bearer"])
      case .basic: ("basic", ["type": "http", "scheme": "basic"])
      case .header(let name): key("header", name.rawName)
      case .query(let name): key("query", name)
      case .cookie(let name): key("cookie", name)
      }
    var name = wanted
    var number = 2
    while components[name] != nil {
      name = "\(wanted)-\(number)"
      number += 1
    }
    names[part] = name
    components[name] = scheme
    return name
  }

  /// An API key. The name of a component allows fewer characters than a key's.
  private func key(_ place: String, _ name: String) -> (String, JSONTree) {
    let component = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    return (component, ["type": "apiKey", "in": .string(place), "name": .string(name)])
  }
}
