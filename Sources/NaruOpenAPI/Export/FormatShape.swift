import Foundation
import HTTPTypes
import Naru

/// The JSON around the values and failures of a format, as the format writes it: it encodes marked values, and looks for them.
struct FormatShape {
  /// The name of the format without `Format`: `DockDock`.
  var name: String
  /// The dates of the format.
  let dates: DateCoding
  /// The media type of failures.
  let failureType: String
  /// The schema of every failure.
  let failure: JSONTree
  /// The keys that lead to a failure's code. `nil` if failures have no code.
  let codePath: [String]?
  private let format: any ResponseFormat.Type
  /// A success with the marked value.
  private let success: JSONTree

  private static let marker = "\u{E000}value"
  private static let code = "\u{E000}code"

  init(_ format: any ResponseFormat.Type) {
    self.format = format
    let type = String(describing: format)
    name = type.hasSuffix("Format") && type != "Format" ? String(type.dropLast(6)) : type
    dates = format.json.dates
    failureType = String(format.failureContentType.prefix { $0 != ";" })
    success = (try? format.encode(Self.marker)).flatMap(JSONTree.init(json:)) ?? .string(Self.marker)
    let fields: [ServerFailure.Field] = [.init("name", "message", code: "code"), .init("name", "message")]
    let full = Self.failure(format, ServerFailure(code: Self.code, message: "message", fields: fields))
    let bare = Self.failure(format, ServerFailure())
    failure = Self.schema(of: full, or: bare)
    codePath = full.path(to: .string(Self.code))
  }

  /// Returns the schema of a success with a value.
  func success(_ value: JSONTree) -> JSONTree { Self.wrapped(success, value) }

  /// The code of a failure with a status that has none of its own.
  func code(of status: HTTPResponse.Status) -> String? {
    guard let codePath else { return nil }
    let failure = Self.failure(format, ServerFailure(), status)
    return codePath.reduce(failure as JSONTree?) { $0?[$1] }?.text
  }

  /// The schema of a failure with one of a list of codes.
  func failure(_ codes: [String], _ reference: JSONTree) -> JSONTree {
    guard let codePath, !codes.isEmpty else { return reference }
    let code: JSONTree = ["enum": .array(codes.map(JSONTree.string))]
    let narrowed = codePath.reversed().reduce(code) { inner, key in ["properties": [key: inner]] }
    return ["allOf": [reference, narrowed]]
  }

  /// Returns the schema of a value, such as the body of a success without a value.
  static func schema(of tree: JSONTree) -> JSONTree { wrapped(tree, [:]) }

  private static func failure(
    _ format: any ResponseFormat.Type,
    _ failure: ServerFailure,
    _ status: HTTPResponse.Status = .notFound
  ) -> JSONTree {
    (try? format.encode(failure, status: status)).flatMap(JSONTree.init(json:)) ?? [:]
  }

  /// Returns a schema with the marker replaced by the schema of the value.
  private static func wrapped(_ tree: JSONTree, _ value: JSONTree) -> JSONTree {
    switch tree {
    case .string(marker): return value
    case .object(let fields):
      let properties = fields.all.map { ($0.name, wrapped($0.value, value)) }
      return [
        "type": "object", "required": .array(fields.names.map(JSONTree.string)),
        "properties": .object(.init(properties)),
      ]
    case .boolean: return ["type": "boolean", "const": tree]
    default: return schema(of: tree, or: nil)
    }
  }

  /// Returns the schema of a value that may also be another one.
  private static func schema(of tree: JSONTree, or other: JSONTree?) -> JSONTree {
    switch tree {
    case .object(let fields):
      // A format may write a dictionary, whose order is another one each time.
      let names = fields.names.sorted()
      let properties = names.map { ($0, Self.schema(of: fields[$0] ?? .null, or: other?[$0])) }
      let required = names.filter { other == nil || other?[$0] != nil }
      var schema: JSONTree = ["type": "object"]
      if !required.isEmpty { schema["required"] = .array(required.map(JSONTree.string)) }
      schema["properties"] = .object(.init(properties))
      return schema
    case .array(let elements):
      // The last element lacks optional fields of the others.
      return ["type": "array", "items": elements.first.map { Self.schema(of: $0, or: elements.last) } ?? [:]]
    case .null: return ["type": "null"]
    case .boolean: return ["type": "boolean", "const": tree]
    case .number(let text): return ["type": Int(text) == nil ? "number" : "integer"]
    case .string: return ["type": other == .null ? ["string", "null"] : "string"]
    }
  }
}

extension JSONTree {
  /// Returns the keys that lead to a value.
  fileprivate func path(to value: JSONTree) -> [String]? {
    if self == value { return [] }
    for (name, field) in fields { if let path = field.path(to: value) { return [name] + path } }
    return nil
  }
}
