import HTTPTypes
import Naru

/// A document's header fields `ETag`, `If-None-Match` and `If-Match`.
enum EntityTags {
  static let ifNoneMatch = "The `ETag` of a response that the caller has. If it is still the same, the answer is a 304."
  static let ifMatch =
    "The `ETag` that the thing must have. If it has another one, nothing is changed, and the answer is a 412."

  static let header: JSONTree = ["description": "The version of the value.", "schema": ["type": "string"]]
  static let reference: JSONTree = ["$ref": "#/components/headers/ETag"]
  static let notModified: JSONTree = [
    "description": "The caller has the present value already.", "headers": ["ETag": reference],
  ]

  /// Adds a header parameter to the components, and returns a reference to it.
  static func parameter(_ name: String, _ description: String, _ components: inout JSONTree.Fields) -> JSONTree {
    let component = name.replacing("-", with: "")
    components[component] = [
      "name": .string(name), "in": "header", "description": .string(description), "schema": ["type": "string"],
    ]
    return ["$ref": .string("#/components/parameters/\(component)")]
  }
}

extension Endpoint {
  /// Whether a server sends a success with an `ETag`: a `GET` with a value and the status 200, but not a stream.
  var hasEntityTag: Bool {
    guard method == .get, (status ?? (result == nil ? format.emptySuccess.status : .ok)) == .ok else { return false }
    return switch resultKind {
    case .bytes, .values: false
    case .bodyWithHeaders(let type, _) where type == Blob.self: false
    case .variants(let variants): variants.contains { $0.status == 200 }
    case nil, .created, .counted, .bodyWithHeaders, .body: true
    }
  }

  /// Whether the contract itself declares a header field.
  func hasParameter(_ name: HTTPField.Name) -> Bool {
    parameters.contains { $0.location == .header && HTTPField.Name(headerFieldName($0.name)) == name }
      || headers.contains { $0.name == name }
  }
}
