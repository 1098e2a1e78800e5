import Foundation
import NaruJSON
import Testing

/// Schemas of models and standard types.
struct SchemaTests {
  @Test func anObjectHasItsFields() throws {
    guard case .object(let type, let fields, _) = Everything.schema else {
      Issue.record("no object")
      return
    }
    #expect(type.name == "Everything" && type.type == Everything.self)
    #expect(fields.filter { !$0.isRequired }.map(\.name).prefix(3) == ["byte", "small", "part"])
    let children = try #require(fields.first { $0.name == "children" })
    guard case .array(let element) = children.type.schema, element.type == Everything.self else {
      Issue.record("no array of itself")
      return
    }
    guard case .any = try #require(fields.first { $0.name == "old" }).type.schema else {
      Issue.record("Old has no schema")
      return
    }
  }

  @Test func standardTypesHaveTheirSchemas() {
    func text(_ schema: Schema) -> String {
      switch schema {
      case .boolean: "boolean"
      case .integer(let bits, let isSigned): "\(isSigned ? "int" : "uint")\(bits)"
      case .number(let format): format
      case .string(let format): format ?? "string"
      case .date(let dates): dates.text(Date(timeIntervalSince1970: 0)) ?? ""
      case .lenient(let part): "~\(text(part.schema))"
      case .array(let part): "[\(text(part.schema))]"
      case .dictionary(let part): "{\(text(part.schema))}"
      case .optional(let part): "\(text(part.schema))?"
      case .object(let type, _, _): type.name
      case .enumeration(let type, let values, let isOpen): "\(type.name)(\(values.count)\(isOpen ? "…" : ""))"
      case .union(let type, let tag, let variants, _): "\(type.name)|\(tag ?? "")|\(variants.count)"
      case .anyOf(let type, let parts): "\(type.name)(\(parts.map { text($0.schema) }.joined(separator: "|")))"
      case .any: "any"
      }
    }
    #expect(text([String: [Date?]].schema) == "{[date-time?]}")
    #expect(text(UInt8.schema) == "uint8" && text(Int64.schema) == "int64" && text(Decimal.schema) == "decimal")
    #expect(
      text(Set<UUID>.schema) == "[uuid]" && text(URL.schema) == "uri" && text(Data.schema) == "byte"
        && text(Bool.schema) == "boolean"
    )
    #expect(
      text(ExtensibleEnum<Status>.schema) == "Status(2…)" && text(Level.schema) == "Level(2)"
        && text(Event.schema) == "Event|type|2"
    )
    #expect(
      text(Lossy<[Inner]>.schema) == "[Inner]" && text(Lenient<Int?>.schema) == "~int64?"
        && text([DateAs<UnixMilliseconds>?].schema) == "[0?]"
        && text(Float.schema) == "float"
    )
  }
}
