extension PayloadRenderer {
  /// `init(from:)` for JSON.
  var reading: String? {
    guard !payload.written.contains(.reading) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .fields(let fields): statements = assign(fields.filter { !$0.isConstant })
    case .rawValues(let cases, _):
      // Numbers need no more than the runtime's own reader.
      guard cases.contains(where: { $0.text != nil }) else { return nil }
      statements = read(cases)
    case .union(let cases, let tag?): statements = read(cases, tag: tag)
    case .union(let cases, nil): statements = read(cases)
    }
    return """
      /// Reads a value straight from JSON.
      \(deprecation)\(modifiers) init(from json: inout Naru.JSONReader) throws(Naru.JSONError)\(initializerConditions) {
      \(body(statements))
      }
      """
  }

  /// The function that reads the fields of a struct: a tuple, with `nil` for those that have a value of their own.
  var fields: String? {
    guard case .fields(let fields) = payload.shape, !payload.written.contains(.reading), !payload.hasMistakes else {
      return nil
    }
    let read = fields.filter { !$0.isConstant }
    let wrapped = read.indices.filter { read[$0].wrapper != nil }
    let parameters = wrapped.map { ", _: (Self) -> W\($0)" }.joined()
    let types = wrapped.map { "W\($0): Swift.Decodable" }.joined(separator: ", ")
    let isPlace = read.contains(where: \.isCheckedLate)
    let results = read.enumerated().map { index, field in
      if field.wrapper != nil { return "W\(index)?" }
      if field.isOptional || field.value == nil { return field.type }
      return field.wrapped.map { "\($0)??" } ?? "\(field.type)?"
    }
    let values = read.enumerated().map { index, field in
      if field.isOptional || field.value != nil || field.wrapper != nil { return "v\(index)" }
      return "try json.required(v\(index), \(literal(field.key)), in: fields)"
    }
    return """
      \(deprecation)@inline(__always)
      private nonisolated static func payloadFields\(types.isEmpty ? "" : "<\(types)>")(
        from json: inout Naru.JSONReader\(parameters)
      ) throws(Naru.JSONError) -> (\((results + (isPlace ? ["Naru.JSONFields"] : [])).joined(separator: ", ")))\(conditions) {
      \(body(loop(read) + ["return (\((values + (isPlace ? ["fields"] : [])).joined(separator: ", ")))"]))
      }
      """
  }

  /// `write(to:)` for JSON.
  var writing: String? {
    guard !payload.written.contains(.writing) else { return nil }
    let statements: [String]
    switch payload.shape {
    case .fields(let fields):
      statements = ["json.beginObject()"] + fields.map { write($0, property($0)) } + ["json.endObject()"]
    case .rawValues: return nil
    case .union(let cases, let tag): statements = write(cases, tag: tag)
    }
    return """
      /// Writes the value straight as JSON.
      \(deprecation)\(modifiers) func write(to json: inout Naru.JSONWriter) throws(Naru.JSONError)\(conditions) {
      \(body(statements))
      }
      """
  }

  /// The statements that give the properties what was read.
  private func assign(_ fields: [FieldModel]) -> [String] {
    let properties = fields.filter { $0.wrapper != nil }.map { ", { (value: Self) in value._\($0.name.text) }" }
    let read = "try Self.payloadFields(from: &json\(properties.joined()))"
    guard !fields.isEmpty else { return [read] }
    let isPlace = fields.contains(where: \.isCheckedLate)
    return ["let values = \(read)"]
      + fields.enumerated().map { index, field in
        let value = fields.count == 1 && !isPlace ? "values" : "values.\(index)"
        if field.isCheckedLate {
          return "\(property(field)) = try json.required(\(value), \(literal(field.key)), in: values.\(fields.count))"
        }
        return field.isOptional || field.value == nil
          ? "\(property(field)) = \(value)" : "if let value = \(value) { \(property(field)) = value }"
      }
  }

  /// The loop over the fields of an object, which leaves the values in `v0`, `v1`, ….
  private func loop(_ fields: [FieldModel], came: String = "fields") -> [String] {
    let variables = fields.enumerated().map { index, field in
      // Of the type of a wrapper only the compiler knows the arguments.
      if field.wrapper != nil { return "var v\(index): W\(index)?" }
      // One level more than the type has says whether it came.
      return "var v\(index): \(field.wrapped ?? field.type)\(field.wrapped == nil || field.isOptional ? "?" : "??")"
    }
    // A variable remembers which of 64 fields came.
    let more = stride(from: 64, to: fields.count, by: 64).map { "var \(came)\($0 / 64) = \(came)" }
    let reads = fields.enumerated().map { index, field in
      let those = index < 64 ? came : "\(came)\(index / 64)"
      // `null` is as good as no value where there is one for that.
      let type =
        field.wrapper.map { _ in "W\(index)" }
        ?? (field.wrapped == nil && field.value != nil ? "\(field.type)?" : field.type)
      return
        "  if json.isAt(\(literal(field.key)), \(index % 64), in: &\(those)) { v\(index) = try json.field(\(type).self) }"
    }
    return variables + ["var \(came) = try json.beginObject(Self.self)"] + more
      + ["while try json.nextField(in: &\(came)) {"] + reads + ["}"]
  }

  private func write(_ field: FieldModel, _ value: String) -> String {
    // `nil` has to be told from absent where absent means something else.
    let isNullable = field.wrapped != nil && field.wrapper == nil && (payload.writesNull || !field.isOptional)
    return "try json.field(\(literal(field.key)), \(isNullable ? "nullable: " : "")\(value))"
  }

  private func property(_ field: FieldModel) -> String {
    "self.\(field.wrapper == nil ? field.name.source : "_\(field.name.text)")"
  }
}

extension PayloadRenderer {
  private func read(_ cases: [RawCaseModel]) -> [String] {
    let comparisons = cases.compactMap { element -> String? in
      guard let text = element.text, isPlainKey(text) else { return nil }
      return "if json.takeString(\(literal(text))) { self = .\(element.name.source); return }"
    }
    return comparisons + ["self = try json.rawValue(Self.self)"]
  }

  /// An object whose tag says what the other fields are.
  private func read(_ cases: [CaseModel], tag: String) -> [String] {
    let known = cases.filter { !$0.isUnknown }
    let branches = known.map { element in
      "case \(literal(element.key)):\n" + indented(read(element, orAt: nil))
    }
    let otherwise: [String]
    if let unknown = cases.first(where: \.isUnknown) {
      otherwise = ["try json.skipValue()", "self = \(unknown.make(["name"]))"]
    } else {
      otherwise = ["throw json.invalid(expected: \(literal(oneOf(known))), at: \(literal(tag)))"]
    }
    return ["let name: Swift.String = try json.peekString(\(literal(tag)))", "switch name {"] + branches
      + ["default:\n" + indented(otherwise), "}"]
  }

  /// An object with one field, which is called after the case.
  private func read(_ cases: [CaseModel]) -> [String] {
    let known = cases.filter { !$0.isUnknown }
    let unknown = cases.first(where: \.isUnknown)
    let more = stride(from: 64, to: known.count, by: 64).map { "var fields\($0 / 64) = fields" }
    let branches = known.enumerated().map { index, element in
      let came = index < 64 ? "fields" : "fields\(index / 64)"
      return "if json.isAt(\(literal(element.key)), \(index % 64), in: &\(came)) {\n"
        + indented(["number += 1"] + read(element, orAt: "value") + ["try json.endField()"]) + "\n}"
    }
    var otherwise = "throw json.invalid(expected: \(literal("exactly one of " + names(known))), in: fields)"
    if let unknown {
      let isNamed = unknown.pattern.contains("v0")
      otherwise =
        "guard number == 0, \(isNamed ? "let name" : "name != nil") else { \(otherwise) }\nself = \(unknown.make(["name"]))\nreturn"
    }
    let name = unknown == nil ? [] : ["let name: Swift.String? = try json.peekOnlyKey()"]
    return name + ["var value: Self?", "var number = 0", "var fields = try json.beginObject(Self.self)"] + more
      + ["while try json.nextField(in: &fields) {\n\(indented(branches))\n}"]
      + ["guard let value, number == 1 else {\n\(indented([otherwise]))\n}", "self = value"]
  }

  /// The statements that read the values of a case from the object in front of the reader.
  private func read(_ element: CaseModel, orAt variable: String?) -> [String] {
    // Of an optional `.none` would be something else.
    let target = variable.map { "\($0) = Self" } ?? "self = "
    switch element.content {
    case .object(let type): return ["\(target)\(element.make(["try json.value(\(type).self)"]))"]
    case .fields(let values):
      let fields = values.map(\.field)
      // An object inside of another has a loop of its own, with names of its own.
      let came = variable == nil ? "fields" : "inner"
      let arguments = fields.enumerated().map { index, field in
        if field.isOptional { return "v\(index)" }
        if let value = field.value { return "v\(index) ?? \(value)" }
        return "try json.required(v\(index), \(literal(field.key)), in: \(came))"
      }
      return loop(fields, came: came) + ["\(target)\(element.make(arguments))"]
    }
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
      return ["throw json.invalid(expected: \"a case that is known, and not the one for what was not understood\")"]
    }
    var statements: [String]
    switch element.content {
    case .object: statements = ["try json.fields(of: v0)"]
    case .fields(let values): statements = values.enumerated().map { write($1.field, "v\($0)") }
    }
    if let tag { return ["try json.field(\(literal(tag)), \(literal(element.key)))"] + statements }
    statements = ["json.beginObject()"] + statements + ["json.endObject()"]
    return ["json.key(\(literal(element.key)))"] + statements + ["json.endField()"]
  }

  private func oneOf(_ cases: [CaseModel]) -> String { "one of \(names(cases))" }

  private func names(_ cases: [CaseModel]) -> String { cases.map(\.key).joined(separator: ", ") }
}

extension FieldModel {
  /// Whether only the initialiser can tell if it may be absent: it knows the whole type of the wrapper, and so whether that is
  /// one of an optional number. It has to know where the object is.
  fileprivate var isCheckedLate: Bool { wrapper != nil && value == nil }
}
