import SwiftSyntax

extension PayloadParser {
  /// Reads the fields of a struct.
  mutating func parseStruct(_ options: PayloadOptions, _ written: WrittenMembers, _ payload: inout PayloadModel) {
    if let tag = options.tag { problems.append(.tagOfStruct(tag.node)) }
    let keys = written.keys.map { WrittenKeys($0, problems: &problems) }
    if keys != nil, let node = options.namingNode { problems.append(.namingBesideCodingKeys(node)) }
    var parser = FieldParser(naming: options.naming, written: keys)
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) { parser.parse(variable) }
    }
    problems += parser.problems
    let coded = parser.fields.filter { field in keys.map { $0.key(field.model.name.text) != nil } ?? true }
    if let keys { checkCodingKeys(keys, parser.fields) }
    checkKeys(coded.map { ($0.model.key, $0.key, $0.model.name.text) })
    payload.shape = .fields(coded.map(\.model))
    payload.usesDeprecated = parser.usesDeprecated
    payload.memberwise = memberwise(options, written, parser.fields)
  }

  /// Every case is a property, and a property without a case needs a value.
  private mutating func checkCodingKeys(_ keys: WrittenKeys, _ fields: [FieldParser.Field]) {
    for (name, _, _) in keys.cases where !fields.contains(where: { $0.model.name.text == name.identifier.text }) {
      problems.append(.codingKeyWithoutField(name))
    }
    for field in fields where keys.key(field.model.name.text) == nil && !field.hasValue {
      problems.append(.fieldWithoutCodingKey(field.pattern))
    }
  }

  /// The initialiser that Swift would have written if the macro had not: a struct that has one gets none.
  private mutating func memberwise(
    _ options: PayloadOptions,
    _ written: WrittenMembers,
    _ fields: [FieldParser.Field]
  ) -> PayloadModel.Memberwise? {
    let fields = fields.filter { !$0.model.isConstant }
    if let node = options.initializer {
      if let own = written.initializers.first(where: { $0.labels == fields.map(\.model.name.text) }) {
        problems.append(.initializerTwice(node, own: own.keyword))
        return nil
      }
      return PayloadModel.Memberwise(
        access: declaration.accessLevel(in: lexicalContext).memberModifier,
        fields: fields.map(\.model)
      )
    }
    guard written.initializers.isEmpty else { return nil }
    let access = fields.map(\.access).min() ?? .internal
    return PayloadModel.Memberwise(
      access: access < .internal ? "\(access.keyword) " : "",
      fields: fields.map(\.model)
    )
  }
}
