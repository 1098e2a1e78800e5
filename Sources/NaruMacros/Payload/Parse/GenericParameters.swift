import SwiftSyntax

/// The generic parameters of a type and its enclosing types.
struct GenericParameters {
  private var names: Set<String> = []
  /// The types that are constrained to `Payload` or `Codable`, as they are written.
  private var constrained: Set<String> = []

  init(_ declaration: any DeclGroupSyntax, lexicalContext: [Syntax]) {
    for node in [Syntax(declaration)] + lexicalContext {
      guard let generic = node.asProtocol((any WithGenericParametersSyntax).self) else { continue }
      for parameter in generic.genericParameterClause?.parameters ?? [] {
        names.insert(parameter.name.text)
        if let type = parameter.inheritedType { add(parameter.name.text, type) }
      }
      for requirement in generic.genericWhereClause?.requirements ?? [] {
        guard case .conformanceRequirement(let conformance) = requirement.requirement else { continue }
        add(conformance.leftType.trimmedDescription, conformance.rightType)
      }
    }
  }

  /// Returns the types that must be payloads: the generic parameters and their associated types that appear in the
  /// fields.
  func conditions(for types: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    var conditions: [String] = []
    for type in types {
      for word in type.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }) {
        let path = String(word)
        guard let root = path.split(separator: ".").first, names.contains(String(root)),
          !constrained.contains(path), !conditions.contains(path)
        else { continue }
        conditions.append(path)
      }
    }
    return conditions
  }

  private mutating func add(_ name: String, _ type: TypeSyntax) {
    if let composition = type.as(CompositionTypeSyntax.self) {
      for element in composition.elements { add(name, element.type) }
    } else if ["Payload", "Naru.Payload", "Codable", "Swift.Codable"].contains(type.trimmedDescription) {
      constrained.insert(name)
    }
  }
}
