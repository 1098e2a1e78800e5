extension PayloadRenderer {
  /// `init(from:)` for JSON.
  var reading: String? {
    guard !payload.written.contains(.reading) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .fields(let fields): statements = assignments(ReadField.all(fields))
    case .rawValues(let cases, _):
      // Numbers need only the runtime's own reader.
      guard cases.contains(where: { $0.text != nil }) else { return nil }
      statements = readRawValue(cases)
    case .union(let cases, let tag?): statements = readTagged(cases, tag: tag)
    case .union(let cases, nil): statements = readKeyed(cases)
    case .untagged(let cases): statements = read(cases)
    }
    return """
      /// Reads a value directly from JSON.
      \(deprecation)\(modifiers) init(from json: inout Naru.JSONReader) throws(Naru.JSONError)\(initializerConditions) {
      \(body(statements))
      }
      """
  }

  /// The function that reads the fields of a struct. It returns them in a tuple, with `nil` for an absent field that
  /// has a default value, and the state of the object if `assignments` needs it.
  var fields: String? {
    guard case .fields(let fields) = payload.shape, !payload.written.contains(.reading), !payload.hasMistakes else {
      return nil
    }
    let read = ReadField.all(fields)
    let wrapped = read.filter { $0.field.wrapper != nil }
    let generics = wrapped.map { "\($0.wrapperType): Swift.Decodable" }.joined(separator: ", ")
    let parameters = wrapped.map { ", _: (Self) -> \($0.wrapperType)" }.joined()
    var types = read.map(\.resultType)
    var values = read.map(\.result)
    if read.contains(where: \.isCheckedByInitializer) {
      types.append("Naru.JSONFields")
      values.append("fields")
    }
    if let others = payload.others {
      types.append(others.type)
      values.append("others")
    }
    return """
      \(deprecation)@inline(__always)
      private nonisolated static func payloadFields\(generics.isEmpty ? "" : "<\(generics)>")(
        from json: inout Naru.JSONReader\(parameters)
      ) throws(Naru.JSONError) -> (\(types.joined(separator: ", ")))\(conditions) {
      \(body(loop(read) + ["return (\(values.joined(separator: ", ")))"]))
      }
      """
  }

  /// The statements that assign the results of `payloadFields` to the properties.
  private func assignments(_ fields: [ReadField]) -> [String] {
    let wrappers = fields.map(\.field).filter { $0.wrapper != nil }
      .map { ", { (value: Self) in value.\($0.storage) }" }
    let call = "try Self.payloadFields(from: &json\(wrappers.joined()))"
    let keepsState = fields.contains(where: \.isCheckedByInitializer)
    let count = fields.count + (keepsState ? 1 : 0) + (payload.others == nil ? 0 : 1)
    guard count > 0 else { return [call] }
    let isTuple = count > 1
    let others = payload.others.map { "self.\($0.name.source) = values\(isTuple ? ".\(count - 1)" : "")" }
    return ["let values = \(call)"]
      + fields.map { read in
        let field = read.field
        let value = isTuple ? "values.\(read.index)" : "values"
        if read.isCheckedByInitializer {
          return "\(field.property) = try json.required(\(value), \(literal(field.key)), in: values.\(fields.count))"
        }
        if field.isOptional || field.value == nil { return "\(field.property) = \(value)" }
        return "if let value = \(value) { \(field.property) = value }"
      } + [others].compactMap(\.self)
  }

  /// The loop over the fields of an object, which leaves the values in `value0`, `value1`, ….
  private func loop(_ fields: [ReadField], state: String = "fields") -> [String] {
    var variables = fields.map { "var \($0.variable): \($0.variableType)" }
    var reads = fields.map { read in
      "  if \(matchesField(read.field.key, read.index, state)) { \(read.variable) = try json.field(\(read.arguments)) }"
    }
    if let others = payload.others {
      variables.append("var others: \(others.type) = [:]")
      reads.append("  try json._otherField(&others, besides: \(declaredNames), in: &\(state))")
    }
    return variables + ["var \(state) = try json.beginObject(Self.self)"] + furtherStates(state, count: fields.count)
      + ["while try json.nextField(in: &\(state)) {"] + reads + ["}"]
  }

  /// The condition that the reader is at a key.
  private func matchesField(_ key: String, _ index: Int, _ state: String) -> String {
    "json.matchesField(\(literal(key)), at: \(index % 64), in: &\(state)\(index < 64 ? "" : "\(index / 64)"))"
  }

  /// The further variables with the state of an object: each one holds 64 fields.
  private func furtherStates(_ state: String, count: Int) -> [String] {
    stride(from: 64, to: count, by: 64).map { "var \(state)\($0 / 64) = \(state)" }
  }
}

/// A field in the generated code that reads an object.
private struct ReadField {
  let field: FieldModel
  let index: Int

  /// The fields that are read: all but constants.
  static func all(_ fields: [FieldModel]) -> [ReadField] {
    fields.filter { !$0.isConstant }.enumerated().map { ReadField(field: $1, index: $0) }
  }

  /// The variable that holds the value.
  var variable: String { "value\(index)" }

  /// The generic parameter for the type of the property wrapper, whose arguments only the compiler knows.
  var wrapperType: String { "Wrapper\(index)" }

  /// Whether the initializer checks if the field may be absent. Only the initializer knows the full type of a wrapper,
  /// and so whether it wraps an optional.
  var isCheckedByInitializer: Bool { field.wrapper != nil && field.value == nil }

  /// The type of the variable: one more optional than the field has, so that an absent field differs from `null`.
  var variableType: String {
    if field.wrapper != nil { return "\(wrapperType)?" }
    guard let wrapped = field.wrapped else { return "\(field.type)?" }
    return field.isOptional ? "\(wrapped)?" : "\(wrapped)??"
  }

  /// The type that is read from JSON.
  var readType: String {
    if field.wrapper != nil { return wrapperType }
    // Reading the wrapped type turns `null` into a value that is `nil`.
    if field.distinguishesNull, let wrapped = field.wrapped { return wrapped }
    // `null` means the default value.
    return field.wrapped == nil && field.value != nil ? "\(field.type)?" : field.type
  }

  /// The arguments of the call that reads the value.
  var arguments: String {
    "\(readType).self"
      + (field.constraints.isEmpty ? "" : ", constraints: [\(field.constraints.joined(separator: ", "))]")
  }

  /// The type of the result of `payloadFields`.
  var resultType: String {
    field.wrapper == nil && (field.isOptional || field.value == nil) ? field.type : variableType
  }

  /// The expression for the result of `payloadFields`.
  var result: String {
    field.wrapper != nil || field.isOptional || field.value != nil ? variable : required(in: "fields")
  }

  /// The expression for the argument of a case.
  func argument(in state: String) -> String {
    if field.isOptional { return variable }
    if let value = field.value { return "\(variable) ?? \(value)" }
    return required(in: state)
  }

  private func required(in state: String) -> String {
    "try json.required(\(variable), \(literal(field.key)), in: \(state))"
  }
}

extension PayloadRenderer {
  private func readRawValue(_ cases: [RawCaseModel]) -> [String] {
    let comparisons = cases.compactMap { element -> String? in
      guard let text = element.text, isPlainKey(text) else { return nil }
      return "if json._takeString(\(literal(text))) { self = .\(element.name.source); return }"
    }
    return comparisons + ["self = try json._rawValue(Self.self)"]
  }

  /// The statements that read an object whose tag names the case.
  private func readTagged(_ cases: [CaseModel], tag: String) -> [String] {
    let known = cases.filter { !$0.isUnknown }
    let branches = known.map { element in
      "case \(literal(element.key)):\n" + indented(read(element, into: "self = ", state: "fields"))
    }
    let otherwise: [String]
    if let unknown = cases.first(where: \.isUnknown) {
      otherwise = ["try json.skipValue()", "self = \(unknown.make(["name"]))"]
    } else {
      otherwise = ["throw json._unknownTag(of: \(literal(names(known))), at: \(literal(tag)))"]
    }
    return ["let name: Swift.String = try json._peekString(\(literal(tag)))", "switch name {"] + branches
      + ["default:\n" + indented(otherwise), "}"]
  }

  /// The statements that read an object with a single field, whose key names the case.
  private func readKeyed(_ cases: [CaseModel]) -> [String] {
    let known = cases.filter { !$0.isUnknown }
    let unknown = cases.first(where: \.isUnknown)
    let branches = known.enumerated().map { index, element in
      // The object in the field has a loop of its own, with its own state. `Self` is explicit, because `.none` of an
      // optional would be `nil`.
      let statements = ["number += 1"] + read(element, into: "value = Self", state: "inner") + ["try json._endField()"]
      return "if \(matchesField(element.key, index, "fields")) {\n\(indented(statements))\n}"
    }
    var otherwise = ["throw json._invalid(expected: \(literal("exactly one of \(names(known))")), in: fields)"]
    if let unknown {
      let isNamed = if case .object = unknown.content { true } else { false }
      let condition = isNamed ? "let name" : "name != nil"
      otherwise = [
        "guard number == 0, \(condition) else { \(otherwise[0]) }", "self = \(unknown.make(["name"]))", "return",
      ]
    }
    let name = unknown == nil ? [] : ["let name: Swift.String? = try json._peekOnlyKey()"]
    return name + ["var value: Self?", "var number = 0", "var fields = try json.beginObject(Self.self)"]
      + furtherStates("fields", count: known.count)
      + ["while try json.nextField(in: &fields) {\n\(indented(branches))\n}"]
      + ["guard let value, number == 1 else {\n\(indented(otherwise))\n}", "self = value"]
  }

  /// The statements that read the values of a case from the object at the reader's position.
  private func read(_ element: CaseModel, into target: String, state: String) -> [String] {
    switch element.content {
    case .object(let type): return ["\(target)\(element.make(["try json.value(\(type).self)"]))"]
    case .fields(let values):
      let fields = values.map(\.field).enumerated().map { ReadField(field: $1, index: $0) }
      return loop(fields, state: state) + ["\(target)\(element.make(fields.map { $0.argument(in: state) }))"]
    }
  }

  private func names(_ cases: [CaseModel]) -> String { cases.map(\.key).joined(separator: ", ") }
}
