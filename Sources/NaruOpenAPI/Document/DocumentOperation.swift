import Foundation
package import Naru

package struct DocumentOperation {
  /// The path as the document has it.
  package let path: String
  /// The method as the document has it: in lower case, unless it is one of `additionalOperations`.
  package let method: String
  /// The document's entry for all operations of the path.
  package let item: JSONTree
  /// The document's entry for this operation.
  package let content: JSONTree
  /// The reference that leads to nothing.
  package let missing: String?

  package var place: String { "#/paths/\(pointer(path))/\(method)" }

  /// The servers of the operation itself or of its path. Empty if it has only the document's.
  package var servers: [JSONTree] { (content["servers"] ?? item["servers"])?.elements ?? [] }
}

/// The values of a body or a response in a media type.
package struct DocumentContent {
  /// How values are sent, in the order of an app's preference.
  package enum Kind: CaseIterable { case json, parts, form, bytes }

  /// The media type as the document has it.
  package let type: String
  /// The document's entry for the media type.
  package let media: JSONTree

  package var schema: JSONTree { media["schema"] ?? [:] }

  /// Any media type with a schema is JSON, but for a file, which Spring describes as a `byte`. In a `format`, a file may also be of JSON.
  package var kind: Kind {
    switch MediaType(type).essence {
    case "multipart/form-data": .parts
    case "application/x-www-form-urlencoded": .form
    case let essence:
      MediaType(essence).isJSON && schema["format"] != "binary"
        || essence.contains("*") && !essence.hasPrefix("text") && schema != [:] && !schema.isFile
          && schema["format"] != "byte"
        ? .json : .bytes
    }
  }
}

extension [DocumentContent] {
  package var sent: DocumentContent? {
    // .NET lists the type of a JSON Patch for every body.
    let preferred = filter { MediaType($0.type).essence != "application/json-patch+json" } + self
    return DocumentContent.Kind.allCases.lazy.compactMap { kind in preferred.first { $0.kind == kind } }.first
  }
  package var read: DocumentContent? {
    let json = first { $0.kind == .json }
    // FastAPI and Spring write JSON of any form beside the type of a file or of events.
    let other = first { $0.kind != .json && ($0.media["schema"] != [:] || $0.type == "application/octet-stream") }
    // JSON beside a file is for the failures.
    return json.map { $0.media["schema"] == [:] ? other ?? $0 : $0 } ?? first { !MediaType($0.type).isJSON } ?? first
  }
}

extension DocumentReader {
  private static let methods: Set = ["get", "head", "post", "put", "patch", "delete", "options", "trace", "query"]

  /// Returns whether a field of a path is an operation.
  package static func isMethod(_ name: String) -> Bool { methods.contains(name) }

  /// The operations, in the order of the document. Those that are a `$ref` to nothing have no content.
  package var operations: [DocumentOperation] {
    (root["paths"]?.fields ?? []).filter { !$0.name.hasPrefix("x-") }.flatMap { path, reference in
      let place = "#/paths/\(pointer(path))"
      var item = resolved(reference, at: place)
      if let text = reference["$ref"]?.text, target(text) == nil {
        return [DocumentOperation(path: path, method: "$ref", item: [:], content: [:], missing: text)]
      }
      for (word, value) in reference.fields where reference["$ref"] != nil && word != "$ref" {
        item[word] = word == "parameters" ? .array((item[word]?.elements ?? []) + value.elements) : value
      }
      let own = item.fields.filter { Self.isMethod($0.name) }
      return (own + (item["additionalOperations"]?.fields ?? [])).map { method, reference in
        let content = resolved(reference, at: "\(place)/\(method)")
        let missing = reference["$ref"]?.text.flatMap { target($0) == nil ? $0 : nil }
        return DocumentOperation(path: path, method: method, item: item, content: content, missing: missing)
      }
    }
  }

  /// Returns the parameters of an operation and of its path. One of the operation replaces one of the path.
  package func parameters(of operation: DocumentOperation) -> [JSONTree] {
    var all: [JSONTree?] = []
    var positions: [[JSONTree?]: Int] = [:]
    for parameters in [operation.item["parameters"], operation.content["parameters"]] {
      for parameter in parameters?.elements ?? [] {
        let parameter = resolved(parameter, at: operation.place)
        if let before = positions.updateValue(all.count, forKey: [parameter["name"], parameter["in"]]) {
          all[before] = nil
        }
        all.append(parameter)
      }
    }
    return all.compactMap(\.self)
  }

  /// Returns the media types of a body or a response, ranges such as `*/*` last. Documents of others have several in one name.
  package func contents(of described: JSONTree?) -> [DocumentContent] {
    let all = (described?["content"]?.fields ?? []).flatMap { types, media -> [DocumentContent] in
      let names = types.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      var content = resolved(media, at: "#/components/mediaTypes")
      // Spring's `StreamingResponseBody` says nothing. A named type of any media type, such as `JsonNode`, is JSON nevertheless.
      if !types.contains("*"), content["schema"]?["$ref"]?.text.flatMap(target) == [:] { content["schema"] = [:] }
      let known = names.isEmpty ? ["*/*"] : names.allSatisfy { $0.contains("/") } ? names : [types]
      return known.map { DocumentContent(type: $0, media: content) }
    }
    return all.filter { !$0.type.contains("*") } + all.filter { $0.type.contains("*") }
  }

  /// Returns the schema of each event or line: of the elements, if the schema of the whole is a list.
  package func item(of media: JSONTree) -> JSONTree? {
    let whole = quietly { merged(media["schema"] ?? [:]).schema }
    return media["itemSchema"] ?? (whole["type"] == "array" ? whole["items"] ?? [:] : media["schema"])
  }

  /// Returns the schema of the data of events. `nil` if it is not described.
  package func eventData(_ media: JSONTree, at place: String = "#") -> JSONTree? {
    if let own = media["schema"]?["x-event-data"] { return own }
    // Spring describes the object that sends the events.
    guard media["schema"]?.referredName != "SseEmitter", let event = item(of: media) else { return nil }
    let merged = merged(event, at: place)
    // The variants of an event have other data.
    let variants = media["itemSchema"] == nil ? [] : merged.unions.first?.fields.first?.value.elements ?? [[:]]
    var all: [JSONTree] = []
    for variant in variants {
      guard let data = self.merged(merged.schema, variant, at: place).schema["properties"]?["data"] else { continue }
      let schema = data["contentSchema"] ?? (data["type"] == "string" ? [:] : data)
      if !all.contains(schema) { all.append(schema) }
    }
    if all.isEmpty { return merged.schema["type"] == "string" || !event.says() ? nil : event }
    return all.contains([:]) ? [:] : all.count == 1 ? all[0] : ["oneOf": .array(all)]
  }

  /// Returns the addresses of a server, with each value of its variables. The first address has the default values.
  package static func addresses(of server: JSONTree) -> [String] {
    (server["variables"]?.fields ?? []).reduce([server["url"]?.text ?? ""]) { addresses, variable in
      let first = [variable.value["default"]].compactMap(\.self)
      let values = first + (variable.value["enum"]?.elements ?? []).filter { !first.contains($0) }
      guard !values.isEmpty else { return addresses }
      return values.prefix(64).flatMap { value in
        addresses.prefix(64).map { $0.replacing("{\(variable.name)}", with: value.scalar ?? "") }
      }
    }
  }
}
