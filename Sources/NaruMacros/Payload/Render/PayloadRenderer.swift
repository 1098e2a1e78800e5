/// The renderer of a model's expansion. It does not depend on syntax.
///
/// Everything is `nonisolated`, because the user's module may isolate to the main actor by default. Types of the
/// runtime are qualified, because a model needs no other import.
///
/// Everything that names the user's types is a member, because an extension of a nested type does not see the names of
/// the enclosing type. The initializers of a struct are in the extension, so that Swift still generates the memberwise
/// one; therefore they name no types.
struct PayloadRenderer {
  let payload: PayloadModel

  /// All members, each a declaration.
  var members: [String] {
    var members = [memberwise, encoding, fields, writing, schema]
    if !payload.isStruct { members += [decoding, reading] }
    return members.compactMap(\.self)
  }

  /// The members of the extension with the conformance.
  var extensionMembers: [String] {
    (payload.isStruct ? [decoding, reading, conditionalSchema] : [conditionalSchema]).compactMap(\.self)
  }

  /// The modifiers of generated declarations.
  var modifiers: String { "\(payload.access)nonisolated" }

  /// The `where` clause of the extension and of members outside it, if the conformance depends on generic parameters.
  var conditions: String {
    let requirements = payload.conditions.map { "\($0): Naru.Payload" }
    return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
  }

  /// The `where` clause of an initializer. Those of a struct are in the extension, which has it.
  var initializerConditions: String { payload.isStruct ? "" : conditions }

  /// The attribute of members that use deprecated fields: only deprecated declarations can do so without a warning.
  /// These members are called through the protocol, which does not warn.
  var deprecation: String { payload.usesDeprecated ? "@available(*, deprecated)\n" : "" }

  /// The names of a struct's fields, as an array.
  var declaredNames: String {
    guard case .fields(let fields) = payload.shape else { return "[]" }
    return "[\(fields.map { literal($0.key) }.joined(separator: ", "))]"
  }

  /// Returns the statements of a generated function, or a trap if the payload has mistakes.
  func body(_ statements: [String]) -> String {
    indented(payload.hasMistakes ? ["Swift.preconditionFailure(\"This payload has mistakes.\")"] : statements)
  }
}

extension PayloadRenderer {
  /// The initializer with all fields.
  private var memberwise: String? {
    guard let fields = payload.memberwise else { return nil }
    let parameters = fields.map { field in
      let value = field.value ?? (field.wrapped == nil ? nil : "nil")
      return "\(field.name.parameter): \(field.type)\(value.map { " = \($0)" } ?? "")"
    }
    let documentation = fields.compactMap { field -> String? in
      let summary = field.documentation.prefix { !$0.isEmpty }.joined(separator: " ")
      return summary.isEmpty ? nil : "///   - \(field.name.text): \(summary)\n"
    }
    return """
      /// Creates a value from all fields.
      \(documentation.isEmpty ? "" : "///\n/// - Parameters:\n\(documentation.joined())")\
      \(deprecation)\(modifiers) init(\(list(parameters))) {
      \(body(fields.map { "self.\($0.name.source) = \($0.name.local)" }))
      }
      """
  }
}

extension PayloadRenderer {
  /// `init(from:)` for any coder.
  private var decoding: String? {
    guard !payload.written.contains(.decoding) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .rawValues: return nil
    case .fields(let fields): statements = decode(fields)
    case .union(let cases, let tag): statements = decode(cases, tag: tag)
    case .untagged(let cases): statements = decode(cases)
    }
    return """
      /// Reads a value with any coder.
      \(deprecation)\(modifiers) init(from decoder: any Swift.Decoder) throws\(initializerConditions) {
      \(body(statements))
      }
      """
  }

  /// `encode(to:)` for any coder.
  private var encoding: String? {
    guard !payload.written.contains(.encoding) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .rawValues: return nil
    case .fields(let fields): statements = encode(fields)
    case .union(let cases, let tag): statements = encode(cases, tag: tag)
    case .untagged(let cases): statements = encode(cases)
    }
    return """
      /// Writes the value with any coder.
      \(deprecation)\(modifiers) func encode(to encoder: any Swift.Encoder) throws\(conditions) {
      \(body(statements))
      }
      """
  }

  private func decode(_ fields: [FieldModel]) -> [String] {
    let fields = fields.filter { !$0.isConstant }
    var statements = fields.map { field in
      let key = literal(field.key)
      if field.isOptional { return "self.\(field.name.source) = try container.\(field.decoder)(\(key))" }
      if let wrapper = field.wrapper {
        // A wrapper may have its own overload of `decode`.
        let statement = "\(field.property) = try container.decode(\(wrapper).self, forKey: \(key))"
        return field.value == nil ? statement : "if container.contains(\(key)) { \(statement) }"
      }
      let statement = "self.\(field.name.source) = try container._required(\(key))"
      // The property has its default value, which only a value in the document replaces.
      guard field.value != nil else { return statement }
      guard field.wrapped == nil else { return "if container.contains(\(key)) { \(statement) }" }
      let name = field.name.source
      return
        "if let value = try container._optional(\(key), of: { (value: Self) in value.\(name) }) { self.\(name) = value }"
    }
    let container = "try decoder.container(keyedBy: Naru._PayloadKey.self)"
    if let others = payload.others {
      statements.append("self.\(others.name.source) = try container._others(besides: \(declaredNames))")
    }
    return ["\(statements.isEmpty ? "_" : "let container") = \(container)"] + statements
  }

  private func encode(_ fields: [FieldModel]) -> [String] {
    var statements = fields.map { field in
      let key = literal(field.key)
      if field.wrapper != nil { return "try container.encode(\(field.property), forKey: \(key))" }
      return "try container.\(encoder(field))(\(key), self.\(field.name.source))"
    }
    let container = "encoder.container(keyedBy: Naru._PayloadKey.self)"
    if let others = payload.others {
      statements.append("try container._others(self.\(others.name.source), besides: \(declaredNames))")
    }
    return ["\(statements.isEmpty ? "_" : "var container") = \(container)"] + statements
  }

  /// Returns the name of the method that writes a field.
  func encoder(_ field: FieldModel) -> String {
    guard field.wrapped != nil else { return "_required" }
    // `nil` is written as `null` if an absent field has another meaning.
    return field.isOptional && (!payload.writesNull || field.distinguishesNull) ? "_optional" : "_nullable"
  }
}

extension FieldModel {
  /// The name of the method that reads an optional field with any coder.
  var decoder: String { distinguishesNull ? "_nullable" : "_optional" }
}
