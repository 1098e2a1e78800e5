import Foundation
import Naru

/// The schema of the values that were seen at one place.
struct SeenSchema {
  /// The types of the values, but for `null`.
  private var types: Set<String> = []
  private var isNullable = false
  /// The formats that all texts have. `nil` before the first text.
  private var formats: Set<String>?
  private var objects = 0
  /// The fields of the objects, and in how many of them each was.
  private var fields: [(name: String, schema: SeenSchema, count: Int)] = []
  /// The schema of the elements of arrays. At most one.
  private var elements: [SeenSchema] = []

  /// Adds a value.
  mutating func add(_ value: JSONTree) {
    switch value {
    case .null: isNullable = true
    case .boolean: types.insert("boolean")
    case .number(let text): types.insert(Int(text) == nil ? "number" : "integer")
    case .string(let text):
      types.insert("string")
      formats = (formats ?? Self.allFormats).filter { Self.isOf($0, text) }
    case .array(let values):
      types.insert("array")
      guard !values.isEmpty else { return }
      if elements.isEmpty { elements = [SeenSchema()] }
      for value in values { elements[0].add(value) }
    case .object(let object):
      types.insert("object")
      objects += 1
      for (name, value) in object.all {
        let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
        if index == fields.endIndex { fields.append((name, SeenSchema(), 0)) }
        fields[index].schema.add(value)
        fields[index].count += 1
      }
    }
  }

  /// The names of the fields, if all values are objects.
  var names: Set<String>? { types == ["object"] && !isMap ? Set(fields.map(\.name)) : nil }

  /// The schema of the elements, if all values are arrays and one had an element.
  var element: SeenSchema? { types == ["array"] ? elements.first : nil }

  /// The schema of a field.
  func field(_ name: String) -> SeenSchema? { fields.first { $0.name == name }?.schema }

  /// Adds all values of another schema.
  mutating func merge(_ other: SeenSchema) {
    types.formUnion(other.types)
    isNullable = isNullable || other.isNullable
    if let more = other.formats { formats = formats?.intersection(more) ?? more }
    objects += other.objects
    for field in other.fields {
      let index = fields.firstIndex { $0.name == field.name } ?? fields.endIndex
      if index == fields.endIndex { fields.append((field.name, SeenSchema(), 0)) }
      fields[index].schema.merge(field.schema)
      fields[index].count += field.count
    }
    if let element = other.elements.first {
      if elements.isEmpty { elements = [SeenSchema()] }
      elements[0].merge(element)
    }
  }

  /// Makes the schema.
  func tree(_ reference: (SeenSchema) -> String? = { _ in nil }) -> JSONTree {
    if types.isEmpty { return isNullable ? ["type": "null"] : [:] }
    guard let type = types == ["integer", "number"] ? "number" : types.first, types.count == 1 || type == "number"
    else {
      return [:]
    }
    var schema: JSONTree = ["type": .string(type)]
    switch type {
    case "string": if let format = formats?.sorted().first { schema["format"] = .string(format) }
    case "array": schema["items"] = elements.first?.tree(reference) ?? [:]
    case "object":
      if let name = reference(self) {
        let target: JSONTree = ["$ref": .string("#/components/schemas/\(pointer(name))")]
        return isNullable ? ["anyOf": [target, ["type": "null"]]] : target
      }
      schema = object(reference)
    default: break
    }
    if isNullable { schema["type"] = [.string(type), "null"] }
    return schema
  }

  private func object(_ reference: (SeenSchema) -> String?) -> JSONTree {
    if isMap {
      var values = SeenSchema()
      for field in fields { values.merge(field.schema) }
      return ["type": "object", "additionalProperties": values.tree(reference)]
    }
    let required = fields.filter { $0.count == objects }.map { JSONTree.string($0.name) }
    var schema: JSONTree = ["type": "object"]
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["properties"] = .object(.init(fields.map { ($0.name, $0.schema.tree(reference)) }))
    return schema
  }

  /// Whether the names of the fields are values, such as ids.
  private var isMap: Bool {
    !fields.isEmpty
      && fields.allSatisfy { field in
        field.name.allSatisfy(\.isNumber) || UUID(uuidString: field.name) != nil
          || field.name.wholeMatch(of: /[0-9]{4}-[0-9]{2}(-[0-9]{2})?/) != nil
      }
  }

  private static let allFormats: Set = ["date-time", "uri", "uuid"]

  private static func isOf(_ format: String, _ text: String) -> Bool {
    switch format {
    case "date-time":
      text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})/)
        != nil
    case "uuid": UUID(uuidString: text) != nil
    default: text.hasPrefix("https://") || text.hasPrefix("http://") ? URL(string: text)?.host() != nil : false
    }
  }

  /// Returns the schema of texts in a path, a query or a form.
  static func ofTexts(_ texts: [String]) -> JSONTree {
    var schema = SeenSchema()
    for text in texts { schema.add(value(of: text)) }
    let tree = schema.tree()
    // Texts of several kinds are texts.
    return tree.fields.isEmpty ? ["type": "string"] : tree
  }

  private static func value(of text: String) -> JSONTree {
    // A number that begins with 0, such as that of a telephone, would lose it.
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]{0,17})(\.[0-9]+)?/) != nil
    if isNumber { return .number(text) }
    return text == "true" || text == "false" ? .boolean(text == "true") : .string(text)
  }
}
