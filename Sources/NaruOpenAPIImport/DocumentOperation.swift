import Foundation
import Naru

/// An operation of a document.
struct DocumentOperation {
  /// The path as the document has it.
  let path: String
  /// The method in lower case.
  let method: String
  /// The document's entry for all operations of the path.
  let item: JSONTree
  /// The document's entry for this operation.
  let content: JSONTree
  /// The reference that leads to nothing.
  var missing: String?

  /// The place in the document.
  var place: String { "#/paths/\(pointer(path))/\(method)" }

  /// The name of the contract: the first tag's.
  var contract: String {
    guard let tag else { return "API" }
    let name = SwiftName.words(type: tag)
    return SwiftName.isReserved(name) ? "\(name)API" : name
  }

  /// The first tag.
  var tag: String? { content["tags"]?.elements.first?.text }

  /// Whether the operation is from a document of Naru's, whose names are Swift's: `Books.show`.
  var isOwn: Bool {
    guard let tag, let id = content["operationId"]?.text, id.hasPrefix("\(tag).") else { return false }
    return id.dropFirst(tag.count + 1).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The path that is sent. The parts after `?` and `#` distinguish operations with the same path.
  var sentPath: String { String(path.prefix { !"?#".contains($0) }) }

  /// The query in the path, with constants.
  var query: Substring { path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst() }

  /// The first of its own or its path's servers. `nil` if it has only the document's.
  var server: JSONTree? { (content["servers"] ?? item["servers"])?.elements.first }

  /// The kinds of a request's body.
  struct Body {
    /// The media type that is sent.
    let type: String
    /// The document's entry for the media type.
    let media: JSONTree
    let isRequired: Bool
    let documentation: String
    /// The media types that could be sent instead.
    let others: [String]

    var schema: JSONTree { media["schema"] ?? [:] }
    /// How the fields of a form are sent.
    var encoding: JSONTree { media["encoding"] ?? [:] }

    var kind: Kind {
      switch MediaType(type).essence {
      case "multipart/form-data": .parts
      case "application/x-www-form-urlencoded": .form
      case let essence:
        MediaType(essence).isJSON || essence.contains("*") && schema != [:] && !schema.isFile ? .json : .bytes
      }
    }
  }

  enum Kind: CaseIterable { case json, parts, form, bytes }
}

extension ImportSource {
  /// The operations, in the order of the document. Those that are a `$ref` to nothing have no content.
  var operations: [DocumentOperation] {
    let methods = ["get", "head", "post", "put", "patch", "delete", "options", "trace", "query"]
    return (root["paths"]?.fields ?? []).flatMap { path, reference -> [DocumentOperation] in
      let place = "#/paths/\(pointer(path))"
      let item = resolved(reference, at: place)
      if let text = reference["$ref"]?.text, target(text) == nil {
        return [DocumentOperation(path: path, method: "$ref", item: [:], content: [:], missing: text)]
      }
      let others = item["additionalOperations"]?.fields ?? []
      return (item.fields.filter { methods.contains($0.name) } + others).map { method, reference in
        let content = resolved(reference, at: "\(place)/\(method)")
        let missing = reference["$ref"]?.text.flatMap { target($0) == nil ? $0 : nil }
        return DocumentOperation(path: path, method: method, item: item, content: content, missing: missing)
      }
    }
  }

  /// Returns the parameters of an operation and of its path. One of the operation replaces one of the path.
  func parameters(of operation: DocumentOperation) -> [JSONTree] {
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

  /// The media types of a body or a response, ranges such as `*/*` last. Documents of others have several in one name.
  func contents(of described: JSONTree) -> [(name: String, value: JSONTree)] {
    let all = (described["content"]?.fields ?? []).flatMap { types, media -> [(name: String, value: JSONTree)] in
      let names = types.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      let content = resolved(media, at: "#/components/mediaTypes")
      return (names.allSatisfy { $0.contains("/") } ? names : [types]).map { ($0, content) }
    }
    return all.filter { !$0.name.contains("*") } + all.filter { $0.name.contains("*") }
  }

  /// Returns the body of an operation's request. `nil` if it has none.
  func body(of operation: DocumentOperation) -> DocumentOperation.Body? {
    guard let reference = operation.content["requestBody"] else { return nil }
    let body = resolved(reference, at: operation.place)
    let content = contents(of: body)
    let bodies = content.map { type, media in
      DocumentOperation.Body(
        type: type,
        media: media,
        isRequired: body["required"]?.boolean ?? false,
        documentation: body["description"]?.text ?? "",
        others: content.map(\.name).filter { $0 != type }
      )
    }
    return DocumentOperation.Kind.allCases.lazy.compactMap { kind in bodies.first { $0.kind == kind } }.first
  }
}
