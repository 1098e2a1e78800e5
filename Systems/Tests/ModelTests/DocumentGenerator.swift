import Foundation
import Naru
import Support

/// A generator of random JSON that conforms to a schema.
struct DocumentGenerator {
  let json: JSONCoding
  var random: SeededRandom

  /// The name of an unknown field.
  static let unknownField = "somethingNew"

  /// The error for a schema that does not describe a form.
  struct Formless: Error {}

  /// Returns a random document.
  mutating func document(_ schema: Schema, depth: Int = 0) throws -> String {
    switch schema {
    case .boolean: pick(["true", "false"])
    case .integer(let bits, let isSigned): integer(bits: bits, isSigned: isSigned)
    case .number(let format): number(format)
    case .string(let format): try string(format)
    case .array(let part): "[" + (try list(part, depth).joined(separator: ",")) + "]"
    case .dictionary(let part):
      "{" + (try list(part, depth).enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ",")) + "}"
    case .lenient(let part): try document(part.schema, depth: depth)
    case .optional(let part): chance(3) ? "null" : try document(part.schema, depth: depth)
    case .object(_, let fields, _): object(try self.fields(fields, depth))
    case .enumeration(_, let values, let isOpen): try value(of: values, isOpen)
    case .union(_, let tag, let variants, _): try union(tag, variants, depth)
    case .anyOf(_, let types): try document(pick(types).schema, depth: depth)
    case .date, .any: throw Formless()
    }
  }

  private mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &random) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func list(_ part: Schema.TypeReference, _ depth: Int) throws -> [String] {
    // Recursive types must end.
    let count = depth > 4 ? 0 : Int.random(in: 0...3, using: &random)
    return try (0..<count).map { _ in try document(part.schema, depth: depth + 1) }
  }

  /// Returns fields in random order. Optional fields are sometimes absent or `null`, and sometimes there is an unknown
  /// field.
  private mutating func fields(_ fields: [Schema.Field], _ depth: Int) throws -> [String] {
    var members: [String] = []
    for field in fields {
      if !field.isRequired, chance(3) { continue }
      let isNull = !field.isRequired && chance(4)
      members.append("\"\(field.name)\":\(isNull ? "null" : try document(field.type.schema, depth: depth + 1))")
    }
    if chance(4) { members.append("\"\(Self.unknownField)\":{\"a\":[1,\"]\"]}") }
    return members.shuffled(using: &random)
  }

  private mutating func object(_ members: [String]) -> String {
    let space = pick(["", "", " ", "\n  "])
    return "{" + members.map { space + $0 }.joined(separator: ",") + space + "}"
  }

  private mutating func union(_ tag: String?, _ variants: [Schema.Variant], _ depth: Int) throws -> String {
    let variant = pick(variants)
    var declared = variant.fields
    if case .object(_, let fields, _)? = variant.type?.schema { declared = fields }
    let members = try fields(declared, depth)
    return tag.map { object(["\"\($0)\":\"\(variant.name)\""] + members) } ?? "{\"\(variant.name)\":\(object(members))}"
  }

  private mutating func value(of values: [Schema.Value], _ isOpen: Bool) throws -> String {
    if isOpen, chance(4) { return #""SOMETHING_NEW""# }
    switch pick(values) {
    case .string(let text): return try quoted(text)
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    }
  }

  private mutating func integer(bits: Int, isSigned: Bool) -> String {
    guard isSigned else { return pick(["0", "7", "\(UInt64.max >> UInt64(64 - bits))"]) }
    let most = Int64.max >> Int64(64 - bits)
    return pick(["0", "-1", "42", "\(most)", "\(-most - 1)", "\(Int64.random(in: -most...most, using: &random))"])
  }

  private mutating func number(_ format: String) -> String {
    if chance(2) { return "\(Double(Int.random(in: -1000...1000, using: &random)) / 8)" }
    let edges = [0, 0.1, 1e15, 1e16, 1.0 / 3, .greatestFiniteMagnitude, .leastNormalMagnitude]
    return format == "double" ? "\(pick(edges))" : "\(Int.random(in: -1000...1000, using: &random))"
  }

  private mutating func string(_ format: String?) throws -> String {
    let number = random.next()
    switch format {
    case "date-time":
      // From 2000 to 2063, with fractions of a second.
      let date = Date(
        timeIntervalSince1970: 946_684_800 + Double(number % 2_000_000_000) + Double(number >> 44) / 1_048_576
      )
      return String(decoding: try json.encode(date), as: UTF8.self)
    case "uuid":
      let text = UUID(uuid: withUnsafeBytes(of: (number, random.next())) { $0.loadUnaligned(as: uuid_t.self) })
        .uuidString
      return "\"\(text)\""
    case "uri": return "\"https://example.com/\(number % 100)?q=%EC%83%88\""
    case "byte": return "\"\(Data("\(number)".utf8).base64EncodedString())\""
    default: return try quoted(text())
    }
  }

  /// Hangul as letters and as syllables, emoji of several scalars, what has to be escaped, and nothing at all. Without
  /// U+FEFF, which `JSONSerialization` loses, and so can't compare.
  private mutating func text() -> String {
    let pieces = [
      "", "a", "새록", "해리 포터", "\u{1112}\u{1161}\u{11AB}", "ㅎㄱㄷ", "é", "e\u{301}", "👩🏽‍🚀", "🇰🇷", "\"", "\\", "/", "\n",
      "\r\n",
      "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{FFFD}", "𝄞", "1", " ",
    ]
    return (0..<Int.random(in: 0...6, using: &random)).map { _ in pick(pieces) }.joined()
  }

  /// A text as JSON, with escapes that need not be now and then.
  private mutating func quoted(_ text: String) throws -> String {
    if chance(3) {
      return "\"" + text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined() + "\""
    }
    return String(decoding: try json.encode(text), as: UTF8.self)
  }
}
