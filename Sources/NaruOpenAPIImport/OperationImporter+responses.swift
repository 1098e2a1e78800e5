import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI

extension OperationImporter {
  func readSuccess() {
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
    let contents = successes.map { $0.response["content"] }
    let isSame = known == [200, 201] && contents[0] == contents[1]
    let hasNone = known == [200, 204] && contents[1] == nil
    if known.count > 1, !isSame, !hasNone, let forms = forms(successes) {
      endpoint.result.type = declareResult(.forms(forms))
      return
    }
    var result = result(of: first.response)
    if first.status != (result == nil ? format.emptyStatus : 200) { endpoint.status = first.status }
    if let value = resultWithHeaders(first.response, result) {
      if known.count > 1 { noteOthers(known, first.status) }
      endpoint.result = value
      return
    }
    let isLocated = headers(first.response).contains { $0.lowercased() == "location" }
    if result == nil, isLocated, endpoint.method != "HEAD" {
      endpoint.result.type = .named("CreatedLocation")
      return
    }
    if isSame, let value = result, value.wrapper == nil {
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

  private func headers(_ response: JSONTree) -> [String] { response["headers"]?.fields.map(\.name) ?? [] }

  /// Returns the forms of a result. `nil` if one of them is not JSON.
  private func forms(_ responses: [(status: Int, response: JSONTree)]) -> [ImportedDeclaration.Form]? {
    guard responses.allSatisfy({ source.contents(of: $0.response).read?.kind ?? .json == .json }) else { return nil }
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
  func result(of response: JSONTree, name: String = "Result", canBeCounted: Bool = true) -> ImportedValue? {
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
  func noteUnused(_ content: DocumentContent) {
    let schema = source.quietly { source.merged(content.schema, at: place).schema }
    let words = ["schema", "itemSchema", "encoding", "prefixEncoding", "itemEncoding"]
      .filter { content.media[$0] != nil && ($0 != "schema" || schema.isObject || schema["items"] != nil) }.map {
        "`\($0)`"
      }
    guard !words.isEmpty else { return }
    source.note(place, "\(words.joined(separator: ", ")) of \(content.type): not used, because its values are bytes.")
  }

  /// Declares a media type, unless it is the usual one, or any.
  func declare(_ field: String, _ type: String) {
    let isUsual = type.contains("*") || ["application/json", "application/octet-stream"].contains(type)
    // Several forms of a result have one `Accept`.
    if !isUsual, !endpoint.headers.contains(where: { $0.name == field }) { endpoint.headers.append((field, type)) }
  }

  func readFailures() {
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
  static func texts(_ description: String) -> [(code: String?, text: String)] {
    description.split(separator: "\n\n").map { paragraph in
      guard let match = paragraph.wholeMatch(of: /`([^`]+)`(?:: (.*))?/.dotMatchesNewlines()) else {
        return (nil, String(paragraph))
      }
      return (String(match.1), match.2.map(String.init) ?? "")
    }
  }
}
