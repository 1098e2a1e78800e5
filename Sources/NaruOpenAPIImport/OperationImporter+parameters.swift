import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

extension OperationImporter {
  func readParameters() {
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
  func checkPath() {
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

  func add(_ name: String, _ type: ImportedType, _ wrapper: String?, isOptional: Bool, _ comment: String) {
    let value = ImportedValue(wrapper: wrapper, type: type, isOptional: isOptional)
    endpoint.parameters.append(.init(name: name, type: value, documentation: comment))
  }

  func read(_ parameter: JSONTree) {
    guard let name = parameter["name"]?.text, let location = parameter["in"]?.text else { return }
    // The client adds the keys of `security`.
    if endpoint.security.schemes.contains(where: { $0.isKey(name, in: location) }) { return }
    let required = parameter["required"]?.boolean ?? false
    let json = parameter["content"]?.fields.first { location == "query" && MediaType($0.name).isJSON }
    let string: JSONTree? = parameter["content"] == nil ? ["type": "string"] : nil
    guard let schema = parameter["schema"] ?? json.map({ $0.value["schema"] ?? [:] }) ?? string else {
      return unsupported("“\(name)” has a media type of its own (`content`)", isRequired: required)
    }
    var typePlace = typePlace(SwiftName.words(type: name), "parameters/\(pointer(name))", .request)
    typePlace.better = [SwiftName.words(type: name)]
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
    if json == nil { described.type = ofStrings(described.type) }
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

  /// Returns a type with strings as its values, if these can be any: outside of JSON, each is a string.
  func ofStrings(_ type: ImportedType) -> ImportedType {
    var type = type
    if type.shape == .list(.any) { type.shape = .list(.named("String")) }
    if type.shape == .dictionary(.any) { type.shape = .dictionary(.named("String")) }
    return type
  }

  static func documentation(_ parameter: JSONTree, _ schema: JSONTree) -> String {
    var text = parameter["description"]?.text ?? ""
    if parameter["deprecated"] == true { text = text.followed(by: "It is deprecated.") }
    guard parameter["required"] != true, let value = schema["default"], value != .null else { return text }
    return text.followed(by: value.sentenceOfDefault)
  }

  /// Whether the elements of a list, or the fields of an object, are scalars. Others can't be sent outside of JSON.
  func isText(_ type: ImportedType, isDeep: Bool = false, _ depth: Int = 0) -> Bool {
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
  func label(_ name: String) -> String {
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
    guard HTTPField.Name(name) != nil, !type.isList, !isObject(type), isText(type) else {
      let reason = type.isList ? "is a list" : "is an object, or has a name with other characters"
      return unsupported("the cookie “\(name)” \(reason)", isRequired: isRequired)
    }
    let swift = names.take(SwiftName.member(name))
    if swift != name { cookies.append("\(name)={\(swift)}") }
    add(swift, type, swift == name ? "Cookie" : nil, isOptional: !isRequired, parameter.documentation)
  }

  private func addHeader(_ parameter: Parameter) {
    let (name, type, isRequired) = (parameter.name, parameter.type, parameter.isRequired)
    let field = name.lowercased()
    if field == "cookie", source.parameters(of: described).contains(where: { $0["in"] == "cookie" }) {
      return unsupported("the header field “Cookie” is beside cookies", isRequired: isRequired)
    }
    // Some documents have the token in a parameter, and not in `security`.
    if field == "authorization", endpoint.security.auth == ".none" {
      endpoint.security.auth = isRequired ? ".required" : ".optional"
    }
    // OpenAPI ignores these, because other words describe them, or because a transport sets them.
    let others = ["connection", "content-length", "host", "transfer-encoding"]
    if (["accept", "content-type", "authorization"] + others).contains(field) { return }
    if field == "idempotency-key", ["POST", "PATCH"].contains(endpoint.method), !isRequired {
      endpoint.idempotencyKey = true
      return
    }
    // Every `GET` of a contract can be revalidated.
    if field == "if-none-match", endpoint.method == "GET", !isRequired, has(304), !has304Form { return }
    let isChange = ["PUT", "PATCH", "DELETE"].contains(endpoint.method)
    if field == "if-match", isChange, !isRequired, has(412), item["get"] != nil {
      endpoint.isVersioned = true
      return
    }
    guard HTTPField.Name(name) != nil else {
      return unsupported("the header field “\(name)” has a name with other characters", isRequired: isRequired)
    }
    if isRequired || described.isOwn, let value = parameter.schema.constant, HTTPField.isValidValue(value),
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
  var has304Form: Bool { operation["responses"]?["304"]?["x-form"]?.boolean ?? false }

  func has(_ status: Int) -> Bool { operation["responses"]?["\(status)"] != nil }

  private func isObject(_ type: ImportedType) -> Bool {
    types.variants(of: type).contains { variant in
      if case .dictionary = variant.shape { return true }
      guard let id = variant.contained else { return false }
      if case .values = types.declarations[id].shape { return false } else { return true }
    }
  }

  /// Returns the place of a type that is nested in the contract.
  func typePlace(_ name: String, _ part: String, _ direction: TypePlace.Direction = .response) -> TypePlace {
    let prefix = endpoint.name.prefix(1).uppercased() + endpoint.name.dropFirst()
    return TypePlace(
      path: "\(place)/\(part)",
      name: SwiftName.words(type: "\(prefix) \(name)"),
      parent: .contract(contract),
      direction: direction
    )
  }

  func unsupported(_ what: String, isRequired: Bool) {
    if isRequired { return fail("\(what), which a contract can't say, and it is required") }
    source.note(place, "\(what), which a contract can't say; it is left out.")
  }

  func fail(_ reason: String) {
    isImpossible = true
    source.note(place, "not imported: \(reason).")
  }
}
