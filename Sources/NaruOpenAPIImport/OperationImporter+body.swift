import Naru
import NaruOpenAPI

extension OperationImporter {
  func readBody() {
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
    let essence = MediaType(content.type).essence
    switch content.kind {
    case .parts, .form:
      readForm(content, content.kind == .parts ? "Part" : "Form", typePlace.path, isRequired: isRequired)
    case .json:
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
      // A file of JSON has to say so.
      if essence == "application/json" { endpoint.headers.append(("Content-Type", essence)) }
      declare("Content-Type", essence)
      noteUnused(content)
      add(names.take("content"), .named("Blob"), "Body", isOptional: !isRequired, "")
    }
  }

  /// Takes the names of a form's fields: a form has the names of its parameters, and the other parameters can have any names.
  func takeNamesOfForm() {
    guard let body = operation["requestBody"], let content = source.contents(of: source.resolved(body, at: place)).sent,
      content.kind == .form || content.kind == .parts
    else { return }
    let fields = source.flattened(content.schema, at: "\(place)/requestBody")["properties"]?.fields ?? []
    names = UniqueNames(Set(["self"] + fields.map(\.name)))
  }

  private func readForm(_ content: DocumentContent, _ wrapper: String, _ place: String, isRequired: Bool) {
    // Swashbuckle and Swagger 2 write for each field what it has anyway.
    let usual: [String: JSONTree] = ["explode": true, "style": "form"]
    var encoding: JSONTree = [:]
    for (name, words) in content.media["encoding"]?.fields ?? []
    where words.fields.contains(where: { $0.value != usual[$0.name] }) {
      encoding[name] = words
    }
    let resolved = source.flattened(content.schema, at: place)
    let required = Set(resolved["required"]?.elements.compactMap(\.text) ?? [])
    guard let properties = resolved["properties"]?.fields, !properties.isEmpty else {
      if isRequired { return fail("the form has no declared fields, and it is required") }
      return source.note(place, "the form has no declared fields; it is left out.")
    }
    // The fields of a struct can have any name.
    if wrapper == "Form", encoding == [:], properties.contains(where: { !SwiftName.isIdentifier($0.name) }) {
      let type = types.type(resolved, typePlace("Form", "requestBody", .request))
      if isText(type) { return add(names.take("form"), type, "Form", isOptional: !isRequired, "") }
    }
    if ![nil, false].contains(resolved["additionalProperties"]) {
      source.note(place, "`additionalProperties`: the fields of the form that are not declared are left out.")
    }
    for (key, value) in properties {
      var fieldPlace = typePlace(SwiftName.words(type: key), "requestBody/properties/\(pointer(key))", .request)
      fieldPlace.better = [SwiftName.words(type: key)]
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
      let isFieldRequired = isRequired && required.contains(key)
      guard SwiftName.isIdentifier(key) else {
        unsupported("the field “\(key)” of the form has a name that no parameter can have", isRequired: isFieldRequired)
        continue
      }
      var marker = wrapper
      // Bytes have their own media type, and an object is JSON.
      let isKnown = type.leaf.library == "Blob" || encoding[key]?["contentType"]?.text?.contains("json") ?? true
      let used = wrapper == "Form" ? ["contentType", "explode", "style"] : isKnown ? ["contentType"] : []
      for (word, _) in encoding[key]?.fields ?? [] where !used.contains(word) {
        source.note(place, "`\(word)` of the \(wrapper == "Form" ? "field" : "part") “\(key)” is not used.")
      }
      if wrapper == "Form" {
        guard let form = form(key, &type, encoding[key] ?? [:], isRequired: isFieldRequired) else { continue }
        marker = form
      }
      add(key, type, marker, isOptional: !isFieldRequired || type.isNullable, Self.documentation(value, target))
    }
  }

  /// Returns the markers of a field of a form, as `encoding` describes it. `nil` if a contract can't say it.
  func form(_ key: String, _ type: inout ImportedType, _ encoding: JSONTree, isRequired: Bool) -> String? {
    let style = encoding["style"]?.text ?? "form"
    let isJSON = encoding["contentType"]?.text.map { MediaType($0).isJSON } ?? false
    if isJSON, encoding["style"] == nil { return "Form<JSONEncoded" }
    type = ofStrings(type)
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
}
