/// Writes what a model expands to. Knows nothing of syntax.
///
/// Everything is `nonisolated`, because the user's module may isolate to the main actor by default, and names the runtime's
/// types with their module, because a model needs no other import. Everything that names a type of the user is a member: in
/// an extension of a nested type the names of the type around it can't be seen.
struct PayloadRenderer {
  let payload: PayloadModel

  init(_ payload: PayloadModel) {
    self.payload = payload
  }

  /// All members, each a declaration.
  var members: [String] {
    [memberwise, decoding, encoding, reading, writing, schema].compactMap(\.self)
  }

  /// What comes before a generated declaration.
  var modifiers: String { "\(payload.access)nonisolated" }

  /// What a generated member has behind its signature, where the type depends on its parameters.
  var conditions: String {
    let requirements = payload.conditions.map { "\($0): Naru.Payload" }
    return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
  }

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
    guard let memberwise = payload.memberwise else { return nil }
    let parameters = memberwise.fields.map { field in
      let value = field.value ?? (field.wrapped == nil ? nil : "nil")
      return "\(field.name.source): \(field.type)\(value.map { " = \($0)" } ?? "")"
    }
    let documentation = memberwise.fields.compactMap { field -> String? in
      let summary = field.documentation.prefix { !$0.isEmpty }.joined(separator: " ")
      return summary.isEmpty ? nil : "///   - \(field.name.text): \(summary)\n"
    }
    return """
      /// A value of which every field is given.
      \(documentation.isEmpty ? "" : "///\n/// - Parameters:\n\(documentation.joined())")\
      \(deprecation)\(memberwise.access)nonisolated init(\(list(parameters))) {
      \(body(memberwise.fields.map { "self.\($0.name.source) = \($0.name.source)" }))
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
      \(deprecation)\(modifiers) init(from decoder: any Swift.Decoder) throws\(conditions) {
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
      return "if let value: \(field.type) = try container.optional(\(key)) { self.\(field.name.source) = value }"
    }
    let container = "try decoder.container(keyedBy: Naru.PayloadKey.self)"
    return ["\(fields.isEmpty ? "_" : "let container") = \(container)"] + statements
  }

  private func encode(_ fields: [FieldModel]) -> [String] {
    let statements = fields.map { field in
      let key = literal(field.key)
      if field.wrapper != nil { return "try container.encode(self._\(field.name.text), forKey: \(key))" }
      let method = field.isOptional && !payload.writesNull ? "optional" : "required"
      return "try container.\(method)(\(key), self.\(field.name.source))"
    }
    let container = "encoder.container(keyedBy: Naru.PayloadKey.self)"
    return ["\(fields.isEmpty ? "_" : "var container") = \(container)"] + statements
  }
}
