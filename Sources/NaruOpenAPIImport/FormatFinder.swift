import Naru
import NaruOpenAPI

/// The formats of a document: one for each schema of failures.
final class FormatFinder {
  private let source: DocumentReader
  private var formats: [String: FormatImporter.Format] = [:]
  /// The references to types with dates that have no offset.
  private lazy var localDates = source.references(leadingTo: Self.isLocalDate)
  private static let plain = FormatImporter.Format(name: "BareJSON", kind: "CodeMessageFormat")

  init(_ source: DocumentReader) { self.source = source }

  var used: [FormatImporter.Format] { formats.values.sorted { $0.name < $1.name } }

  var names: Set<String> {
    let schemas = source.root["components"]?["schemas"]?.fields.map(\.name) ?? []
    return Set(schemas.map(Self.name)).union(["APIFormat"])
  }

  private static func name(_ schema: String) -> String {
    let type = SwiftName.type(schema)
    let ending = ["Failure", "Error", "ErrorResponse"].first { type.hasSuffix($0) && type != $0 } ?? ""
    let name = "\(type.dropLast(ending.count))Format"
    return SwiftName.isReserved(name) ? "API\(name)" : name
  }

  /// Returns the format of a contract's operations: the format of most failures.
  func format(of operations: [JSONTree]) -> FormatImporter.Format {
    var counts: [String: Int] = [:]
    var found: [String: (schema: JSONTree, kind: String)] = [:]
    var others: [String: JSONTree] = [:]
    for response in operations.flatMap(failures) {
      guard let (type, media) = response["content"]?.fields.first else { continue }
      let schema = media["schema"] ?? [:]
      let reference = schema["allOf"]?.elements.lazy.compactMap { $0["$ref"]?.text }.first ?? schema["$ref"]?.text
      let name = reference.map(DocumentReader.name(of:)) ?? "API"
      let target = source.resolved(reference.map { ["$ref": .string($0)] } ?? schema, at: "#/components/responses")
      guard let kind = FormatImporter.kind(ofFailure: target, type: type) else {
        others[name] = target
        continue
      }
      counts[name, default: 0] += 1
      found[name] = (target, kind)
    }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, let (schema, kind) = found[best]
    else {
      if !others.values.allSatisfy({ source.isRead($0, by: BareJSON.self) }) {
        source.note("#/components", "failures are not read: write a `TypedFailureFormat` for their form.")
      }
      return Self.plain
    }
    // A format reads the values of all operations in one way.
    let isOther = kind.hasSuffix("EnvelopeFormat") && !operations.allSatisfy(hasEnvelopes)
    if best == "BareJSONFailure" || isOther { return Self.plain }
    var format = FormatImporter.Format(name: Self.name(best), kind: kind)
    if let known = formats[format.name] { format = known } else { addLowercaseCodes(of: schema, to: &format) }
    complete(&format, operations)
    formats[format.name] = format
    return format
  }

  /// Adds the codes that a failure's schema lists in lower case, and the format has in upper case.
  private func addLowercaseCodes(of schema: JSONTree, to format: inout FormatImporter.Format) {
    let code = source.resolved(schema["properties"]?["code"] ?? [:], at: "#/components/schemas")
    let listed = Set(code.listedValues.compactMap(\.text))
    guard !listed.isEmpty else { return }
    for status in 400..<600 {
      guard let own = format.ownCode(status), !listed.contains(own), listed.contains(own.lowercased()) else { continue }
      format.codes[status] = own.lowercased()
    }
  }

  private func failures(_ operation: JSONTree) -> [JSONTree] {
    (operation["responses"]?.fields ?? []).compactMap { name, value in
      guard name.hasPrefix("4") || name.hasPrefix("5") || name == "default" else { return nil }
      return source.quietly { source.resolved(value) }
    }
  }

  private func hasEnvelopes(_ operation: JSONTree) -> Bool {
    (operation["responses"]?.fields ?? []).filter { $0.name.hasPrefix("2") }.allSatisfy { _, value in
      let content = source.quietly { source.contents(of: source.resolved(value)).read }
      guard let content, content.kind == .json else { return true }
      return FormatImporter.value(inEnvelope: source.quietly { source.merged(content.schema).schema }) != nil
    }
  }

  private func complete(_ format: inout FormatImporter.Format, _ operations: [JSONTree]) {
    let parts = DocumentReader.references(in: .array(operations), or: Self.isLocalDate)
    if !format.needsLocalDates, parts.hasWanted || !localDates.isDisjoint(with: parts.all) {
      format.needsLocalDates = true
      source.note(
        "#/components/schemas",
        "local dates have no time zone: set it in `\(format.name)`; it is GMT until then."
      )
    }
    for operation in operations {
      for (name, value) in operation["responses"]?.fields ?? [] {
        let response = source.quietly { source.resolved(value) }
        let schema = response["content"]?["application/json"]?["schema"] ?? [:]
        if name == "200", schema["type"] == "object", schema["properties"]?.fields.isEmpty == true, !format.isEnvelope {
          format.hasEmptyObject = true
        }
        if format.kind == "CodedEnvelopeFormat", schema["properties"]?["message"]?["type"] == "string",
          schema["properties"]?["data"] != nil
        {
          format.hasMessage = true
        }
        let codes = FormatImporter.codes(ofFailure: schema)
        guard let status = Int(name), status >= 400, format.kind != "CodedEnvelopeFormat", let own = codes.last,
          codes.count > 1 || [400, 401, 404, 429].contains(status), format.ownCode(status) != own,
          response["description"]?.text?.contains("`\(own)`") == false
        else { continue }
        format.codes[status] = own
      }
    }
  }

  private static func isLocalDate(_ schema: JSONTree) -> Bool { schema["format"] == "date-time-local" }
}
