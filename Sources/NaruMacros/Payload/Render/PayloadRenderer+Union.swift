extension CaseModel {
  /// The pattern that binds the values of the case as `value0`, `value1`, ….
  var pattern: String {
    switch content {
    case .object: return ".\(name.source)(let value0)"
    case .fields(let fields):
      guard !fields.isEmpty else { return ".\(name.source)" }
      return ".\(name.source)(\(fields.indices.map { "let value\($0)" }.joined(separator: ", ")))"
    }
  }

  /// Returns the expression that creates the case.
  func make(_ values: [String]) -> String {
    guard case .fields(let fields) = content else { return ".\(name.source)(\(values.joined()))" }
    guard !fields.isEmpty else { return ".\(name.source)" }
    let arguments = zip(fields, values).map { $0.hasLabel ? "\($0.field.name.label): \($1)" : $1 }
    return ".\(name.source)(\(arguments.joined(separator: ", ")))"
  }
}

extension PayloadRenderer {
  /// Returns the statements that read a case with any coder.
  func decode(_ cases: [CaseModel], tag: String?) -> [String] {
    let known = cases.filter { !$0.isUnknown }
    let unknown = cases.first(where: \.isUnknown)
    let branches = known.map { element in
      "case \(literal(element.key)):\n" + indented(decode(element, tag: tag))
    }
    let container = "let container = try decoder.container(keyedBy: Naru._PayloadKey.self)"
    let name: String
    if let tag {
      name = "try container._required(\(literal(tag)))"
    } else {
      let names = known.map { literal($0.key) }.joined(separator: ", ")
      name = "try container._onlyKey(of: [\(names)], orAny: \(unknown != nil), as: Self.self)"
    }
    let otherwise: String
    switch unknown?.content {
    case nil: otherwise = "throw container._unknownCase(name, forKey: \(literal(tag ?? "")), as: Self.self)"
    case .object: otherwise = "self = .\(unknown?.name.source ?? "")(name)"
    case .fields: otherwise = "self = .\(unknown?.name.source ?? "")"
    }
    return [container, "let name: Swift.String = \(name)", "switch name {"] + branches
      + ["default:\n  \(otherwise)", "}"]
  }

  private func decode(_ element: CaseModel, tag: String?) -> [String] {
    switch element.content {
    case .object(let type):
      return ["self = \(element.make(["try \(type)(from: decoder)"]))"]
    case .fields(let fields):
      var statements: [String] = []
      let container = tag == nil ? "values" : "container"
      if tag == nil {
        let nested = "try container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: \(literal(element.key)))"
        statements.append("\(fields.isEmpty ? "_" : "let values") = \(nested)")
      }
      let values = fields.map { value -> String in
        let field = value.field
        let key = literal(field.key)
        if field.isOptional { return "try \(container).\(field.decoder)(\(key))" }
        guard let value = field.value else { return "try \(container)._required(\(key))" }
        return field.wrapped == nil
          ? "try \(container)._optional(\(key)) ?? \(value)"
          : "try \(container).contains(\(key)) ? \(container)._required(\(key)) : \(value)"
      }
      return statements + ["self = \(element.make(values))"]
    }
  }

  /// Returns the statements that write the case with any coder.
  func encode(_ cases: [CaseModel], tag: String?) -> [String] {
    let branches = cases.map { element in
      "case \(element.isUnknown ? ".\(element.name.source)" : element.pattern):\n"
        + indented(encode(element, tag: tag))
    }
    let usesContainer = cases.contains { !$0.isUnknown }
    let container = "var container = encoder.container(keyedBy: Naru._PayloadKey.self)"
    return (usesContainer ? [container] : []) + ["switch self {"] + branches + ["}"]
  }

  private func encode(_ element: CaseModel, tag: String?) -> [String] {
    if element.isUnknown { return ["throw Naru._unwritableCase(self, at: encoder.codingPath)"] }
    var statements: [String] = []
    let container = tag == nil ? "values" : "container"
    if let tag {
      statements.append("try container._required(\(literal(tag)), \(literal(element.key)))")
    } else {
      let isEmpty = if case .fields(let fields) = element.content { fields.isEmpty } else { false }
      let nested = "container.nestedContainer(keyedBy: Naru._PayloadKey.self, forKey: \(literal(element.key)))"
      statements.append("\(isEmpty ? "_" : "var values") = \(nested)")
    }
    switch element.content {
    case .object: statements.append("try value0.encode(to: encoder)")
    case .fields(let fields):
      statements += fields.enumerated().map { index, value in
        "try \(container).\(encoder(value.field))(\(literal(value.field.key)), value\(index))"
      }
    }
    return statements
  }
}
