import SwiftSyntax

/// The parser of a type with `@Payload`. It continues after a mistake, so that all of them are reported at once.
struct PayloadParser {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax
  let lexicalContext: [Syntax]
  /// The mistakes found.
  var diagnostics: [MacroDiagnostic] = []

  /// Returns the type, or `nil` if the declaration can't be a payload.
  mutating func parse() -> PayloadModel? {
    guard declaration.isPayload, let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name else {
      diagnostics.append(.notPayload(declaration.introducer))
      return nil
    }
    if let modifier = declaration.hiddenFromExtension(in: lexicalContext) {
      diagnostics.append(.hiddenPayload(modifier))
    }
    let options = PayloadOptions(attribute, diagnostics: &diagnostics)
    let written = WrittenMembers(declaration.memberBlock.members, diagnostics: &diagnostics)
    var payload = PayloadModel(
      name: name.identifier,
      access: declaration.memberModifier(in: lexicalContext),
      documentation: declaration.documentation,
      shape: .fields([]),
      written: written.members,
      writesNull: options.nulls != nil
    )
    check(declaration.memberBlock.members, isConditional: false)
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      parseEnum(declaration, options, written, &payload)
    } else {
      parseStruct(options, written, &payload)
    }
    let parameters = GenericParameters(declaration, lexicalContext: lexicalContext)
    payload.conditions = parameters.conditions(for: payload.shape.types + [payload.others?.type].compactMap(\.self))
    checkConditions(payload.conditions, name)
    payload.hasMistakes = diagnostics.contains { !$0.isWarning }
    // A trap needs no condition, and a condition may cause another error.
    if payload.hasMistakes { payload.conditions = [] }
    return payload
  }

  /// Checks that a type that declares `Codable` unconditionally constrains its generic parameters.
  private mutating func checkConditions(_ conditions: [String], _ name: TokenSyntax) {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    guard inherited.contains(where: { ["Codable", "Decodable", "Encodable", "Payload", "Naru.Payload"].contains($0) }),
      let parameters = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?
        .parameters
    else { return }
    for parameter in parameters where conditions.contains(parameter.name.text) {
      diagnostics.append(.unconstrained(parameter, name.text))
    }
  }

  /// Reports markers on other members, and fields and cases inside `#if`.
  private mutating func check(_ members: MemberBlockItemListSyntax, isConditional: Bool) {
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) { check(members, isConditional: true) }
      } else if !isConditional {
        if member.decl.is(VariableDeclSyntax.self) || member.decl.is(EnumCaseDeclSyntax.self) { continue }
        let attributes = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes
        for marker in attributes?.payloadMarkers ?? [] {
          diagnostics.append(.marker(marker, on: "this is something else"))
        }
      } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.staticModifier == nil,
        declaration.is(StructDeclSyntax.self), let binding = variable.bindings.first(where: \.isStored)
      {
        diagnostics.append(.conditional(binding.pattern, "field"))
      } else if let element = member.decl.as(EnumCaseDeclSyntax.self)?.elements.first {
        diagnostics.append(.conditional(element.name, "case"))
      }
    }
  }

  /// Reports repeated keys, and keys that need escapes.
  mutating func checkKeys(_ keys: [(key: String, node: Syntax, name: String)]) {
    var first: [String: (node: Syntax, name: String)] = [:]
    for (key, node, name) in keys where key != "" {
      if !isPlainKey(key) { diagnostics.append(.keyIsNotPlain(node)) }
      if let other = first[key] {
        diagnostics.append(.duplicateKey(key, at: node, first: other.node, other.name))
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
  /// The types of all fields and values, as they are written.
  var types: [String] {
    switch self {
    case .fields(let fields): fields.flatMap { [$0.type] + ($0.wrapper.map { [$0] } ?? []) }
    case .rawValues: []
    case .untagged(let cases): cases.map(\.type)
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
