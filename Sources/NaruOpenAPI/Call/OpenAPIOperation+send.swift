public import Foundation
import HTTPTypes
public import Naru

extension OpenAPIOperation {
  /// The error for values that the document doesn't allow. Nothing was sent.
  public struct InvalidValues: PresentableError {
    /// A sentence for each value.
    public let sentences: [LocalizedMessage]

    /// All sentences.
    public var localizedMessage: LocalizedMessage {
      LocalizedMessage(
        korean: sentences.map(\.korean).joined(separator: " "),
        english: sentences.map(\.english).joined(separator: " ")
      )
    }
  }

  /// Calls the operation.
  ///
  /// - Parameters:
  ///   - values: the values as a person types them. A list has several, or one in JSON; an object is in JSON. The value of a file in a
  ///     form is its path.
  ///   - body: the whole body, instead of its fields.
  ///   - client: the client of the server. It adds its credentials as the document says.
  /// - Returns: the response, which is a success.
  /// - Throws: ``InvalidValues`` for values that the document doesn't allow, ``APIError`` as a contract's call, or an error of the file
  ///   system.
  public func send(_ values: [Field: [String]], body: Data? = nil, with client: APIClient) async throws -> APIResponse {
    try await client.success(of: client.request(for: call(values, body: body)))
  }

  /// Returns the call, after checking its values.
  func call(_ given: [Field: [String]], body whole: Data?) throws -> OutgoingCall {
    var check = SchemaCheck(source)
    let typed = given.compactMapValues { texts in texts.isEmpty ? nil : texts }
    var values: [Field: JSONTree] = [:]
    for (field, texts) in typed { values[field] = source.value(texts, field) }
    let sendsFields = whole == nil && (body?.isRequired ?? false || values.keys.contains { $0.location == "body" })
    for field in fields where field.location != "body" || sendsFields && body?.kind != .json {
      guard let value = values[field] else {
        if field.isRequired { check.missing(field.name) }
        continue
      }
      if !isFile(field) { check.check(value, field.schema, at: field.name) }
      // The path would be that of another operation.
      if field.location == "path", ["", ".", ".."].contains(value.words) {
        check.malformed(field.name, value.words, LocalizedMessage(korean: "경로의 한 부분이어야", english: "a part of a path"))
      }
    }
    let json = try jsonBody(values, whole, sendsFields, &check)
    if !check.problems.isEmpty { throw InvalidValues(sentences: check.problems) }

    var call = OutgoingCall(endpoint(at: sentPath(values)))
    var cookies: [String] = []
    for field in fields {
      guard let value = values[field] else { continue }
      switch field.location {
      case "query": addQuery(field, value, to: &call)
      // With a capital, it is not the name of a parameter.
      case "header":
        call.header(field.name.prefix(1).uppercased() + field.name.dropFirst(), value.list.joined(separator: ","))
      case "cookie": cookies.append("\(field.name)=\(QueryString.encode(value.words))")
      case "body": if whole == nil { try addBody(field, value, to: &call) }
      default: break
      }
    }
    if !cookies.isEmpty { call.header("Cookie", cookies.joined(separator: "; ")) }
    if let json {
      call.body(json)
      if let type = body?.type, type != "application/json" { call.header("Content-Type", type) }
    } else if let whole {
      let type = body?.type ?? ""
      call.body(Blob(whole, contentType: type.contains("*") || type.isEmpty ? "application/octet-stream" : type))
    }
    return call
  }

  // MARK: - Parts of a request

  private func endpoint(at path: String) -> Endpoint {
    let types = (operation.content["responses"]?.fields ?? []).filter { $0.name.hasPrefix("2") }
      .flatMap { source.resolved($0.value, at: operation.place)["content"]?.fields.map(\.name) ?? [] }
      .filter(HTTPField.isValidValue)
    let isJSON = types.isEmpty || types.contains { MediaType($0).isJSON }
    return Endpoint(
      operation.contract,
      id,
      Endpoint.Method(rawValue: method) ?? .get,
      PathTemplate(stringLiteral: path.hasPrefix("/") ? path : "/\(path)"),
      format: FormatFinder(source).format(of: [operation.content]).known,
      auth: auth,
      security: security,
      headers: ["Accept": isJSON ? "application/json" : types.joined(separator: ", ")],
      redirects: true
    )
  }

  /// The path with its values, so that the endpoint has no placeholders.
  private func sentPath(_ values: [Field: JSONTree]) -> String {
    let path = values.filter { $0.key.location == "path" }.reduce(operation.sentPath) { path, entry in
      let (field, value) = entry
      let texts = value.list.map(QueryString.encode)
      let text =
        switch field.style {
        case "x-rest": value.words.split(separator: "/").map { QueryString.encode(String($0)) }.joined(separator: "/")
        case "label": ".\(texts.joined(separator: field.explodes == true ? "." : ","))"
        case "matrix": ";\(field.name)=\(texts.joined(separator: field.explodes == true ? ";\(field.name)=" : ","))"
        default: texts.joined(separator: ",")
        }
      return path.replacing("{\(field.name)}", with: text)
    }
    return path.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  private func addQuery(_ field: Field, _ value: JSONTree, to call: inout OutgoingCall) {
    let style = field.style ?? "form"
    let separators = ["spaceDelimited": " ", "pipeDelimited": "|"]
    switch value {
    case _ where field.isJSON: call.query(field.name, value.words)
    case .object(let fields) where style == "deepObject":
      for (name, value) in fields.all { for text in value.list { call.query("\(field.name)[\(name)]", text) } }
    case .object(let fields) where field.explodes ?? true:
      for (name, value) in fields.all { call.query(name, value.words) }
    case .array where field.explodes ?? (style == "form"): for text in value.list { call.query(field.name, text) }
    case .array, .object: call.query(field.name, value.list.joined(separator: separators[style] ?? ","))
    default: call.query(field.name, value.words)
    }
  }

  private func addBody(_ field: Field, _ value: JSONTree, to call: inout OutgoingCall) throws {
    switch (body?.kind, value) {
    case (.form, .array): call.form(field.name, value.list)
    case (.form, _): call.form(field.name, value.words)
    case (.parts, _) where isFile(field):
      for path in value.list {
        let file = URL(fileURLWithPath: path)
        call.part(field.name, try Blob(file: file, filename: file.lastPathComponent))
      }
    case (.parts, .object): call.part(field.name, value)
    case (.parts, _): for text in value.list { call.part(field.name, text) }
    default: break
    }
  }

  private func isFile(_ field: Field) -> Bool {
    let schema = source.resolved(field.schema, at: field.name)
    return body?.kind == .parts && field.location == "body"
      && (schema.isFile || schema["items"].map { source.resolved($0, at: field.name).isFile } ?? false)
  }

  /// Returns the JSON body, after checking it. `nil` if the body is another one, or none.
  private func jsonBody(
    _ values: [Field: JSONTree],
    _ whole: Data?,
    _ sendsFields: Bool,
    _ check: inout SchemaCheck
  ) throws -> JSONTree? {
    guard let body, whole != nil || sendsFields else { return nil }
    guard body.kind == .json else {
      if body.kind == .bytes, whole == nil { check.missing("body") }
      return nil
    }
    var json = whole.map { JSONTree(json: $0) } ?? [:]
    if whole == nil { for field in fields where field.location == "body" { json?[field.name] = values[field] } }
    guard let json else {
      let text = String(decoding: whole ?? Data(), as: UTF8.self)
      check.malformed("body", text, LocalizedMessage(korean: "JSON이어야", english: "JSON"))
      return nil
    }
    // The fields of an object have their own names.
    let isObject = fields.contains { $0.location == "body" } && json.isOf("object")
    check.check(json, body.schema, at: isObject ? "" : "body")
    return json
  }
}

extension ImportSource {
  /// Returns the value of texts that a person has typed.
  fileprivate func value(_ texts: [String], _ field: OpenAPIOperation.Field) -> JSONTree {
    let types = types(of: field.schema)
    let first = texts.first ?? ""
    guard types.contains("array"), texts.count > 1 || !first.hasPrefix("[") else {
      return texts.count == 1 ? value(first, types) : .array(texts.map { .string($0) })
    }
    let element = self.types(of: resolved(field.schema, at: field.name)["items"] ?? [:])
    return .array(texts.map { value($0, element) })
  }

  /// A text that is not of one of the types stays a text, which the check refuses.
  private func value(_ text: String, _ types: [String]) -> JSONTree {
    let isAny = types.isEmpty
    let json = JSONTree(json: Data(text.utf8))
    switch json {
    case .number where isAny || types.contains("number") || types.contains("integer"): return json ?? .null
    case .boolean where isAny || types.contains("boolean"): return json ?? .null
    case .array where isAny || types.contains("array"): return json ?? .null
    case .object where isAny || types.contains("object"): return json ?? .null
    case .null where types.contains("null") && !types.contains("string"): return .null
    default: return .string(text)
    }
  }
}

extension JSONTree {
  /// The texts of a list; of an object, the names and values in turn; of anything else, its only text.
  fileprivate var list: [String] {
    switch self {
    case .array(let elements): elements.map(\.words)
    case .object(let fields): fields.all.flatMap { [$0.name, $0.value.words] }
    default: [words]
    }
  }
}

extension FormatImporter.Format {
  /// A format with the same failures.
  fileprivate var known: any ResponseFormat.Type {
    switch kind {
    case "EnvelopeFormat": Envelope.self
    case "CodedEnvelopeFormat": CodedEnvelope.self
    case "ErrorMessageFormat": ErrorMessage.self
    case "StatusMessageFormat": StatusMessage.self
    case "ProblemFormat": Problem.self
    default: BareJSON.self
    }
  }
}

private enum Envelope: EnvelopeFormat { static let json = JSONCoding() }
private enum CodedEnvelope: CodedEnvelopeFormat { static let json = JSONCoding() }
private enum ErrorMessage: ErrorMessageFormat { static let json = JSONCoding() }
private enum StatusMessage: StatusMessageFormat { static let json = JSONCoding() }
private enum Problem: ProblemFormat { static let json = JSONCoding() }

extension APIResponse {
  /// The JSON of the body with a line for each field, indented by two spaces, and otherwise as the server wrote it. `nil` if the body is
  /// not JSON.
  public var indentedJSON: String? { JSONTree(json: body).map { JSONText($0).text } }
}
