extension PayloadRenderer {
  var schema: String? {
    guard !payload.written.contains(.schema) else { return nil }
    let description = summary(payload.documentation).map { ", description: \($0)" } ?? ""
    let value: String
    switch payload.shape {
    case .fields(let fields):
      let others = payload.others?.otherType.map { ", others: .init(\($0).self)" } ?? ""
      value = ".object(Self.self\(description), \(elements(fields.map(schemaField)))\(others))"
    case .rawValues(let cases, _):
      value = ".enumeration(Self.self, [\(cases.map(schemaValue).joined(separator: ", "))]\(description))"
    case .union(let cases, let tag):
      let variants = cases.filter { !$0.isUnknown }.map(variant)
      let isOpen = variants.count < cases.count ? ", isOpen: true" : ""
      value = ".union(Self.self, tag: \(tag.map(literal) ?? "nil"), \(elements(variants))\(isOpen)\(description))"
    case .untagged(let cases):
      let types = cases.map { ".init(\($0.type).self)" }.joined(separator: ", ")
      value = ".anyOf(Self.self, [\(types)]\(description))"
    }
    guard payload.conditions.isEmpty else {
      // A property can't be conditional, so the property is in the conditional extension.
      return """
        private nonisolated static func makeSchema() -> Naru.Schema\(conditions) {
        \(body([value]))
        }
        """
    }
    return """
      /// The JSON schema of the type's values.
      \(modifiers) static var schema: Naru.Schema {
      \(body([value]))
      }
      """
  }

  /// `schema` of a type with a conditional conformance.
  var conditionalSchema: String? {
    guard !payload.conditions.isEmpty, !payload.written.contains(.schema) else { return nil }
    return """
      /// The JSON schema of the type's values.
      \(modifiers) static var schema: Naru.Schema { makeSchema() }
      """
  }

  private func schemaField(_ field: FieldModel) -> String {
    let required = field.value != nil ? ", required: false" : ""
    let constraints = field.constraints.isEmpty ? "" : ", constraints: [\(field.constraints.joined(separator: ", "))]"
    let deprecated = field.isDeprecated ? ", deprecated: true" : ""
    let description = summary(field.documentation).map { ", description: \($0)" } ?? ""
    let type = field.wrapped.map { field.distinguishesNull ? $0 : "\($0)?" } ?? field.type
    let wrapper = field.wrapper == nil ? "" : "._wrapped(by: { (value: Self) in value.\(field.storage) })"
    return ".field(\(literal(field.key)), \(type).self\(required)\(constraints)\(deprecated)\(description))\(wrapper)"
  }

  private func schemaValue(_ element: RawCaseModel) -> String {
    switch element.value {
    case .text(let text): literal(text)
    case .number(let number): number
    }
  }

  private func variant(_ element: CaseModel) -> String {
    switch element.content {
    case .object(let type): ".variant(\(literal(element.key)), \(type).self)"
    case .fields(let values): ".variant(\(literal(element.key)), \(elements(values.map { schemaField($0.field) })))"
    }
  }

  private func elements(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n\(indented(elements.map { "\($0)," }))\n]"
  }

  private func summary(_ documentation: [String]) -> String? {
    let lines = documentation.prefix { !$0.isEmpty }
    return lines.isEmpty ? nil : literal(lines.joined(separator: " "))
  }
}
