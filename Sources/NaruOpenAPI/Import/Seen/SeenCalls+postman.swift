import Foundation
import Naru

extension SeenCalls {
  /// Reads a collection of Postman's, in the format 2.1. Each folder at the top is a group.
  init(collection: JSONTree) {
    var reader = CollectionReader(collection)
    reader.readItems(collection["item"]?.elements ?? [], in: nil, collection["auth"], "#/item")
    calls = reader.calls
    server = reader.server
    notes = reader.notes
  }
}

/// The reader of a collection.
private struct CollectionReader {
  private(set) var calls: [SeenCall] = []
  private(set) var server: String?
  private(set) var notes: [ImportNote] = []
  private let variables: [String: String]

  init(_ collection: JSONTree) {
    let pairs = (collection["variable"]?.elements ?? []).compactMap { variable in
      (variable["key"] ?? variable["id"])?.text.map { ($0, variable["value"]?.scalar ?? "") }
    }
    variables = Dictionary(pairs) { _, last in last }
  }

  private mutating func note(_ place: String, _ reason: LocalizedMessage) {
    notes.append(ImportNote(place: place, reason: reason))
  }

  mutating func readItems(_ items: [JSONTree], in group: String?, _ auth: JSONTree?, _ place: String) {
    for (index, item) in items.enumerated() {
      let place = "\(place)/\(index)"
      let name = item["name"]?.text ?? ""
      let auth = item["auth"] ?? auth
      if let inner = item["item"]?.elements {
        readItems(inner, in: group ?? name, auth, "\(place)/item")
      } else if let request = item["request"] {
        read(request, item, name, group, request["auth"] ?? auth, place)
      }
    }
  }

  private mutating func read(
    _ request: JSONTree,
    _ item: JSONTree,
    _ name: String,
    _ group: String?,
    _ auth: JSONTree?,
    _ place: String
  ) {
    let method = (request["method"]?.text ?? "GET").uppercased()
    guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) else {
      return note(place, .withoutMethod(method))
    }
    // A request may be only its URL.
    let address = CollectionAddress(request["url"] ?? request, variables)
    if let origin = address.server {
      if server == nil { server = origin }
      if origin != server {
        note(
          place,
          LocalizedMessage(
            korean: "서버가 \(origin)입니다. 그 주소의 클라이언트로 호출하세요.",
            english: "its server is \(origin): call it with a client for that address."
          )
        )
      }
    }
    var call = SeenCall(method: method, path: address.path, query: address.query)
    call.group = group
    call.name = name.isEmpty ? nil : name
    call.summary = name
    call.discussion = Self.text(request["description"])
    call.security = security(auth, place)
    call.body = body(request["body"], place)
    for response in item["response"]?.elements ?? [] {
      guard let status = response["code"]?.number.flatMap({ Int(exactly: $0) }) else { continue }
      let type = (response["header"]?.elements ?? []).first { $0["key"]?.text?.lowercased() == "content-type" }
      let text = response["body"]?.text ?? ""
      let isJSON = response["_postman_previewlanguage"] == "json" || json(text) != nil
      let media = type?["value"]?.text ?? (isJSON ? "application/json" : "text/plain")
      call.responses.append(.init(status: status, body: text.isEmpty ? nil : jsonBody(media, text)))
    }
    if call.responses.isEmpty {
      note(
        place,
        LocalizedMessage(
          korean: "저장된 응답이 없어 결과가 비어 있습니다.",
          english: "it has no saved response; the result is empty."
        )
      )
    }
    calls.append(call)
  }

  /// A description, which may be a text or an object.
  static func text(_ description: JSONTree?) -> String {
    (description?.text ?? description?["content"]?.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: - Credentials

  private mutating func security(_ auth: JSONTree?, _ place: String) -> SeenCall.Security? {
    guard let type = auth?["type"]?.text, type != "noauth" else { return nil }
    switch type {
    case "bearer", "oauth2", "jwt": return .bearer
    case "basic": return .basic
    case "apikey":
      // Version 2.1 has a list of pairs, 2.0 an object.
      let pairs = auth?["apikey"]?.elements ?? []
      func value(_ key: String) -> String? {
        (pairs.first { $0["key"]?.text == key }?["value"] ?? auth?["apikey"]?[key])?.text
      }
      return .key(value("key") ?? "X-API-Key", in: value("in") ?? "header")
    default:
      note(place, .sentByMiddleware(type))
      return nil
    }
  }

  // MARK: - Bodies

  private mutating func body(_ body: JSONTree?, _ place: String) -> SeenCall.Body? {
    guard let body, body["disabled"] != true else { return nil }
    switch body["mode"]?.text {
    case "raw":
      guard let text = body["raw"]?.text, !text.isEmpty else { return nil }
      let language = body["options"]?["raw"]?["language"]?.text
      if language == "json" || json(text) != nil {
        if json(text) == nil {
          note(
            place,
            LocalizedMessage(
              korean: "본문이 올바른 JSON이 아니어서 아무 값으로나 읽습니다.",
              english: "the body is not valid JSON; it is read as any value."
            )
          )
        }
        return jsonBody("application/json", text)
      }
      return SeenCall.Body(type: language == "xml" ? "application/xml" : "text/plain", text: text)
    case "urlencoded": return form("application/x-www-form-urlencoded", body["urlencoded"])
    case "formdata": return form("multipart/form-data", body["formdata"])
    case "file": return SeenCall.Body(type: "application/octet-stream", text: nil)
    case let mode?:
      note(
        place,
        LocalizedMessage(
          korean: "모드가 “\(mode)”인 본문은 뺍니다.",
          english: "a body in the mode “\(mode)” is left out."
        )
      )
      return nil
    case nil: return nil
    }
  }

  private func form(_ type: String, _ fields: JSONTree?) -> SeenCall.Body {
    let items = (fields?.elements ?? []).compactMap { CollectionAddress.item($0, isFile: $0["type"] == "file") }
    return SeenCall.Body(type: type, text: nil, fields: items)
  }

  /// A body whose JSON has no variables and no names of types any more.
  private func jsonBody(_ type: String, _ text: String) -> SeenCall.Body? {
    let plain = json(text).flatMap { try? JSONCoding().encode($0.withoutTypeNames) }
    return SeenCall.Body(type, text: plain.map { String(decoding: $0, as: UTF8.self) } ?? text)
  }

  /// Reads JSON, in which variables may stand for values.
  private func json(_ text: String) -> JSONTree? {
    if let tree = JSONTree(json: Data(text.utf8)) { return tree }
    let filled = text.replacing(/\{\{([^{}]*)\}\}/) { match in
      let value = variables[String(match.1)] ?? ""
      return JSONTree(json: Data(value.utf8)) == nil ? "null" : value
    }
    return JSONTree(json: Data(filled.utf8))
  }
}

/// The address of a request of a collection.
private struct CollectionAddress {
  /// The server, with the path that a variable has. `nil` if it is not known.
  private(set) var server: String?
  private(set) var path: [SeenCall.Segment] = []
  private(set) var query: [SeenCall.Item] = []

  /// Reads an address, which is a text or an object with parts.
  init(_ url: JSONTree, _ variables: [String: String]) {
    let raw = url.text ?? url["raw"]?.text ?? ""
    let (address, rawQuery) = String(raw.prefix { $0 != "#" }).splitTarget
    let values = Dictionary(
      (url["variable"]?.elements ?? []).compactMap { value in value["key"]?.text.map { ($0, value) } }
    ) { first, _ in first }
    var segments = url["path"]?.elements.map { $0.text ?? $0["value"]?.text ?? "" } ?? []
    var start = String(address)
    if let scheme = address.range(of: "://") {
      start = String(address[..<(address[scheme.upperBound...].firstIndex(of: "/") ?? address.endIndex)])
    } else if !address.hasPrefix("/") {
      start = String(address.prefix { $0 != "/" })
    } else {
      start = ""
    }
    if segments.isEmpty {
      segments = address.dropFirst(start.count).split(separator: "/").map(String.init)
    }
    let host = start.replacing(/\{\{([^{}]*)\}\}/) { variables[String($0.1)] ?? "" }
    if let origin = URL(string: host), origin.scheme != nil, origin.host() != nil {
      server = host.hasSuffix("/") ? String(host.dropLast()) : host
    }
    path = segments.filter { !$0.isEmpty }.map { text in
      if text.hasPrefix(":") {
        let name = String(text.dropFirst())
        let value = values[name]
        return .value(value?["value"]?.scalar ?? "", name: name, summary: CollectionReader.text(value?["description"]))
      }
      if let name = text.wholeMatch(of: /\{\{([^{}]*)\}\}/)?.1 {
        return .value(variables[String(name)] ?? "", name: String(name))
      }
      return .literal(text.replacing(/\{\{([^{}]*)\}\}/) { variables[String($0.1)] ?? String($0.1) })
    }
    // The list also has the items that are switched off.
    if let items = url["query"]?.elements {
      query = items.compactMap { Self.item($0, isFile: false) }
    } else {
      query = (rawQuery.flatMap { try? QueryString.items($0) } ?? []).map {
        SeenCall.Item(name: $0.name, value: $0.value.isTemplate ? "" : $0.value, isRequired: false)
      }
    }
  }

  /// Reads an item of a query or of a form. It is optional, unless its description begins with “(Required)”, which converters to
  /// collections write. `nil` if it has no name.
  static func item(_ item: JSONTree, isFile: Bool) -> SeenCall.Item? {
    guard let name = item["key"]?.text, !name.isEmpty else { return nil }
    let text = CollectionReader.text(item["description"])
    let required = text.hasPrefix("(Required)")
    let value = item["value"]?.scalar ?? ""
    return SeenCall.Item(
      name: name,
      value: value.isTemplate ? "" : JSONTree.string(value).withoutTypeNames.scalar ?? "",
      isRequired: required,
      isFile: isFile,
      summary: required ? text.dropFirst("(Required)".count).trimmingCharacters(in: .whitespaces) : text
    )
  }
}

extension String {
  /// Whether the text is a variable: `{{token}}`.
  fileprivate var isTemplate: Bool { contains("{{") }
}

extension JSONTree {
  /// The value with values instead of the names of types that converters write: 1 for `<integer>`.
  fileprivate var withoutTypeNames: JSONTree {
    switch self {
    case .string(let text):
      switch text {
      case "<integer>", "<long>", "<int32>", "<int64>": 1
      case "<number>", "<double>", "<float>": .number("1.5")
      case "<boolean>": true
      case "<dateTime>", "<date-time>": "2026-01-01T00:00:00Z"
      case "<uuid>": "00000000-0000-0000-0000-000000000000"
      case "<uri>", "<url>": "https://example.com"
      default: self
      }
    case .array(let elements): .array(elements.map(\.withoutTypeNames))
    case .object(let fields): .object(Fields(fields.all.map { ($0.name, $0.value.withoutTypeNames) }))
    default: self
    }
  }
}
