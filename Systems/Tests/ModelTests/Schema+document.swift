import Foundation
import Naru

/// The error for a schema that does not describe a form.
private struct Formless: Error {}

extension Schema {
  /// Returns a document that conforms to the schema: with every field and the variant with a number, or with the required fields only.
  func document(_ json: JSONCoding, isFull: Bool, variant: Int = 0, depth: Int = 0) throws -> String {
    func part(_ type: TypeReference) throws -> String {
      try type.schema.document(json, isFull: isFull, variant: variant, depth: depth + 1)
    }
    func object(_ fields: [Field], _ others: [String] = []) throws -> String {
      let shown = fields.filter { $0.isRequired || isFull && depth < 5 }
      return "{\((others + (try shown.map { #""\#($0.name)":\#(try part($0.type))"# })).joined(separator: ","))}"
    }
    switch self {
    case .boolean: return "true"
    case .integer: return "7"
    case .number(let format): return format == "double" ? "0.125" : "7"
    case .string("date-time"):
      return String(decoding: try json.encode(Date(timeIntervalSince1970: 1_800_000_000)), as: UTF8.self)
    case .string("uuid"): return #""5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01""#
    case .string("uri"): return #""https://example.com/1?q=%EC%83%88""#
    case .string("byte"): return #""bmFydQ==""#
    case .string: return #""\u1100새록 \"👩🏽‍🚀\"""#
    // Recursive types must end.
    case .array(let type): return isFull && depth < 5 ? "[\(try part(type))]" : "[]"
    case .dictionary(let type): return #"{"a":\#(try part(type))}"#
    case .lenient(let type): return try part(type)
    case .optional(let type): return isFull ? try part(type) : "null"
    case .object(_, let fields, _): return try object(fields)
    case .enumeration(_, let values, _):
      switch values[variant % values.count] {
      case .string(let text): return String(decoding: try json.encode(text), as: UTF8.self)
      case .integer(let number): return "\(number)"
      case .number(let number): return "\(number)"
      }
    case .union(_, let tag, let variants, _):
      let chosen = variants[variant % variants.count]
      var fields = chosen.fields
      if case .object(_, let declared, _)? = chosen.type?.schema { fields = declared }
      guard let tag else { return #"{"\#(chosen.name)":\#(try object(fields))}"# }
      return try object(fields, [#""\#(tag)":"\#(chosen.name)""#])
    case .anyOf(_, let types): return try part(types[variant % types.count])
    case .date, .any: throw Formless()
    }
  }
}
