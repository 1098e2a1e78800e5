extension PayloadRenderer {
  /// `write(to:)` for JSON.
  var writing: String? {
    guard !payload.written.contains(.writing) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .fields(let fields):
      let others = payload.others.map { "try json._otherFields(self.\($0.name.source), besides: \(declaredNames))" }
      statements =
        ["json.beginObject()"] + fields.map { write($0, $0.property) } + [others].compactMap(\.self)
        + ["json.endObject()"]
    case .rawValues: return nil
    case .union(let cases, let tag): statements = write(cases, tag: tag)
    case .untagged(let cases): statements = write(cases)
    }
    return """
      /// Writes the value directly as JSON.
      \(deprecation)\(modifiers) func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError)\(conditions) {
      \(body(statements))
      }
      """
  }

  private func write(_ field: FieldModel, _ value: String) -> String {
    // `nil` is written as `null` if an absent field has another meaning.
    let isNullable = encoder(field) == "_nullable" && field.wrapper == nil
    return "try json.field(\(literal(field.key)), \(isNullable ? "nullable: " : "")\(value))"
  }

  private func write(_ cases: [CaseModel], tag: String?) -> [String] {
    let branches = cases.map { element in
      "case \(element.isUnknown ? ".\(element.name.source)" : element.pattern):\n"
        + indented(write(element, tag: tag))
    }
    return ["json.beginObject()", "switch self {"] + branches + ["}", "json.endObject()"]
  }

  private func write(_ element: CaseModel, tag: String?) -> [String] {
    if element.isUnknown {
      return ["throw json.invalid(expected: \"a known case\")"]
    }
    var statements: [String]
    switch element.content {
    case .object: statements = ["try json._fields(of: value0)"]
    case .fields(let values): statements = values.enumerated().map { write($1.field, "value\($0)") }
    }
    if let tag { return ["try json.field(\(literal(tag)), \(literal(element.key)))"] + statements }
    statements = ["json.beginObject()"] + statements + ["json.endObject()"]
    return ["json._key(\(literal(element.key)))"] + statements + ["json._endField()"]
  }
}

extension FieldModel {
  /// The stored property, which for a wrapped one is the wrapper.
  var property: String { "self.\(storage)" }

  /// The name of the stored property.
  var storage: String { wrapper == nil ? name.source : name.derived("_\(name.text)") }
}
