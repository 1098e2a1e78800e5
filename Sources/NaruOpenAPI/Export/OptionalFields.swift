import Foundation
import Naru

/// How a type writes fields that need not be present. The exporter finds out by reading values in which they are absent or `null`, and
/// writing these again, because a schema describes only which values can be read.
struct OptionalFields {
  /// The written value if the fields are absent. `nil` if no value could be made.
  private let absent: JSONTree?
  /// The written values of the fields that were `null`.
  private let nulls: JSONTree

  /// Reads and writes values of a type. `other` is what an object has beside the fields, such as the tag of a union.
  init(_ type: any Payload.Type, _ fields: [Schema.Field], beside other: JSONTree = [:], _ dates: DateCoding) {
    let optional = fields.filter { !$0.isRequired }
    var value = other
    for field in fields where field.isRequired && !optional.isEmpty {
      value[field.name] = field.type.schema.sample(named: field.name, dates: dates, anything: [:])
    }
    let coding = JSONCoding(dates: dates)
    func written(_ names: [String]) -> JSONTree? {
      var value = value
      for name in names { value[name] = .null }
      return (try? coding.encode(value)).flatMap { Self.written(type, $0, coding) }
    }
    absent = optional.isEmpty ? nil : written([])
    var nulls: JSONTree = [:]
    if absent != nil {
      let all = written(optional.map(\.name))
      // One that rejects `null` says nothing about the others.
      for name in optional.map(\.name) { nulls[name] = (all ?? written([name]))?[name] }
    }
    self.nulls = nulls
  }

  private static func written<Value: Payload>(_ type: Value.Type, _ json: Data, _ coding: JSONCoding) -> JSONTree? {
    (try? coding.decode(type, from: json)).flatMap { try? coding.encode($0) }.flatMap(JSONTree.init(json:))
  }

  /// Whether a field is always written, as `null` if it is `nil`.
  func isWritten(_ field: Schema.Field) -> Bool { absent?[field.name] == .null }

  /// Whether `null` is described as a value of a field. It is not if the type reads `null` and an absent field alike.
  func isNullable(_ field: Schema.Field) -> Bool { absent == nil || isWritten(field) || nulls[field.name] == .null }

  /// The value of an absent field. `nil` if it has none, or if the value may be another one each time, such as the present date.
  func defaultValue(of field: Schema.Field) -> JSONTree? {
    guard let value = absent?[field.name], value != .null else { return nil }
    return value == [] || value == [:] || Self.isConstant(field.type.schema) ? value : nil
  }

  private static func isConstant(_ schema: Schema) -> Bool {
    switch schema {
    case .boolean, .integer, .number, .enumeration: true
    case .string(let format): format == nil
    case .array(let part), .lenient(let part), .optional(let part): isConstant(part.schema)
    case .date, .dictionary, .object, .union, .anyOf, .any: false
    }
  }
}
