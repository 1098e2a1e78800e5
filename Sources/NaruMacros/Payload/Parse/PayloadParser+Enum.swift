import SwiftSyntax

extension PayloadParser {
  /// Reads the cases of an enum.
  mutating func parseEnum(
    _ declaration: EnumDeclSyntax,
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ payload: inout PayloadModel
  ) {
    if let node = options.initializer { problems.append(.initializerOfEnum(node)) }
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for marker in variable.attributes.payloadMarkers { problems.append(.marker(marker, on: "a property of an enum")) }
    }
    let cases = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    if cases.isEmpty { problems.append(.noCases(declaration.name)) }
    payload.usesDeprecated = cases.contains { $0.attributes.isDeprecated }
    if let type = declaration.rawType(of: cases) {
      parseRawValues(cases, type, options, &payload)
    } else {
      parseUnion(cases, options, written, &payload)
    }
  }

  private mutating func parseRawValues(
    _ cases: [EnumCaseDeclSyntax],
    _ type: TypeSyntax,
    _ options: PayloadOptions,
    _ payload: inout PayloadModel
  ) {
    if let node = options.namingNode { problems.append(.namingOfRawValues(node)) }
    if let tag = options.tag { problems.append(.tagOfRawValues(tag.node)) }
    if let node = options.nulls { problems.append(.nullsOfRawValues(node)) }
    for declaration in cases {
      for marker in declaration.attributes.payloadMarkers {
        problems.append(marker.macroName == "Key" ? .keyOfRawValue(marker, declaration) : .unknownOfRawValue(marker))
      }
    }
    let elements = cases.flatMap(\.elements)
    payload.shape = .rawValues(
      elements.map { RawCaseModel(name: $0.name.identifier, value: $0.rawValue?.value.trimmedDescription) },
      type: type.trimmedDescription
    )
  }

  private mutating func parseUnion(
    _ cases: [EnumCaseDeclSyntax],
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ payload: inout PayloadModel
  ) {
    if let keys = written.keys { problems.append(.codingKeysOfUnion(keys.name)) }
    var models: [CaseModel] = []
    var keys: [(key: String, node: Syntax, name: String)] = []
    var unknown: TokenSyntax?
    for declaration in cases {
      let marker = KeyMarker(declaration.attributes, problems: &problems)
      if let attribute = marker.attribute, declaration.elements.count > 1 { problems.append(.keyOfSeveral(attribute)) }
      let unknownMarker = declaration.attributes.first(named: "Unknown")
      for element in declaration.elements {
        var parser = CaseParser(naming: options.naming, tag: options.tag?.text)
        let model = parser.parse(element, of: declaration, key: marker.key, isUnknown: unknownMarker != nil)
        problems += parser.problems
        models.append(model)
        guard let unknownMarker else {
          keys.append((model.key, marker.node(or: element.name), model.name.text))
          continue
        }
        if let attribute = marker.attribute { problems.append(.keyOfUnknown(attribute)) }
        if let unknown { problems.append(.secondUnknown(unknownMarker, first: unknown)) }
        unknown = unknown ?? element.name
      }
    }
    checkKeys(keys)
    payload.shape = .union(models, tag: options.tag?.text)
  }
}

extension EnumDeclSyntax {
  /// The type of the raw values. `nil` where there are none.
  fileprivate func rawType(of cases: [EnumCaseDeclSyntax]) -> TypeSyntax? {
    guard let first = inheritanceClause?.inheritedTypes.first?.type else { return nil }
    // A name that is not known may be one for such a type, if there are raw values.
    let hasRawValues = cases.contains { $0.elements.contains { $0.rawValue != nil } }
    return hasRawValues || rawTypes.contains(first.nominalName ?? "") ? first : nil
  }
}

private let rawTypes: Set<String> = [
  "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
]
