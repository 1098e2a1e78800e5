import SwiftSyntax

extension PayloadParser {
  /// Reads the cases of an enum.
  mutating func parseEnum(
    _ declaration: EnumDeclSyntax,
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ payload: inout PayloadModel
  ) {
    if let node = options.initializer { diagnostics.append(.initializerOfEnum(node)) }
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for marker in variable.attributes.payloadMarkers {
        diagnostics.append(.marker(marker, on: "an enum has only cases"))
      }
    }
    let cases = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    if cases.isEmpty { diagnostics.append(.noCases(declaration.name)) }
    for marker in cases.flatMap(\.attributes.payloadMarkers) where marker.macroName == "Constraints" {
      diagnostics.append(.marker(marker, on: "this is a case of an enum"))
    }
    payload.usesDeprecated = cases.contains { $0.attributes.isDeprecated }
    if let type = declaration.rawType(of: cases) {
      parseRawValues(cases, type, options, &payload)
    } else if options.untagged != nil {
      parseUntagged(cases, options, written, &payload)
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
    if let node = options.namingNode { diagnostics.append(.namingOfRawValues(node)) }
    for node in options.tagging { diagnostics.append(.tagOfRawValues(node)) }
    if let node = options.nulls { diagnostics.append(.nullsOfRawValues(node)) }
    for declaration in cases {
      for marker in declaration.attributes.payloadMarkers where marker.macroName != "Constraints" {
        diagnostics.append(marker.macroName == "Key" ? .keyOfRawValue(marker, declaration) : .unknownOfRawValue(marker))
      }
    }
    let elements = cases.flatMap(\.elements)
    let isText =
      type.nominalName == "String" || elements.contains { $0.rawValue?.value.is(StringLiteralExprSyntax.self) ?? false }
    var next = 0
    let models = elements.map { element -> RawCaseModel in
      let name = element.name.identifier
      let value = element.rawValue?.value
      guard !isText else { return RawCaseModel(name: name, value: .text(value?.plainText ?? name.text)) }
      // A number that is not written is one more than the previous one.
      let number = value?.trimmedDescription ?? "\(next)"
      next = (wholeNumber(number) ?? next) + 1
      return RawCaseModel(name: name, value: .number(number))
    }
    payload.shape = .rawValues(models, type: type.trimmedDescription)
  }

  private mutating func parseUntagged(
    _ cases: [EnumCaseDeclSyntax],
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ payload: inout PayloadModel
  ) {
    for node in [options.namingNode, options.tag?.node, options.nulls].compactMap(\.self) {
      diagnostics.append(.optionOfUntagged(node))
    }
    if let keys = written.keys { diagnostics.append(.optionOfUntagged(keys.name)) }
    for marker in cases.flatMap(\.attributes.payloadMarkers) where marker.macroName != "Constraints" {
      diagnostics.append(.marker(marker, on: "cases without a tag have no names on the wire"))
    }
    var models: [UntaggedCase] = []
    for element in cases.flatMap(\.elements) {
      let parameters = Array(element.parameterClause?.parameters ?? [])
      let types = parameters.map { FieldType($0.type) }
      guard let only = parameters.first, let type = types.first, parameters.count == 1, only.firstName == nil,
        only.defaultValue == nil, type.wrapped == nil
      else {
        diagnostics.append(.valueOfUntagged(element, element.name.text))
        continue
      }
      if let mistake = type.unsupported { diagnostics.append(mistake) }
      models.append(UntaggedCase(name: element.name.identifier, type: type.text, isObject: !type.isNoObject))
    }
    payload.shape = .untagged(models)
  }

  private mutating func parseUnion(
    _ cases: [EnumCaseDeclSyntax],
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ payload: inout PayloadModel
  ) {
    if let keys = written.keys { diagnostics.append(.codingKeysOfUnion(keys.name)) }
    var models: [CaseModel] = []
    var keys: [(key: String, node: Syntax, name: String)] = []
    var unknown: TokenSyntax?
    for declaration in cases {
      let marker = KeyMarker(
        declaration.attributes,
        isShared: declaration.elements.count > 1,
        diagnostics: &diagnostics
      )
      if let attribute = marker.attribute, declaration.elements.count > 1 {
        diagnostics.append(.keyOfSeveral(attribute))
      }
      let unknownMarker = declaration.attributes.first(named: "Unknown")
      for element in declaration.elements {
        var parser = CaseParser(naming: options.naming, tag: options.tag?.text)
        let model = parser.parse(element, of: declaration, key: marker.key, isUnknown: unknownMarker != nil)
        diagnostics += parser.diagnostics
        models.append(model)
        guard let unknownMarker else {
          keys.append((model.key, marker.node(or: element.name), model.name.text))
          continue
        }
        if let attribute = marker.attribute { diagnostics.append(.keyOfUnknown(attribute)) }
        if let unknown { diagnostics.append(.secondUnknown(unknownMarker, first: unknown)) }
        unknown = unknown ?? element.name
      }
    }
    checkKeys(keys)
    payload.shape = .union(models, tag: options.tag?.text)
  }
}

extension EnumDeclSyntax {
  /// Returns the type of the raw values, or `nil` if there are none.
  fileprivate func rawType(of cases: [EnumCaseDeclSyntax]) -> TypeSyntax? {
    guard let first = inheritanceClause?.inheritedTypes.first?.type else { return nil }
    // With raw values, an unknown name is an alias of such a type.
    let hasRawValues = cases.contains { $0.elements.contains { $0.rawValue != nil } }
    return hasRawValues || rawTypes.contains(first.nominalName ?? "") ? first : nil
  }
}

private let rawTypes: Set<String> = [
  "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
]

/// Returns the integer of a literal, or `nil` for a literal with a fraction.
private func wholeNumber(_ literal: String) -> Int? {
  let digits = literal.replacing("_", with: "").replacing("-", with: "")
  let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
  let magnitude =
    Int(radix == nil ? digits[...] : digits.dropFirst(2), radix: radix ?? 10) ?? Double(digits).map { Int($0) }
  return magnitude.map { literal.hasPrefix("-") ? -$0 : $0 }
}
