import SwiftSyntax

/// Reads a type that is marked with `@Payload`. Goes on after a mistake, so that all of them are found at once.
struct PayloadParser {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax
  let lexicalContext: [Syntax]
  /// The mistakes that were found.
  var problems: [Problem] = []

  init(attribute: AttributeSyntax, declaration: any DeclGroupSyntax, lexicalContext: [Syntax]) {
    self.attribute = attribute
    self.declaration = declaration
    self.lexicalContext = lexicalContext
  }

  /// The type, or `nil` if there is none to speak of.
  mutating func parse() -> PayloadModel? {
    guard declaration.isPayload, let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name else {
      problems.append(.notPayload(declaration.introducer))
      return nil
    }
    if let modifier = declaration.hiddenFromExtension(in: lexicalContext) { problems.append(.hiddenPayload(modifier)) }
    let options = PayloadOptions(attribute, problems: &problems)
    let written = WrittenMembers(declaration.memberBlock.members, problems: &problems)
    var payload = PayloadModel(
      name: name.identifier,
      access: declaration.accessLevel(in: lexicalContext).memberModifier,
      documentation: declaration.documentation,
      shape: .fields([]),
      written: written.members,
      writesNull: options.nulls != nil
    )
    checkMembers()
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      parseEnum(declaration, options, written, &payload)
    } else {
      parseStruct(options, written, &payload)
    }
    let parameters = GenericParameters(declaration, lexicalContext: lexicalContext)
    payload.conditions = parameters.conditions(for: payload.shape.types)
    checkConditions(payload.conditions, name)
    payload.hasMistakes = problems.contains { !$0.isWarning }
    // What does nothing needs no condition, and one may be the next mistake.
    if payload.hasMistakes { payload.conditions = [] }
    return payload
  }

  /// A type that says itself that it is `Codable`, without a condition, can't have one for it.
  private mutating func checkConditions(_ conditions: [String], _ name: TokenSyntax) {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    guard inherited.contains(where: { ["Codable", "Decodable", "Encodable", "Payload", "Naru.Payload"].contains($0) }),
      let parameters = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?
        .parameters
    else { return }
    for parameter in parameters where conditions.contains(parameter.name.text) {
      problems.append(.unconstrained(parameter, name.text))
    }
  }

  /// Markers that stand on no field and no case, and fields that are there only sometimes.
  private mutating func checkMembers() {
    for member in declaration.memberBlock.members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) { checkConditional(members) }
      } else if !member.decl.is(VariableDeclSyntax.self), !member.decl.is(EnumCaseDeclSyntax.self),
        let attributes = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes
      {
        for marker in attributes.payloadMarkers { problems.append(.marker(marker, on: "this is none")) }
      }
    }
  }

  private mutating func checkConditional(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) { checkConditional(members) }
      } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.staticModifier == nil,
        declaration.is(StructDeclSyntax.self), let binding = variable.bindings.first(where: \.isStored)
      {
        problems.append(.conditional(binding.pattern, "field"))
      } else if let element = member.decl.as(EnumCaseDeclSyntax.self)?.elements.first {
        problems.append(.conditional(element.name, "case"))
      }
    }
  }

  /// Reports each key that is there before.
  mutating func checkKeys(_ keys: [(key: String, node: Syntax, name: String)]) {
    var first: [String: (node: Syntax, name: String)] = [:]
    for (key, node, name) in keys where key != "" {
      if !isPlainKey(key) { problems.append(.keyIsNotPlain(node)) }
      if let other = first[key] {
        problems.append(.duplicateKey(key, at: node, first: other.node, other.name))
      } else {
        first[key] = (node, name)
      }
    }
  }
}

extension DeclGroupSyntax {
  /// Whether this can be a payload.
  var isPayload: Bool { self.is(StructDeclSyntax.self) || self.is(EnumDeclSyntax.self) }
}

extension PayloadModel.Shape {
  /// The types of everything that travels, as they are written.
  var types: [String] {
    switch self {
    case .fields(let fields): fields.flatMap { [$0.type] + ($0.wrapper.map { [$0] } ?? []) }
    case .rawValues: []
    case .union(let cases, _):
      cases.flatMap { element -> [String] in
        switch element.content {
        case .fields(let fields): fields.map(\.field.type)
        case .object(let type): [type]
        }
      }
    }
  }
}
