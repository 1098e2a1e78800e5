import SwiftSyntax

extension PayloadParser {
  /// Reads the fields of a struct.
  mutating func parseStruct(_ options: PayloadOptions, _ written: WrittenMembers, _ payload: inout PayloadModel) {
    for node in options.tagging { diagnostics.append(.tagOfStruct(node)) }
    let keys = written.keys.map { WrittenKeys($0, diagnostics: &diagnostics) }
    if keys != nil, let node = options.namingNode { diagnostics.append(.namingBesideCodingKeys(node)) }
    var parser = FieldParser(naming: options.naming, written: keys)
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) { parser.parse(variable) }
    }
    diagnostics += parser.diagnostics
    let declared = parser.fields.filter { $0.model.otherType == nil }
    let coded = declared.filter { field in keys.map { $0.key(field.model.name.text) != nil } ?? true }
    if let keys { checkCodingKeys(keys, declared) }
    checkKeys(coded.map { ($0.model.key, $0.key, $0.model.name.text) })
    payload.shape = .fields(coded.map(\.model))
    payload.others = parser.fields.map(\.model).first { $0.otherType != nil }
    payload.usesDeprecated = parser.usesDeprecated
    payload.memberwise = memberwise(options, written, parser.fields)
  }

  /// Checks that every coding key is a property, and that a property without a key has a value.
  private mutating func checkCodingKeys(_ keys: WrittenKeys, _ fields: [FieldParser.Field]) {
    for (name, _, _) in keys.cases where !fields.contains(where: { $0.model.name.text == name.identifier.text }) {
      diagnostics.append(.codingKeyWithoutField(name))
    }
    for field in fields where keys.key(field.model.name.text) == nil && !field.hasValue {
      diagnostics.append(.fieldWithoutCodingKey(field.pattern))
    }
  }

  /// Returns the parameters of the memberwise initializer that is as visible as the type, because Swift's own is
  /// `internal`. A field that is less visible is not a parameter, and keeps its default value.
  private mutating func memberwise(
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ fields: [FieldParser.Field]
  ) -> [FieldModel]? {
    guard let node = options.initializer else { return nil }
    let needed = min(max(declaration.accessLevel(in: lexicalContext), .fileprivate), .public)
    for field in fields where field.access < needed && !field.hasValue {
      diagnostics.append(.fieldLessVisible(field.variable, field.model.name.text, than: needed.keyword))
    }
    let fields = fields.filter { $0.access >= needed }.map(\.model).filter { !$0.isConstant }
    if let own = written.initializers.first(where: { $0.labels == fields.map(\.name.text) }) {
      diagnostics.append(.initializerTwice(node, own: own.keyword))
      return nil
    }
    return fields
  }
}
