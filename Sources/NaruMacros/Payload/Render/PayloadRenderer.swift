/// Writes what a model expands to. Knows nothing of syntax.
///
/// Everything is `nonisolated`, because the user's module may isolate to the main actor by default, and names the runtime's
/// types with their module, because a model needs no other import.
///
/// What names a type of the user is a member: in an extension of a nested type the names of the type around it can't be seen.
/// The initialisers of a struct are in the extension, because beside one of them Swift would not write its own, with all
/// fields; so they name no types.
struct PayloadRenderer {
  let payload: PayloadModel

  init(_ payload: PayloadModel) {
    self.payload = payload
  }

  /// All members, each a declaration.
  var members: [String] {
    var members = [memberwise, encoding, fields, writing, schema]
    if !payload.isStruct { members += [decoding, reading] }
    return members.compactMap(\.self)
  }

  /// What the extension with the conformance has in it.
  var extensionMembers: [String] {
    (payload.isStruct ? [decoding, reading, conditionalSchema] : [conditionalSchema]).compactMap(\.self)
  }

  /// What comes before a generated declaration.
  var modifiers: String { "\(payload.access)nonisolated" }

  /// What the extension, and a generated member that is not in it, has behind its signature where the type depends on its
  /// parameters.
  var conditions: String {
    let requirements = payload.conditions.map { "\($0): Naru.Payload" }
    return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
  }

  /// What an initialiser has there.
  var initializerConditions: String { payload.isStruct ? "" : conditions }

  /// What stands above a member that uses the fields: a use of a deprecated one is silent only in what is deprecated itself,
  /// and nobody calls these members other than through the protocol.
  var deprecation: String { payload.usesDeprecated ? "@available(*, deprecated)\n" : "" }

  /// The statements of a generated function, or something in their place that has no errors of its own.
  func body(_ statements: [String], indentation: String = "  ") -> String {
    (payload.hasMistakes ? ["Swift.preconditionFailure(\"This payload has mistakes.\")"] : statements)
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "\(indentation)\($0)" }
      .joined(separator: "\n")
  }
}

extension PayloadRenderer {
  /// The initialiser with all fields.
  private var memberwise: String? {
    guard let fields = payload.memberwise else { return nil }
    let parameters = fields.map { field in
      let value = field.value ?? (field.wrapped == nil ? nil : "nil")
      return "\(field.name.source): \(field.type)\(value.map { " = \($0)" } ?? "")"
    }
    let documentation = fields.compactMap { field -> String? in
      let summary = field.documentation.prefix { !$0.isEmpty }.joined(separator: " ")
      return summary.isEmpty ? nil : "///   - \(field.name.text): \(summary)\n"
    }
    return """
      /// A value of which every field is given.
      \(documentation.isEmpty ? "" : "///\n/// - Parameters:\n\(documentation.joined())")\
      \(deprecation)\(modifiers) init(\(list(parameters))) {
      \(body(fields.map { "self.\($0.name.source) = \($0.name.source)" }))
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
    let statements = fields.map { field in
      let key = literal(field.key)
      if field.isOptional { return "self.\(field.name.source) = try container.optional(\(key))" }
      if let wrapper = field.wrapper {
        // The wrapper may have a `decode` of its own.
        let statement = "self._\(field.name.text) = try container.decode(\(wrapper).self, forKey: \(key))"
        return field.value == nil ? statement : "if container.contains(\(key)) { \(statement) }"
      }
      let statement = "self.\(field.name.source) = try container.required(\(key))"
      // The property has its own value already, so that only one that came is put in its place.
      guard field.value != nil else { return statement }
      guard field.wrapped == nil else { return "if container.contains(\(key)) { \(statement) }" }
      let name = field.name.source
      return
        "if let value = try container.optional(\(key), of: { (value: Self) in value.\(name) }) { self.\(name) = value }"
    }
    let container = "try decoder.container(keyedBy: Naru.PayloadKey.self)"
    return ["\(fields.isEmpty ? "_" : "let container") = \(container)"] + statements
  }

  private func encode(_ fields: [FieldModel]) -> [String] {
    let statements = fields.map { field in
      let key = literal(field.key)
      if field.wrapper != nil { return "try container.encode(self._\(field.name.text), forKey: \(key))" }
      return "try container.\(encoder(field))(\(key), self.\(field.name.source))"
    }
    let container = "encoder.container(keyedBy: Naru.PayloadKey.self)"
    return ["\(fields.isEmpty ? "_" : "var container") = \(container)"] + statements
  }

  /// The call that writes a field.
  func encoder(_ field: FieldModel) -> String {
    guard field.wrapped != nil else { return "required" }
    // `nil` has to be told from absent where absent means something else.
    return field.isOptional && !payload.writesNull ? "optional" : "nullable"
  }
}
