import Foundation
package import Naru

extension JSONTree {
  /// Whether the schema has more than strings.
  package func says(except words: [String] = []) -> Bool {
    let others = [
      "$comment", "default", "deprecated", "description", "example", "examples", "externalDocs", "nullable", "readOnly",
      "title", "writeOnly", "xml",
    ]
    return fields.contains { !others.contains($0.name) && !words.contains($0.name) && !$0.name.hasPrefix("x-") }
  }

  /// The words of the limits of strings, numbers and lists.
  static let limitWords = [
    "exclusiveMaximum", "exclusiveMinimum", "format", "maxItems", "maxLength", "maximum", "minItems", "minLength",
    "minimum", "pattern",
  ]

  /// The schema with exclusive limits as numbers of their own, which are marks of the others in OpenAPI 3.0, and with the fields that it has
  /// only under a condition.
  package var unified: JSONTree {
    var schema = self
    let parts = ["then", "else"].compactMap { self[$0] } + (self["dependentSchemas"]?.fields.map(\.value) ?? [])
    for (name, field) in parts.flatMap({ $0["properties"]?.fields ?? [] }) where schema["properties"]?[name] == nil {
      schema["properties"] = schema["properties"] ?? [:]
      schema["properties"]?[name] = field
    }
    for (mark, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
      guard let isExclusive = self[mark]?.boolean else { continue }
      schema[mark] = isExclusive ? self[limit] : nil
      if isExclusive { schema[limit] = nil }
    }
    return schema
  }

  /// The name of the referent. `nil` for a schema that is written in place.
  var referredName: String? { self["$ref"]?.text.map(DocumentReader.name(of:)) }

  /// The values that are listed. Empty if all values of the type are allowed.
  package var listedValues: [JSONTree] {
    let values = self["enum"]?.elements ?? [self["const"]].compactMap(\.self)
    let type = self["type"]?.text
    // In YAML, a string without quotes may be a number, and documents of others have quotes around numbers.
    if type == "string" { return values.map { $0.scalar.map(JSONTree.string) ?? $0 } }
    guard ["boolean", "integer", "number"].contains(type) else { return values }
    return values.map { value in
      let scalar = value.text.flatMap { JSONTree(json: Data($0.utf8)) }
      return scalar?.number != nil || scalar?.boolean != nil ? scalar ?? value : value
    }
  }

  /// The format of an integer. A `minimum` and a `maximum` can have the meaning of one.
  package var integerFormat: String? {
    self["minimum"]?.number ?? -1 >= 0 && self["maximum"]?.number ?? 0 > 9.3e18 ? "uint64" : self["format"]?.text
  }

  /// The values of the formats that have an integer type other than `Int`.
  package static let integerRanges: [String: ClosedRange<Double>] = [
    "int8": -128...127, "int16": -32_768...32_767, "int32": -2_147_483_648...2_147_483_647,
    "uint8": 0...255, "uint16": 0...65_535, "uint32": 0...4_294_967_295, "uint64": 0...Double(UInt64.max),
  ]

  /// Whether a format is one of an integer. Documents of others give it to numbers.
  package static func isWhole(_ format: String) -> Bool { integerRanges[format] != nil || format == "int64" }

  static let types: Set = ["array", "boolean", "integer", "number", "object", "string"]

  package var onlyValue: JSONTree? { listedValues.count == 1 ? listedValues.first : nil }

  /// The only value of a string.
  package var constant: String? { onlyValue?.text }

  /// Whether the values are objects with fields.
  package var isObject: Bool { self["properties"] != nil || self["allOf"] != nil || self["type"] == "object" }

  /// Whether the schema describes a file.
  package var isFile: Bool {
    self["format"] == "binary" || self["contentMediaType"] != nil && self["contentEncoding"] == nil
  }

  package var line: String { (try? JSONCoding().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The string of a value in a path, a query or a header field. `nil` for an object, an array and `null`.
  package var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .boolean(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}

extension [JSONTree] {
  /// Whether the values, except `null`, are a type of their own: strings or whole numbers.
  package var areCases: Bool {
    let values = filter { $0 != .null }
    let areWhole = values.allSatisfy { value in value.number.flatMap { Int64(exactly: $0) } != nil }
    return !values.isEmpty && (areWhole || values.allSatisfy { $0.text != nil })
  }
}
