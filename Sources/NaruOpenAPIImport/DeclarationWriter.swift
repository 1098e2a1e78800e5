import Naru

extension SwiftText {
  /// Adds a declaration of a type, with the types that are nested in it.
  mutating func add(_ id: Int, _ types: TypeImporter, nested: [SwiftText]) {
    let declaration = types.declarations[id]
    let name = declaration.name
    let indirect = types.isIndirect[id] ? "indirect " : ""
    comment(declaration.documentation)
    switch declaration.shape {
    case .fields(let fields): add(fields, declaration, types)
    case .values(let values, let type):
      line("@Payload")
      line("public enum \(name): \(type), Sendable, Hashable, CaseIterable {")
      for value in values {
        comment(value.documentation, 2)
        line("case \(SwiftName.escaped(value.name))" + (value.isNameOfValue ? "" : " = \(value.literal)"), 2)
      }
    case .tagged(let cases, let tag):
      line("@Payload(tag: \(literal(tag)))")
      line("public \(indirect)enum \(name): Sendable, Hashable {")
      for element in cases { add(element, types) }
    case .untagged(let cases):
      line("@Payload(untagged: true)")
      line("public \(indirect)enum \(name): Sendable, Hashable {")
      for element in cases {
        line("case \(SwiftName.escaped(element.name))(\(element.type.map(types.text) ?? "JSONValue"))", 2)
      }
    case .forms(let forms): add(forms, name, types)
    case .headers(let body, let names): add(body, names, name, types)
    case .alias(let type): return line("public typealias \(name) = \(types.written(type))")
    }
    for text in nested {
      line()
      append(text)
    }
    line("}")
  }

  private mutating func add(
    _ fields: [ImportedDeclaration.Field],
    _ declaration: ImportedDeclaration,
    _ types: TypeImporter
  ) {
    // The rule that leaves fewer fields with a name of their own.
    let usesSnakeCase =
      fields.count { $0.key != SwiftName.snakeCase($0.name) } < fields.count { $0.key != $0.name }
    let writesNull = !declaration.omitsNull && fields.contains { $0.isRequired && $0.type.isNullable }
    let arguments = [usesSnakeCase ? "keys: .snakeCase" : nil, "init: true", writesNull ? "nulls: true" : nil]
    line("@Payload(\(arguments.compactMap(\.self).joined(separator: ", ")))")
    line("public struct \(declaration.name): Sendable, Hashable {")
    for field in fields {
      comment(field.documentation, 2)
      if field.isDeprecated { line("@available(*, deprecated)", 2) }
      var attributes: [String] = []
      if field.key != (usesSnakeCase ? SwiftName.snakeCase(field.name) : field.name) {
        attributes.append("@Key(\(literal(field.key)))")
      }
      if !field.type.constraints.isEmpty {
        attributes.append("@Constraints(\(field.type.constraints.map(\.written).joined(separator: ", ")))")
      }
      if field.isIndirect { attributes.append("@Indirect") }
      let type = types.text(field.type) + field.optional
      // A field with a default value writes `null`, because an absent one would have the default value.
      let value = field.value.map { " = \($0)" } ?? (field.writesNull ? " = Optional.none" : "")
      let property = "public var \(SwiftName.escaped(field.name)): \(type)\(value)"
      let whole = (attributes + [property]).joined(separator: " ")
      if level + whole.count + 2 <= 120 {
        line(whole, 2)
      } else {
        for attribute in attributes { line(attribute, 2) }
        line(property, 2)
      }
    }
    if let others = declaration.others {
      comment(others.documentation, 2)
      line("@Unknown public var \(SwiftName.escaped(others.name)): \(types.text(others.type))", 2)
    }
  }

  private mutating func add(_ body: ImportedValue?, _ names: [String], _ name: String, _ types: TypeImporter) {
    let type = body.map(types.written) ?? "Void"
    line("public struct \(name): ResultWithHeaders {")
    line("/// The value in the body.", 2)
    line("public var body: \(type)\(body == nil ? " { () }" : "")", 2)
    line("/// The header fields.", 2)
    line("public var headers: HTTPFields", 2)
    line()
    line("/// Creates a result.", 2)
    line("public init(body: \(type)\(body == nil ? " = ()" : ""), headers: HTTPFields) {", 2)
    if body != nil { line("self.body = body", 4) }
    line("self.headers = headers", 4)
    line("}", 2)
    line()
    line("/// The names of the header fields.", 2)
    let list = names.map(literal).joined(separator: ", ")
    line("public static let headerNames = [\(list)].compactMap { HTTPField.Name($0) }", 2)
    var unique = UniqueNames(["body", "headers", "init", "self"])
    for field in names {
      line()
      line("/// The header field `\(field)`.", 2)
      let member = SwiftName.escaped(unique.take(SwiftName.member(field)))
      line("public var \(member): String? { HTTPField.Name(\(literal(field))).flatMap { headers[$0] } }", 2)
    }
  }

  private mutating func add(_ forms: [ImportedDeclaration.Form], _ name: String, _ types: TypeImporter) {
    line("public enum \(name): ResultWithStatus {")
    for form in forms {
      let values = [form.type.map(types.written), form.headers.isEmpty ? nil : "headers: HTTPFields"].compactMap(\.self)
      line("case \(form.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")", 2)
    }
    line()
    line("/// The variants.", 2)
    line("public static let variants = [", 2)
    for form in forms {
      let headers = form.headers.map(literal).joined(separator: ", ")
      let parts = [
        "\(form.status)",
        form.type.map(types.written).map { $0.hasSuffix("?") ? "(\($0)).self" : "\($0).self" },
        headers.isEmpty ? nil : "headers: [\(headers)].compactMap { HTTPField.Name($0) }",
      ]
      line("ResponseVariant(\(parts.compactMap(\.self).joined(separator: ", "))),", 4)
    }
    line("]", 2)
    line()
    line("/// Reads a response.", 2)
    line("public init(_ response: ResultResponse) throws {", 2)
    line("switch response.status {", 4)
    for (index, form) in forms.enumerated().reversed() {
      let values = [
        form.type == nil ? nil : "try response.value()", form.headers.isEmpty ? nil : "headers: response.headers",
      ].compactMap(\.self)
      let value = ".\(form.name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")"
      line("\(index == 0 ? "default" : "case \(form.status)"): self = \(value)", 4)
    }
    line("}", 4)
    line("}", 2)
    line()
    line("/// The response to send.", 2)
    line("public var response: ResultResponse {", 2)
    line("switch self {", 4)
    for form in forms {
      let names = [form.type == nil ? nil : "let value", form.headers.isEmpty ? nil : "let headers"].compactMap(\.self)
      let parts = ["\(form.status)", form.type == nil ? nil : "value", form.headers.isEmpty ? nil : "headers: headers"]
      line(
        "case .\(form.name)\(names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"): "
          + "ResultResponse(\(parts.compactMap(\.self).joined(separator: ", ")))",
        4
      )
    }
    line("}", 4)
    line("}", 2)
  }

  private mutating func add(_ element: ImportedDeclaration.Case, _ types: TypeImporter) {
    let values =
      element.type.map { [types.text($0)] }
      ?? element.fields.map { "\(SwiftName.escaped($0.name)): \(types.text($0.type))\($0.optional)" }
    let key = element.name == element.tag ? "" : "@Key(\(literal(element.tag))) "
    let content = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    line("\(key)case \(SwiftName.escaped(element.name))\(content)", 2)
  }
}

extension TypeImporter {
  /// Returns a type as it is written, without an optional. The types in it that are nested are visible by their names.
  func text(_ type: ImportedType) -> String {
    switch type.shape {
    case .library(let name): name
    case .declared(let id): declarations[id].name
    case .extensible(let id): "ExtensibleEnum<\(declarations[id].name)>"
    case .list(let element): "[\(written(element))]"
    case .dictionary(let value): "[String: \(written(value))]"
    }
  }

  func written(_ type: ImportedType) -> String { type.isNullable ? "\(text(type))?" : text(type) }

  func written(_ value: ImportedValue) -> String {
    // A wrapper may be inside of another one.
    let text =
      value.wrapper.map { "\($0)<\(self.text(value.type))\($0.map { $0 == "<" ? ">" : "" }.joined())>" }
      ?? self.text(value.type)
    return value.isOptional ? "\(text)?" : text
  }
}

extension SwiftText {
  mutating func add(
    _ contract: ImportedContract,
    _ types: TypeImporter,
    failureNames: [ImportedEndpoint.Failure: String]
  ) {
    comment(contract.documentation)
    // Without authenticated calls, the macro would reject the schemes.
    let isAuthenticated = contract.endpoints.contains { $0.security.auth != ".none" }
    let schemes = isAuthenticated && contract.security.schemes != [.bearer] ? contract.security.schemes : []
    let arguments = [
      contract.basePath.isEmpty ? nil : literal(contract.basePath),
      contract.format == "BareJSON" ? nil : "format: \(contract.format).self",
      contract.host.map { "host: \(literal($0))" },
      contract.security.auth == ".none" ? nil : "auth: \(contract.security.auth)",
      Self.argument("security", schemes.map(\.written)),
    ].compactMap(\.self)
    if arguments.isEmpty { line("@API") } else { call("@API", arguments, 0) }
    line("public struct \(contract.name): Sendable {")
    for (index, endpoint) in contract.endpoints.enumerated() {
      if index > 0 { line() }
      add(endpoint, contract, types, failureNames)
    }
    line("}")
  }

  private mutating func add(
    _ endpoint: ImportedEndpoint,
    _ contract: ImportedContract,
    _ types: TypeImporter,
    _ failureNames: [ImportedEndpoint.Failure: String]
  ) {
    comment([endpoint.summary, endpoint.discussion].filter { !$0.isEmpty }.joined(separator: "\n\n"), 2)
    let documented = endpoint.parameters.filter { !$0.documentation.isEmpty }
    if !documented.isEmpty {
      // A comment begins with a summary.
      if endpoint.summary.isEmpty { line("/// `\(endpoint.method) \(endpoint.path)`", 2) }
      line("///", 2)
      line("/// - Parameters:", 2)
      for parameter in documented {
        let text = "- \(parameter.name): \(parameter.documentation.replacing("\n", with: " "))"
        for (index, part) in Self.wrap(text, 110).enumerated() { line("/// \(index == 0 ? "  " : "    ")\(part)", 2) }
      }
    }
    if endpoint.isDeprecated { line("@available(*, deprecated)", 2) }
    let rest = String(endpoint.path.dropFirst(contract.basePath.count))
    let (security, isRead) = (endpoint.security, ["GET", "HEAD"].contains(endpoint.method))
    let schemes = security.auth != ".none" && security.schemes != contract.security.schemes ? security.schemes : []
    let constraints = endpoint.parameters.flatMap { parameter in
      parameter.type.type.constraints.map { "\(literal(parameter.name)): \($0.written)" }
    }
    let arguments: [String?] = [
      literal((rest.isEmpty ? "/" : rest) + (endpoint.query.isEmpty ? "" : "?\(endpoint.query)")),
      security.auth == contract.security.auth ? nil : "auth: \(security.auth)",
      Self.argument("security", schemes.map(\.written)),
      Self.argument("scopes", security.auth == ".none" ? [] : security.scopes.map(literal)),
      endpoint.status.map { "status: \($0)" },
      Self.argument("changes", isRead ? [] : endpoint.changes.map(literal)),
      Self.argument("headers", endpoint.headers.map { "\(literal($0.name)): \(literal($0.value))" }),
      endpoint.nilOn.map { "nilOn: \($0)" },
      Self.argument("constraints", constraints),
      Self.argument("failures", endpoint.failures.map { ".\(SwiftName.escaped(failureNames[$0] ?? ""))" }),
      endpoint.idempotencyKey ? "idempotencyKey: true" : nil,
      endpoint.method == "GET" && endpoint.isVersioned ? "versioned: true" : nil,
    ]
    call("@\(endpoint.method)", arguments.compactMap(\.self), 2)
    let parameters = endpoint.parameters.map { "_ \(SwiftName.escaped($0.name)): \(types.written($0.type))" }
    self.endpoint(SwiftName.escaped(endpoint.name), parameters, types.written(endpoint.result))
  }

  /// Returns an argument with a list. `nil` if that is empty.
  private static func argument(_ label: String, _ list: [String]) -> String? {
    list.isEmpty ? nil : "\(label): [\(list.joined(separator: ", "))]"
  }

  mutating func add(_ format: FormatImporter.Format) {
    comment("The JSON of values and failures.")
    line("public enum \(format.name): \(format.kind) {")
    let dates = format.needsLocalDates ? "dates: .localTime(in: .gmt, fractionDigits: 0)" : ""
    comment("The coding of bodies.", 2)
    line("public static let json = JSONCoding(\(dates))", 2)
    if !format.codes.isEmpty {
      let other = format.kind == "ErrorMessageFormat" ? "status.failureCode.lowercased()" : "status.failureCode"
      line()
      comment("Returns the code of a failure that has none of its own.", 2)
      line("public static func code(of status: HTTPResponse.Status) -> String {", 2)
      line("switch status.code {", 4)
      for (status, code) in format.codes.sorted(by: { $0.key < $1.key }) { line("case \(status): \(literal(code))", 4) }
      line("default: \(other)", 4)
      line("}", 4)
      line("}", 2)
    }
    if format.hasEmptyObject {
      line()
      comment("200 with `{}`.", 2)
      line("public static var emptySuccess: (status: HTTPResponse.Status, body: Data) { (.ok, Data(\"{}\".utf8)) }", 2)
    }
    if format.hasMessage {
      line()
      comment("The code and the sentence of a success.", 2)
      line("public static var success: (code: String, message: String?) { (\"success\", \"OK\") }", 2)
    }
    line("}")
  }
}
