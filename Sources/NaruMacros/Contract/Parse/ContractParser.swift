import SwiftSyntax

/// The parser of a contract. It continues after a mistake, so that all of them are reported at once.
struct ContractParser {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax
  let lexicalContext: [Syntax]
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Returns the contract, or `nil` if the declaration can't be one.
  mutating func parse() -> ContractModel? {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      diagnostics.append(.notStruct(declaration.introducer))
      return nil
    }
    guard isNotGeneric(declaration) else { return nil }

    if let modifier = declaration.hiddenFromExtension(in: lexicalContext) {
      diagnostics.append(.hiddenContract(modifier))
    }
    if lexicalContext.contains(where: \.isCode) { diagnostics.append(.localContract(declaration.name)) }
    let access = declaration.accessLevel(in: lexicalContext)
    let basePath = attribute.path.flatMap { PathLiteral($0, allowsQuery: false, diagnostics: &diagnostics) }
    var contract = ContractModel(
      name: declaration.name.identifier,
      access: declaration.memberModifier(in: lexicalContext),
      format: attribute.argument("format")?.trimmedDescription,
      endpoints: []
    )
    let headers = HeaderFields(attribute.argument("headers"), diagnostics: &diagnostics)
    let security = SecurityArguments(attribute, diagnostics: &diagnostics)
    contract.isServed = attribute.flag("serves", &diagnostics) ?? true
    contract.host = host()
    var routes: [String: (marker: AttributeSyntax, name: String)] = [:]
    var changes: [(index: Int, reads: ExprSyntax)] = []
    for variable in properties(of: declaration.memberBlock.members) {
      var parser = EndpointParser(
        variable: variable,
        access: access,
        basePath: basePath,
        isBasePathKnown: basePath != nil || attribute.path == nil,
        headers: headers,
        security: security
      )
      let endpoint = parser.parse()
      let name = variable.firstName?.identifier.text
      diagnostics += parser.diagnostics.map { diagnostic in name.map(diagnostic.named) ?? diagnostic }
      switch endpoint {
      case .readable(let endpoint, _) where contract.endpoints.contains(where: { $0.name == endpoint.name }):
        // The compiler reports a name that is declared twice.
        continue
      case .readable(let endpoint, let marker):
        if let reads = marker.argument("changes") { changes.append((contract.endpoints.endIndex, reads)) }
        contract.endpoints.append(endpoint)
        checkRoute(endpoint, marker, &routes)
      case .unreadable(let endpoint):
        contract.unreadable.append(endpoint)
      case nil:
        continue
      }
    }
    let versioned = Set(contract.endpoints.filter(\.isVersioned).compactMap(\.pathShape))
    for index in contract.endpoints.indices where [.put, .patch, .delete].contains(contract.endpoints[index].method) {
      contract.endpoints[index].isVersioned = contract.endpoints[index].pathShape.map(versioned.contains) ?? false
    }
    for (index, expression) in changes {
      let reads = ChangedReads(expression, in: contract)
      contract.endpoints[index].changes = reads.tokens
      diagnostics += reads.diagnostics.map { $0.named(endpoint: contract.endpoints[index].name.text) }
    }
    if let declared = security.security ?? security.scopes, !contract.endpoints.isEmpty,
      contract.endpoints.allSatisfy({ $0.security == nil && $0.scopes == nil })
    {
      diagnostics.append(.securityOfNoEndpoint(declared))
    }
    contract.hasMistakes = diagnostics.contains { !$0.isWarning }
    if contract.endpoints.isEmpty, !contract.hasMistakes { diagnostics.append(.noEndpoints(declaration.name)) }
    return contract
  }

  /// The address of the contract's own server.
  private mutating func host() -> String? {
    guard let expression = attribute.argument("host"), !expression.is(NilLiteralExprSyntax.self) else { return nil }
    guard let literal = expression.as(StringLiteralExprSyntax.self), let text = literal.plainText else {
      diagnostics.append(.hostIsNotLiteral(expression))
      return nil
    }
    guard text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+/) != nil else {
      diagnostics.append(.host(literal, text))
      return nil
    }
    return text
  }

  private mutating func isNotGeneric(_ declaration: StructDeclSyntax) -> Bool {
    if let clause = declaration.genericParameterClause {
      diagnostics.append(.genericStruct(clause))
      return false
    }
    if lexicalContext.contains(where: \.isGenericType) {
      diagnostics.append(.insideGenericType(declaration.name))
      return false
    }
    return true
  }

  /// Returns the marked properties, and reports other members with markers.
  private mutating func properties(
    of members: MemberBlockItemListSyntax,
    isConditional: Bool = false
  ) -> [VariableDeclSyntax] {
    var properties: [VariableDeclSyntax] = []
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) {
          _ = self.properties(of: members, isConditional: true)
        }
        continue
      }
      let marker = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.markers.first
      guard let variable = member.decl.as(VariableDeclSyntax.self) else {
        if let marker { diagnostics.append(.markerOnOther(marker)) }
        continue
      }
      switch (marker, isConditional) {
      case (let marker?, true): diagnostics.append(.markerInCondition(marker))
      case (_?, false): properties.append(variable)
      case (nil, _): checkValues(variable)
      }
    }
    return properties
  }

  /// Checks that a stored property without a marker has a value, because it is not in the initializer.
  private mutating func checkValues(_ variable: VariableDeclSyntax) {
    guard variable.modifiers.staticModifier == nil else { return }
    for binding in variable.bindings where binding.isStored && binding.initializer == nil {
      let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
      if isOptional, variable.bindingSpecifier.tokenKind == .keyword(.var) { continue }
      diagnostics.append(.valueMissing(binding.pattern))
    }
  }

  private mutating func checkRoute(
    _ endpoint: EndpointModel,
    _ marker: AttributeSyntax,
    _ routes: inout [String: (marker: AttributeSyntax, name: String)]
  ) {
    guard let path = endpoint.path, let shape = endpoint.pathShape else { return }
    let method = endpoint.method.rawValue.uppercased()
    if let first = routes["\(method) \(shape)"] {
      diagnostics.append(
        .duplicateRoute(marker, endpoint.name.text, "\(method) \(path)", first: Syntax(first.marker), first.name)
      )
    } else {
      routes["\(method) \(shape)"] = (marker, endpoint.name.text)
    }
  }
}

extension EndpointModel {
  /// The path without the names of its placeholders. `nil` if it could not be read.
  fileprivate var pathShape: String? {
    path?.split(separator: "{").enumerated()
      .map { $0 == 0 ? String($1) : ($1.contains("...}") ? "..." : "") + $1.drop { $0 != "}" } }
      .joined(separator: "{")
  }
}

extension AttributeListSyntax {
  /// The markers of endpoints.
  var markers: [AttributeSyntax] { attributes.filter { $0.method != nil } }
}

extension VariableDeclSyntax {
  /// The name of the first property that this declares. `nil` for a tuple.
  var firstName: TokenSyntax? { bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier }
}

extension PatternBindingSyntax {
  /// Whether this is stored, with or without observers.
  var isStored: Bool {
    guard let block = accessorBlock else { return true }
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension StructDeclSyntax {
  /// Returns whether a conformance can be generated for this.
  func isContract(in lexicalContext: [Syntax]) -> Bool {
    genericParameterClause == nil && !lexicalContext.contains(where: \.isGenericType)
      && hiddenFromExtension(in: lexicalContext) == nil
  }
}

extension DeclGroupSyntax {
  /// Returns the modifier that hides a nested type from the extension with its conformance, which is at file scope.
  func hiddenFromExtension(in lexicalContext: [Syntax]) -> DeclModifierSyntax? {
    lexicalContext.isEmpty ? nil : modifiers.first { $0.name.tokenKind == .keyword(.private) }
  }

  /// Returns the type's access level. The level of an extension applies to its members.
  func accessLevel(in lexicalContext: [Syntax]) -> AccessLevel {
    modifiers.accessLevel ?? lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel ?? .internal
  }

  /// Returns the modifier of generated members with a trailing space. Empty if the type's own access is the limit.
  func memberModifier(in lexicalContext: [Syntax]) -> String {
    let isUsable = attributes.first(named: "usableFromInline") != nil
    return isUsable ? "@usableFromInline " : accessLevel(in: lexicalContext).memberModifier
  }
}

extension Syntax {
  /// Whether this is a type with type parameters.
  fileprivate var isGenericType: Bool {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
  }
}
