import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

final class OperationImporter {
  private let source: DocumentReader
  private let types: TypeImporter
  private let described: DocumentOperation
  private let contract: String
  private let format: FormatImporter.Format
  private var endpoint: ImportedEndpoint
  private var names = UniqueNames(["self"])
  private var queryItems: [String] = []
  private var queryNames: [String: String] = [:]
  private var cookies: [String] = []
  private var hasFreeKeys = false
  /// Whether something that a call needs can't be said.
  private var isImpossible = false

  init(
    _ source: DocumentReader,
    _ types: TypeImporter,
    _ operation: DocumentOperation,
    name: String,
    contract: String,
    format: FormatImporter.Format
  ) {
    self.source = source
    self.types = types
    described = operation
    self.contract = contract
    self.format = format
    let content = operation.content
    let texts = [content["summary"]?.text, content["description"]?.text].compactMap(\.self).filter { !$0.isEmpty }
    endpoint = ImportedEndpoint(
      name: name,
      method: operation.method.uppercased(),
      path: operation.sentPath.replacing(/\{[^{}]*\}|[^\p{ASCII}]/) { match in
        match.output.hasPrefix("{") ? String(match.output) : QueryString.encode(String(match.output))
      },
      place: operation.place,
      summary: texts.first ?? "",
      discussion: texts.dropFirst().joined(separator: "\n\n")
    )
    endpoint.changes = operation.content["x-naru"]?["changes"]?.elements.compactMap(\.text) ?? []
  }

  private var place: String { described.place }
  private var operation: JSONTree { described.content }
  private var item: JSONTree { described.item }

  /// Returns the endpoint. `nil` if a contract can't express the call; the notes contain the reason.
  func endpoint(rootSecurity: JSONTree?) -> ImportedEndpoint? {
    endpoint.isDeprecated = operation["deprecated"]?.boolean ?? false
    queryItems = described.query.split(separator: "&").map(String.init)
    if described.path.contains("#") {
      source.note(place, "what follows “#” in its path is never sent; it is left out.")
    }
    let security = SecurityImporter(source: source, place: place)
    endpoint.security = security.read(operation["security"] ?? rootSecurity)
    if let missing = described.missing {
      fail("“\(missing)” can't be found")
      return nil
    }
    takeNamesOfForm()
    readParameters()
    checkPath()
    readBody()
    readSuccess()
    readFailures()
    noteLost()
    if operation["callbacks"] != nil { source.note(place, "callbacks are not imported.") }
    endpoint.server = described.servers.first.flatMap(address)
    if !cookies.isEmpty { endpoint.headers.append(("Cookie", cookies.joined(separator: "; "))) }
    if !queryItems.isEmpty { endpoint.query = queryItems.joined(separator: "&") }
    return isImpossible ? nil : endpoint
  }

  /// Returns the address of a server, with the default values of its variables.
  private func address(_ server: JSONTree) -> String? {
    guard let url = server["url"]?.text, let address = DocumentReader.addresses(of: server).first else { return nil }
    if address != url {
      source.note(place, "the address of its server has the default values of its `variables`: \(address).")
    }
    return address
  }

  /// Notes the words beside the schemas that a contract has no counterpart of.
  private func noteLost() {
    for (status, response) in operation["responses"]?.fields ?? []
    where source.resolved(response, at: place)["links"] != nil {
      source.note(place, "the `links` of the response \(status) are not imported.")
    }
    for parameter in source.parameters(of: described) where parameter["allowReserved"] == true {
      let name = parameter["name"]?.text ?? ""
      source.note(
        place,
        "`allowReserved`: reserved characters in “\(name)” are percent-encoded, as in any other value."
      )
    }
  }

  // MARK: - Parameters

  private func readParameters() {
    let all = source.parameters(of: described)
    // Reading a parameter replaces its placeholder by the Swift name.
    let placeholders = endpoint.path.matches(of: /\{([^{}]*)\}/).map { String($0.1) }
    let inQuery = all.filter { $0["in"] == "query" }.compactMap { $0["name"]?.text }
    queryNames = Dictionary(zip(inQuery, SwiftName.members(inQuery))) { first, _ in first }
    // In the order of the path, and the optional ones last.
    for parameter in all { read(parameter) }
    for placeholder in placeholders
    where !all.contains(where: { $0["in"] == "path" && $0["name"]?.text == placeholder }) {
      source.note(place, "the path's “{\(placeholder)}” is not declared; it is a string.")
      addPath(Parameter(name: placeholder, type: .named("String")), isRest: false)
    }
    if endpoint.path.contains("}{") {
      fail("two placeholders of the path have no text between them, so a contract can't tell their values apart")
    }
  }

  /// Leaves the operation out if its path can't be a literal of a contract.
  private func checkPath() {
    let path = endpoint.path
    let names = path.matches(of: /\{([^{}]*)\}/).map { String($0.1) }
    let rest = path.replacing(/\{[^{}]+\}/, with: "")
    guard path.hasPrefix("/"), !path.contains("//"), Set(names).count == names.count,
      rest.unicodeScalars.allSatisfy({ $0.isASCII && (isPlain($0) || "/%!$&'()*+,;=:@".unicodeScalars.contains($0)) }),
      described.query.split(separator: "&").allSatisfy({ item in
        item.contains("=") && !item.hasPrefix("=")
          && item.unicodeScalars.allSatisfy { isPlain($0) || "=,:/".unicodeScalars.contains($0) }
      })
    else { return fail("its path is not one that a contract can have") }
  }

  /// Whether a character is the same in every part of an address.
  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar))
  }

  private struct Parameter {
    var name: String
    var type: ImportedType
    var schema: JSONTree = [:]
    var style: String?
    var explode: Bool?
    var isRequired = true
    var documentation = ""
  }

  private func add(_ name: String, _ type: ImportedType, _ wrapper: String?, isOptional: Bool, _ comment: String) {
    let value = ImportedValue(wrapper: wrapper, type: type, isOptional: isOptional)
    endpoint.parameters.append(.init(name: name, type: value, documentation: comment))
  }

  private func read(_ parameter: JSONTree) {
    guard let name = parameter["name"]?.text, let location = parameter["in"]?.text else { return }
    // The client adds the keys of `security`.
    if endpoint.security.schemes.contains(where: { $0.isKey(name, in: location) }) { return }
    let required = parameter["required"]?.boolean ?? false
    let json = parameter["content"]?.fields.first { location == "query" && MediaType($0.name).isJSON }
    let string: JSONTree? = parameter["content"] == nil ? ["type": "string"] : nil
    guard let schema = parameter["schema"] ?? json.map({ $0.value["schema"] ?? [:] }) ?? string else {
      return unsupported("“\(name)” has a media type of its own (`content`)", isRequired: required)
    }
    var typePlace = typePlace(SwiftName.words(type: name), "parameters/\(pointer(name))")
    typePlace.better = [SwiftName.words(type: name)]
    typePlace.direction = .request
    var described = Parameter(
      name: name,
      type: types.type(schema, typePlace).outside,
      schema: schema,
      style: json == nil ? parameter["style"]?.text : "json",
      explode: parameter["explode"]?.boolean,
      isRequired: required || location == "path",
      documentation: Self.documentation(parameter, source.resolved(schema, at: place))
    )
    described.type.isNullable = false
    if location != "query" { described.type = single(described.type, name, hasLists: location != "cookie") }
    if parameter["x-link"] == true { described.type = .named("LinkURL") }
    // A `Date` in a header field has HTTP's format and not the document's.
    if location == "header", described.type == .named("Date") { described.type = .named("String") }
    switch location {
    case "path":
      guard self.described.sentPath.contains("{\(name)}") else {
        return source.note(place, "the path has no “{\(name)}”; the parameter is left out.")
      }
      if let style = described.style, style != "simple" {
        return unsupported("“\(name)” has the style “\(style)”", isRequired: true)
      }
      guard !isObject(described.type), isText(described.type) else {
        return unsupported("“\(name)” is an object in the path", isRequired: true)
      }
      addPath(described, isRest: parameter["x-rest"] == true)
    case "query": addQuery(described)
    case "header": addHeader(described)
    case "cookie": addCookie(described)
    default: unsupported("“\(name)” is a \(location) parameter", isRequired: required)
    }
  }

  /// Returns the only type of a parameter that can't be a union.
  private func single(_ type: ImportedType, _ name: String, hasLists: Bool = true) -> ImportedType {
    let variants = types.variants(of: type)
    let scalars = variants.filter(isScalar)
    guard type.library == ImportedType.any.library || variants.count > 1 && !scalars.isEmpty else { return type }
    let others = variants.filter { !isScalar($0) }
    if hasLists, others.count == 1, var list = others.first, case .list(let element) = list.shape, isScalar(element) {
      // A list of one is the value itself.
      if !scalars.allSatisfy({ $0 == element }) { list.shape = .list(.named("String")) }
      return list
    }
    // A string is any value of a path, a header field or a cookie.
    if variants.count > 1, !others.isEmpty {
      source.note(place, "“\(name)” is a string; its objects and lists are left out.")
    }
    return .named("String")
  }

  private static func documentation(_ parameter: JSONTree, _ schema: JSONTree) -> String {
    let sentences = [parameter["description"]?.text, parameter["deprecated"] == true ? "It is deprecated." : nil]
    let text = sentences.compactMap(\.self).joined(separator: " ")
    guard parameter["required"] != true, let value = schema["default"], value != .null else { return text }
    return text + (text.isEmpty ? "" : " ") + value.sentenceOfDefault
  }

  /// Whether the elements of a list, or the fields of an object, are scalars. Others can't be sent outside of JSON.
  private func isText(_ type: ImportedType, isDeep: Bool = false, _ depth: Int = 0) -> Bool {
    types.variants(of: type).allSatisfy { variant in
      switch variant.shape {
      case .list(let element): return isScalar(element)
      case .dictionary(let value): return depth == 0 ? isText(value, isDeep: isDeep, 1) : isDeep && isText(value)
      case .library: return true
      case .declared(let id), .extensible(let id):
        return depth >= 8
          || types.declarations[id].fields.allSatisfy { field in
            isScalar(field.type) || (isDeep || !isObject(field.type)) && isText(field.type, isDeep: isDeep, depth + 1)
          }
      }
    }
  }

  /// Whether a value is one string, also if it is one of several types.
  private func isScalar(_ type: ImportedType) -> Bool {
    types.variants(of: type).allSatisfy { variant in
      guard let id = variant.contained else { return ![nil, ImportedType.any.library].contains(variant.library) }
      if case .values = types.declarations[id].shape { return true } else { return false }
    }
  }

  private func addPath(_ parameter: Parameter, isRest: Bool) {
    let name = parameter.name
    let swift = names.take(label(name))
    endpoint.path = endpoint.path.replacing("{\(name)}", with: isRest ? "{\(swift)...}" : "{\(swift)}")
    // In a method with a body, every other parameter is marked or in the path.
    add(swift, parameter.type, nil, isOptional: false, parameter.documentation)
  }

  /// Returns the label of a placeholder: `id` for the only one of a path, if it is the ID of the preceding segment: `/employees/{EmployeeID}`.
  private func label(_ name: String) -> String {
    if described.isOwn { return name }
    let segments = described.sentPath.split(separator: "/")
    let placeholders = segments.filter { $0.contains("{") }
    guard placeholders.count == 1, let position = segments.firstIndex(of: "{\(name)}"), position > 0 else {
      return SwiftName.member(name)
    }
    let words = SwiftName.words(name.contains("_") ? name.lowercased() : name).map { $0.lowercased() }
    let before = SwiftName.words(String(segments[position - 1])).map { $0.lowercased() }.joined()
    let resource = words.dropLast().joined()
    let isResource =
      !resource.isEmpty && [resource, "\(resource)s", "\(resource.dropLast())ies"].contains { before.hasSuffix($0) }
    return words.last == "id" && isResource ? "id" : SwiftName.member(name)
  }

  private func addQuery(_ parameter: Parameter) {
    var parameter = parameter
    // A string is any value of a key.
    if parameter.type.shape == .dictionary(.any) { parameter.type.shape = .dictionary(.named("String")) }
    let style = parameter.style ?? "form"
    let explode = parameter.explode ?? (style == "form")
    if style != "form" || !explode, !isObject(parameter.type),
      types.variants(of: parameter.type).contains(where: \.isList)
    {
      parameter.type = single(parameter.type, parameter.name)
    }
    let (name, type, isRequired) = (parameter.name, parameter.type, parameter.isRequired)
    var wrapper = ["deepObject": "DeepObject", "json": "JSONEncoded"][style] ?? "Query"
    let isObject = wrapper == "Query" && isObject(type)
    if isObject {
      guard style == "form", explode else {
        return unsupported("“\(name)” is an object with the style “\(style)”", isRequired: isRequired)
      }
      if type.contained == nil {
        guard !hasFreeKeys else {
          return unsupported("“\(name)” is a second object with any fields", isRequired: isRequired)
        }
        hasFreeKeys = true
      }
    }
    guard style == "json" || isText(type, isDeep: style == "deepObject") else {
      return unsupported("“\(name)” contains objects or lists of lists", isRequired: isRequired)
    }
    guard isObject || !name.isEmpty else {
      return unsupported("a query item has no name", isRequired: isRequired)
    }
    let swift = names.take(queryNames[name] ?? SwiftName.member(name))
    if wrapper == "Query", case .list = type.shape {
      switch (style, explode) {
      case ("form", false): wrapper = "CommaDelimited"
      case ("pipeDelimited", _): wrapper = "PipeDelimited"
      case ("spaceDelimited", _): wrapper = "SpaceDelimited"
      case ("form", true): break
      default: return unsupported("“\(name)” has the style “\(style)”", isRequired: isRequired)
      }
    }
    // The fields of an object have their own names, but not the other types of a union.
    let hasName = !isObject || !types.variants(of: type).allSatisfy { self.isObject($0) }
    if swift != name, hasName { queryItems.append("\(itemName(name))={\(swift)}") }
    let hasBody = ["POST", "PUT", "PATCH"].contains(endpoint.method)
    let isWrapped = wrapper != "Query" || hasBody && (swift == name || !hasName)
    add(swift, type, isWrapped ? wrapper : nil, isOptional: !isRequired, parameter.documentation)
  }

  /// Returns the name of a query item as a contract's path has it.
  private func itemName(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      isPlain(scalar) || ":,/[]$!'()*;@ |^`<>".unicodeScalars.contains(scalar) || !scalar.isASCII && !scalar.isUnsafe
        ? "\(scalar)" : QueryString.encode("\(scalar)")
    }.joined()
  }

  private func addCookie(_ parameter: Parameter) {
    let (name, type, isRequired) = (parameter.name, parameter.type, parameter.isRequired)
    if case .list = type.shape { return unsupported("the cookie “\(name)” is a list", isRequired: isRequired) }
    guard HTTPField.Name(name) != nil, !isObject(type), isText(type) else {
      return unsupported(
        "the cookie “\(name)” is an object, or has a name with other characters",
        isRequired: isRequired
      )
    }
    let swift = names.take(SwiftName.member(name))
    if swift != name { cookies.append("\(name)={\(swift)}") }
    add(swift, type, swift == name ? "Cookie" : nil, isOptional: !isRequired, parameter.documentation)
  }

  private func addHeader(_ parameter: Parameter) {
    let (name, type, isRequired) = (parameter.name, parameter.type, parameter.isRequired)
    if name.lowercased() == "cookie", source.parameters(of: described).contains(where: { $0["in"] == "cookie" }) {
      return unsupported("the header field “Cookie” is beside cookies", isRequired: isRequired)
    }
    // OpenAPI ignores these, because other words describe them, or because a transport sets them.
    let others = ["connection", "content-length", "host", "transfer-encoding"]
    if (["accept", "content-type", "authorization"] + others).contains(name.lowercased()) { return }
    if name.lowercased() == "idempotency-key", ["POST", "PATCH"].contains(endpoint.method), !isRequired {
      endpoint.idempotencyKey = true
      return
    }
    // Every `GET` of a contract can be revalidated.
    if name.lowercased() == "if-none-match", endpoint.method == "GET", !isRequired, has(304), !has304Form { return }
    if name.lowercased() == "if-match", ["PUT", "PATCH", "DELETE"].contains(endpoint.method), !isRequired, has(412),
      item["get"] != nil
    {
      endpoint.isVersioned = true
      return
    }
    guard HTTPField.Name(name) != nil else {
      return unsupported("the header field “\(name)” has a name with other characters", isRequired: isRequired)
    }
    let values = parameter.schema.listedValues
    if isRequired || described.isOwn, values.count == 1, let value = values.first?.text, HTTPField.isValidValue(value),
      !value.contains(where: "{}".contains)
    {
      endpoint.headers.append((name, value))
      return
    }
    guard !isObject(type), isText(type) else {
      return unsupported("the header field “\(name)” is an object", isRequired: isRequired)
    }
    let swift = names.take(SwiftName.member(name))
    endpoint.headers.append((name, "{\(swift)}"))
    add(swift, type, nil, isOptional: !isRequired, parameter.documentation)
  }

  /// Whether the result itself can be a 304, and not only its representation.
  private var has304Form: Bool { operation["responses"]?["304"]?["x-form"]?.boolean ?? false }

  private func has(_ status: Int) -> Bool { operation["responses"]?["\(status)"] != nil }

  private func isObject(_ type: ImportedType) -> Bool {
    types.variants(of: type).contains { variant in
      if case .dictionary = variant.shape { return true }
      guard let id = variant.contained else { return false }
      if case .values = types.declarations[id].shape { return false } else { return true }
    }
  }

  /// Returns the place of a type that is nested in the contract.
  private func typePlace(_ name: String, _ part: String) -> TypePlace {
    let prefix = endpoint.name.prefix(1).uppercased() + endpoint.name.dropFirst()
    return TypePlace(
      path: "\(place)/\(part)",
      name: SwiftName.words(type: "\(prefix) \(name)"),
      parent: .contract(contract)
    )
  }

  private func unsupported(_ what: String, isRequired: Bool) {
    if isRequired { return fail("\(what), which a contract can't say, and it is required") }
    source.note(place, "\(what), which a contract can't say; it is left out.")
  }

  private func fail(_ reason: String) {
    isImpossible = true
    source.note(place, "not imported: \(reason).")
  }

  // MARK: - Bodies

  private func readBody() {
    guard let reference = operation["requestBody"] else { return }
    let body = source.resolved(reference, at: place)
    let isRequired = body["required"]?.boolean ?? false
    if endpoint.method == "HEAD" {
      if isRequired { return fail("a HEAD has no body in a contract, and it is required") }
      return source.note(place, "a HEAD has no body in a contract; it is left out.")
    }
    let contents = source.contents(of: body)
    guard let content = contents.sent else {
      if isRequired { fail("the required body is not described") }
      return
    }
    let others = contents.map(\.type).filter { $0 != content.type }
    if !others.isEmpty {
      source.note(place, "the body is sent as \(content.type); not as \(others.joined(separator: ", ")).")
    }
    var typePlace = typePlace("Body", "requestBody")
    switch content.kind {
    case .parts: readForm(content, "Part", typePlace.path, isRequired: isRequired)
    case .form: readForm(content, "Form", typePlace.path, isRequired: isRequired)
    case .json:
      let essence = MediaType(content.type).essence
      declare("Content-Type", essence)
      let isChange = endpoint.method == "PATCH" && essence != "application/json-patch+json"
      typePlace.direction =
        !isChange && essence != "application/merge-patch+json"
        ? .request : described.isOwn ? .ownChange : .change
      let type = types.type(content.schema, typePlace).outside
      if isRequired, type.isNullable { source.note(place, "the body can't be `null` as a whole.") }
      let label = types.component(type).map(SwiftName.member) ?? "body"
      let isMarked = ["DELETE", "GET"].contains(endpoint.method) || names.contains(label)
      let documentation = body["description"]?.text ?? ""
      add(names.take(label), type, isMarked ? "Body" : nil, isOptional: !isRequired, documentation)
    case .bytes:
      let essence = MediaType(content.type).essence
      // A file of JSON has to say so.
      if essence == "application/json" { endpoint.headers.append(("Content-Type", essence)) }
      declare("Content-Type", essence)
      noteUnused(content)
      add(names.take("content"), .named("Blob"), "Body", isOptional: !isRequired, "")
    }
  }

  /// Takes the names of a form's fields: a form has the names of its parameters, and the other parameters can have any names.
  private func takeNamesOfForm() {
    guard let body = operation["requestBody"], let content = source.contents(of: source.resolved(body, at: place)).sent,
      content.kind == .form || content.kind == .parts
    else { return }
    let fields = source.flattened(content.schema, at: "\(place)/requestBody")["properties"]?.fields ?? []
    names = UniqueNames(Set(["self"] + fields.map(\.name)))
  }

  private func readForm(_ content: DocumentContent, _ wrapper: String, _ place: String, isRequired: Bool) {
    let encoding = content.media["encoding"] ?? [:]
    let resolved = source.flattened(content.schema, at: place)
    let required = Set(resolved["required"]?.elements.compactMap(\.text) ?? [])
    guard let properties = resolved["properties"]?.fields, !properties.isEmpty else {
      if isRequired { return fail("the form has no declared fields, and it is required") }
      return source.note(place, "the form has no declared fields; it is left out.")
    }
    if ![nil, false].contains(resolved["additionalProperties"]) {
      source.note(place, "`additionalProperties`: the fields of the form that are not declared are left out.")
    }
    for (key, value) in properties {
      var fieldPlace = typePlace(SwiftName.words(type: key), "requestBody/properties/\(pointer(key))")
      fieldPlace.better = [SwiftName.words(type: key)]
      fieldPlace.direction = .request
      var type = types.type(value, fieldPlace).outside
      if source.isMarked(value, "readOnly") { continue }
      let target = source.resolved(value, at: place)
      if wrapper == "Part" {
        // A file that may be `null` is a union.
        let parts = (target["anyOf"] ?? target["oneOf"])?.elements.filter { !source.isNull($0) } ?? []
        let whole = parts.count == 1 ? source.resolved(parts[0], at: place) : target
        let isList = whole["items"].map { source.resolved($0, at: place).isFile } ?? false
        if isList || whole.isFile {
          type = ImportedType(shape: isList ? .list(.named("Blob")) : .library("Blob"), isNullable: type.isNullable)
        }
      }
      guard SwiftName.isIdentifier(key) else {
        source.note(place, "the field “\(key)” of the form has a name that a parameter can't have; it is left out.")
        if required.contains(key) { fail("the field “\(key)” of the form is required") }
        continue
      }
      let isFieldRequired = isRequired && required.contains(key)
      var marker = wrapper
      for word in ["allowReserved", "headers"] where wrapper == "Form" && encoding[key]?[word] != nil {
        source.note(place, "`\(word)` of the field “\(key)” is not used.")
      }
      if wrapper == "Form" {
        guard let form = form(key, &type, encoding[key] ?? [:], isRequired: isFieldRequired) else { continue }
        marker = form
      } else {
        // Bytes have their own media type, and an object is JSON.
        let isKnown = type.leaf.library == "Blob" || encoding[key]?["contentType"]?.text?.contains("json") ?? true
        for word in encoding[key]?.fields.map(\.name) ?? [] where word != "contentType" || !isKnown {
          source.note(place, "`\(word)` of the part “\(key)” is not used.")
        }
      }
      add(key, type, marker, isOptional: !isFieldRequired || type.isNullable, Self.documentation(value, target))
    }
  }

  /// Returns the markers of a field of a form, as `encoding` describes it. `nil` if a contract can't say it.
  private func form(_ key: String, _ type: inout ImportedType, _ encoding: JSONTree, isRequired: Bool) -> String? {
    let style = encoding["style"]?.text ?? "form"
    let isJSON = encoding["contentType"]?.text.map { MediaType($0).isJSON } ?? false
    if isJSON, encoding["style"] == nil { return "Form<JSONEncoded" }
    let isDeep = style == "deepObject"
    if !isText(type, isDeep: isDeep) {
      unsupported("the field “\(key)” of the form contains objects or lists of lists", isRequired: isRequired)
      return nil
    }
    if isDeep { return "Form<DeepObject" }
    if case .library = type.shape { return "Form" }
    if style == "form", encoding["explode"] ?? true == true { return "Form" }
    guard type.isList else {
      unsupported("the field “\(key)” of the form has the style “\(style)” in one item", isRequired: isRequired)
      return nil
    }
    source.note(place, "the list “\(key)” of the form is a string, with its values in the style “\(style)”.")
    type = .named("String")
    return "Form"
  }

  // MARK: - Responses

  private func readSuccess() {
    let responses = operation["responses"]?.fields ?? []
    let successes = responses.compactMap { name, value in
      Int(name).flatMap { status in
        let isForm = (200..<300).contains(status) || status == 304 && has304Form
        return isForm ? (status: status, response: source.resolved(value, at: place)) : nil
      }
    }.sorted { $0.status < $1.status }
    let whole = responses.first { $0.name.uppercased() == "2XX" || $0.name == "default" && successes.isEmpty }
    guard
      let first = successes.first(where: { $0.response["content"] != nil }) ?? successes.first
        ?? whole.map({ (status: 200, response: source.resolved($0.value, at: place)) })
    else {
      if endpoint.method != "HEAD" { source.note(place, "no success is described; the result is empty.") }
      return
    }
    if let whole, !successes.isEmpty {
      source.note(place, "the response with status \(whole.name) is read like the response with \(first.status).")
    }
    let known = successes.map(\.status)
    if known.count > 1, !isUsual(successes), let forms = forms(successes) {
      endpoint.result.type = declareResult(.forms(forms))
      return
    }
    var result = result(of: first.response)
    if let value = resultWithHeaders(first.response, result) {
      if first.status != (result == nil ? format.emptyStatus : 200) { endpoint.status = first.status }
      if known.count > 1 { noteOthers(known, first.status) }
      endpoint.result = value
      return
    }
    let isLocated = headers(first.response).contains { $0.lowercased() == "location" }
    if result == nil, isLocated, endpoint.method != "HEAD" {
      if first.status != format.emptyStatus { endpoint.status = first.status }
      endpoint.result.type = .named("CreatedLocation")
      return
    }
    if known == [200, 201], successes[0].response["content"] == successes[1].response["content"], let value = result,
      value.wrapper == nil
    {
      endpoint.result = ImportedValue(wrapper: "CreatedOrExisting", type: value.type)
      endpoint.status = 201
      return
    }
    if known == [200, 204], result != nil {
      result?.isOptional = true
      endpoint.nilOn = 204
    } else if known.count > 1 {
      noteOthers(known, first.status)
    }
    let usual = result == nil ? format.emptyStatus : 200
    if first.status != usual { endpoint.status = first.status }
    endpoint.result = endpoint.method == "HEAD" ? .void : result ?? .void
  }

  private func noteOthers(_ statuses: [Int], _ status: Int) {
    let others = statuses.filter { $0 != status }.map(String.init).joined(separator: ", ")
    source.note(place, "the response with status \(others) is read like the response with \(status).")
  }

  /// Returns the type of a result with the header fields that its response always has. `nil` if there are none; others are noted.
  private func resultWithHeaders(_ response: JSONTree, _ result: ImportedValue?) -> ImportedValue? {
    // Those that every result of the toolkit can have, and those about the transfer.
    var known: Set = [
      "content-encoding", "content-length", "content-type", "date", "deprecation", "etag", "retry-after", "sunset",
    ]
    if result?.wrapper == "CountedList" { known.insert("x-total-count") }
    let fields = (response["headers"]?.fields ?? []).filter { !known.contains($0.name.lowercased()) }
    let names = fields.map(\.name).filter { HTTPField.Name($0) != nil }
    // A `CreatedLocation` has this one.
    let others = fields.filter { result != nil || $0.name.lowercased() != "location" }
    guard !others.isEmpty else { return nil }
    let isRequired = others.contains { source.resolved($0.value, at: place)["required"] == true }
    guard isRequired || described.isOwn, [nil, "CountedList"].contains(result?.wrapper), !names.isEmpty else {
      let list = others.map { "“\($0.name)”" }.joined(separator: ", ")
      source.note(place, "the header fields \(list) of the response are not read.")
      return nil
    }
    var body = result
    let isCounted = result?.wrapper == "CountedList"
    if isCounted, let element = result?.type { body = ImportedValue(type: ImportedType(shape: .list(element))) }
    let headers = isCounted ? headers(response).filter { HTTPField.Name($0) != nil } : names
    return ImportedValue(type: declareResult(.headers(body: body, names: headers)))
  }

  private func declareResult(_ shape: ImportedDeclaration.Shape) -> ImportedType {
    let documentation = JSONTree.string("The result of `\(endpoint.name)`.")
    return types.declared(["description": documentation], typePlace("Result", "responses"), shape)
  }

  /// Whether two responses belong to a `CreatedOrExisting`, or of a value and none.
  private func isUsual(_ responses: [(status: Int, response: JSONTree)]) -> Bool {
    let contents = responses.map { $0.response["content"] }
    return switch responses.map(\.status) {
    case [200, 201]: contents[0] == contents[1]
    case [200, 204]: contents[1] == nil
    default: false
    }
  }

  private func headers(_ response: JSONTree) -> [String] { response["headers"]?.fields.map(\.name) ?? [] }

  /// Returns the forms of a result. `nil` if one of them is not JSON.
  private func forms(_ responses: [(status: Int, response: JSONTree)]) -> [ImportedDeclaration.Form]? {
    let isJSON = responses.allSatisfy { form in
      let types = form.response["content"]?.fields.map(\.name) ?? []
      return types.isEmpty || types.contains { $0.hasPrefix("application/json") || $0.contains("+json") }
    }
    guard isJSON else { return nil }
    return responses.map { status, response in
      let name =
        [
          200: "ok", 201: "created", 202: "accepted", 203: "transformed", 204: "noContent", 205: "resetContent",
          206: "partialContent", 304: "notModified",
        ][status] ?? "status\(status)"
      let type = result(of: response, name: SwiftName.words(type: name), canBeCounted: false)
      let headers = headers(response).filter { $0.lowercased() != "etag" && HTTPField.Name($0) != nil }
      return .init(status: status, name: name, type: type, headers: headers)
    }
  }

  /// Returns the type of a result. `nil` if the response has no value.
  private func result(of response: JSONTree, name: String = "Result", canBeCounted: Bool = true) -> ImportedValue? {
    let contents = source.contents(of: response)
    guard let content = contents.read else { return nil }
    let (type, media, schema) = (content.type, content.media, content.schema)
    if contents.count > 1 {
      let others = contents.map(\.type).filter { $0 != type }.joined(separator: ", ")
      source.note(place, "the response is read as \(type); not as \(others).")
    }
    let place = typePlace(name, "responses")
    if content.kind == .json {
      declare("Accept", MediaType(type).essence)
      var value = schema
      let envelope = format.isEnvelope ? source.merged(schema, at: place.path).schema : [:]
      if let inner = FormatImporter.value(inEnvelope: envelope) {
        let known = ["code", "data", "error", "errors", "message", "success"]
        let others = (envelope["properties"]?.fields ?? []).map(\.name).filter { !known.contains($0) }
        if !others.isEmpty {
          let list = others.map { "“\($0)”" }.joined(separator: ", ")
          source.note(self.place, "the fields \(list) beside `data` are not read.")
        }
        if inner["type"] == "null" { return nil }
        value = inner
      } else if schema["type"] == "object", schema["properties"] != nil, schema["properties"]?.fields.isEmpty == true {
        return nil
      }
      let type = types.type(value, place).outside
      if canBeCounted, case .list(let element) = type.shape, !type.isNullable,
        headers(response).contains(where: { $0.lowercased() == "x-total-count" })
      {
        return ImportedValue(wrapper: "CountedList", type: element)
      }
      return ImportedValue(type: type, isOptional: type.isNullable)
    }
    if type.hasPrefix("text/event-stream") {
      let event =
        source.eventData(media, at: self.place).map { types.type($0, place.part("event", "\(place.name)Event")) }
        ?? .any
      return ImportedValue(wrapper: "EventStream", type: event)
    }
    if JSONLines<String>.mediaTypes.contains(MediaType(type).essence) {
      // Documents of others describe a line as if it were the whole.
      let isText = media["itemSchema"] == nil && schema["type"] == "string"
      let line = schema["x-line"] ?? (isText ? nil : source.item(of: media)) ?? [:]
      return ImportedValue(wrapper: "JSONLines", type: types.type(line, place.part("line", "\(place.name)Line")))
    }
    declare("Accept", MediaType(type).essence)
    noteUnused(content)
    let isText = type.hasPrefix("text/") && !type.contains("*") && !schema.isFile
    return ImportedValue(type: .named(isText ? "String" : "Blob"))
  }

  /// Notes the description of a body that is read or written as bytes.
  private func noteUnused(_ content: DocumentContent) {
    let schema = source.quietly { source.merged(content.schema, at: place).schema }
    let words = ["schema", "itemSchema", "encoding", "prefixEncoding", "itemEncoding"]
      .filter { content.media[$0] != nil && ($0 != "schema" || schema.isObject || schema["items"] != nil) }.map {
        "`\($0)`"
      }
    guard !words.isEmpty else { return }
    source.note(place, "\(words.joined(separator: ", ")) of \(content.type): not used, because its values are bytes.")
  }

  private func declare(_ field: String, _ type: String) {
    let isUsual = type.contains("*") || ["application/json", "application/octet-stream"].contains(type)
    // Several forms of a result have one `Accept`.
    if !isUsual, !endpoint.headers.contains(where: { $0.name == field }) { endpoint.headers.append((field, type)) }
  }

  // MARK: - Failures

  private func readFailures() {
    let common = commonFailures
    let responses = operation["responses"]?.fields ?? []
    let hasSuccess = responses.contains { $0.name.hasPrefix("2") }
    for (name, value) in responses where "45".contains(name.prefix(1)) || hasSuccess && name == "default" {
      let isReference = value["$ref"] != nil
      let response = source.resolved(value, at: place)
      let content = response["content"]?.fields.first
      let schema = content?.value["schema"] ?? [:]
      if format.name != "BareJSON", let type = content?.name, schema != [:] {
        let body = source.quietly { source.merged(schema, at: place).schema }
        if FormatImporter.kind(ofFailure: body, type: type) == nil {
          source.note(place, "the body of the \(name) has a form of its own, which is not read.")
        }
      }
      guard let status = Int(name), status < 500 else { continue }
      var codes = FormatImporter.codes(ofFailure: schema)
      let texts = Self.texts(response["description"]?.text ?? "")
      if common.contains(status) {
        // The last code is the status's, and the last message is every endpoint's.
        if codes.isEmpty { continue }
        if format.ownCode(status) == codes.last || format.codes[status] == codes.last { codes.removeLast() }
      } else if format.ownCode(status) == codes.last || format.codes[status] == codes.last, !codes.isEmpty {
        codes.removeLast()
        endpoint.failures.append(.init(status: status, code: nil, summary: texts.last { $0.code == nil }?.text ?? ""))
      }
      for code in codes {
        let text = texts.first { $0.code == code }?.text ?? ""
        endpoint.failures.append(.init(status: status, code: code, summary: text))
      }
      if codes.isEmpty, !common.contains(status), !endpoint.failures.contains(where: { $0.status == status }) {
        let text = isReference && format.name != "BareJSON" && schema["allOf"] == nil ? "" : texts.first?.text ?? ""
        endpoint.failures.append(.init(status: status, code: nil, summary: text))
      }
    }
  }

  /// The statuses that every endpoint of this kind has.
  private var commonFailures: Set<Int> {
    var statuses: Set<Int> = [400, 429]
    if endpoint.security.auth != ".none" { statuses.insert(401) }
    if !endpoint.security.scopes.isEmpty { statuses.insert(403) }
    if endpoint.path.contains("{") { statuses.insert(404) }
    if endpoint.idempotencyKey { statuses.insert(409) }
    if endpoint.isVersioned { statuses.insert(412) }
    if operation["requestBody"] != nil { statuses.formUnion([408, 413, 415]) }
    return statuses
  }

  /// Returns the paragraphs of a description, each with the code that it begins with.
  private static func texts(_ description: String) -> [(code: String?, text: String)] {
    description.split(separator: "\n\n").map { paragraph in
      guard let match = paragraph.wholeMatch(of: /`([^`]+)`(?:: (.*))?/.dotMatchesNewlines()) else {
        return (nil, String(paragraph))
      }
      return (String(match.1), match.2.map(String.init) ?? "")
    }
  }
}
