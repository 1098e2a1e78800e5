import SwiftSyntax

/// The parser of a case of an enum without raw values.
struct CaseParser {
  let naming: KeyNaming
  let tag: String?
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Returns the model of a case.
  mutating func parse(
    _ element: EnumCaseElementSyntax,
    of declaration: EnumCaseDeclSyntax,
    key: String?,
    isUnknown: Bool
  ) -> CaseModel {
    let parameters = Array(element.parameterClause?.parameters ?? [])
    let name = element.name.identifier
    let content = isUnknown ? unknownContent(parameters, element) : content(parameters)
    return CaseModel(
      name: name,
      key: key ?? naming.key(name.text),
      content: content,
      isUnknown: isUnknown,
      documentation: declaration.documentation
    )
  }

  /// Returns the content of the unknown case: nothing, or the unknown name.
  private mutating func unknownContent(
    _ parameters: [EnumCaseParameterSyntax],
    _ element: EnumCaseElementSyntax
  ) -> CaseModel.Content {
    guard let first = parameters.first else { return .fields([]) }
    if parameters.count > 1 || first.label != nil || first.type.nominalName != "String" {
      diagnostics.append(.unknownWithValues(element))
    }
    return .object(type: first.type.trimmedDescription)
  }

  private mutating func content(_ parameters: [EnumCaseParameterSyntax]) -> CaseModel.Content {
    let types = parameters.map { FieldType($0.type) }
    diagnostics += types.compactMap(\.unsupported)
    if let tag {
      if parameters.count == 1, parameters[0].label == nil {
        if types[0].isNoObject { diagnostics.append(.taggedValueIsNoObject(parameters[0].type, tag)) }
        return .object(type: types[0].text)
      }
      let unlabelled = parameters.filter { $0.label == nil }
      for parameter in unlabelled { diagnostics.append(.secondPayload(parameter.type)) }
      guard unlabelled.isEmpty else { return .fields([]) }
    }
    var fields: [CaseModel.CaseField] = []
    for (index, (parameter, type)) in zip(parameters, types).enumerated() {
      let label = parameter.label
      // A value without a label is named by its index, as in synthesized `Codable`.
      let text = label?.identifier.text ?? "_\(index)"
      let field = FieldModel(
        name: label?.identifier ?? Identifier(text: text, source: text, label: text),
        key: label == nil ? text : naming.key(text),
        type: type.text,
        wrapped: type.wrapped,
        value: parameter.defaultValue?.value.trimmedDescription,
        distinguishesNull: type.isDoublyOptional
      )
      if let value = parameter.defaultValue?.value, type.isDoublyOptional, !value.is(NilLiteralExprSyntax.self) {
        diagnostics.append(.doublyOptionalWithValue(value))
      }
      if field.key == tag, let tag { diagnostics.append(.labelIsTag(parameter, tag)) }
      if let other = fields.first(where: { $0.field.key == field.key }) {
        diagnostics.append(
          .duplicateKey(field.key, at: Syntax(parameter), first: nil, other.field.name.text)
        )
      }
      fields.append(CaseModel.CaseField(field: field, hasLabel: label != nil))
    }
    return .fields(fields)
  }
}

extension EnumCaseParameterSyntax {
  /// The label of the value.
  fileprivate var label: TokenSyntax? {
    guard let firstName, firstName.tokenKind != .wildcard else { return nil }
    return firstName
  }
}
