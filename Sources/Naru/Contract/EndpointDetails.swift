import HTTPTypes

/// The properties of an endpoint. ``Endpoint`` documents them.
struct EndpointDetails: Sendable {
  let contract, name: String
  let method: Endpoint.Method
  let path: PathTemplate
  let format: any ResponseFormat.Type
  let idempotencyKey, isVersioned: Bool
  /// The ways in which a caller proves its identity. `nil` for a bearer token.
  let security: [SecurityScheme]?
  let scopes: [String]
  let host: Origin?
  let followsRedirects: Bool
  let status: HTTPResponse.Status?
  let headers: HTTPFields
  let nilOn: HTTPResponse.Status?
  let timeout: Duration?
  let retries: Bool?
  let parameters: [Endpoint.Parameter]
  /// The names of query items that each call sends with the same value.
  let constants: Set<String>
  let result: Any.Type?
  let failures: [Endpoint.Failure]
  /// The reads that a call changes. A closure, because two contracts can name each other's.
  let changes: @Sendable () -> [Endpoint]
  let isDeprecated: Bool
  let retirement: Retirement?
  let summary: String
  let discussion: String

  /// Whether an item of the query or a form belongs to another parameter, a constant or an API key, and so not to the free keys of a
  /// dictionary.
  func claims(_ item: String, besides name: String, in location: Endpoint.Parameter.Location) -> Bool {
    let isKey = security?.contains { $0.parts.contains(.query(item)) } ?? false
    if location == .query, isKey || constants.contains(item) { return true }
    return parameters.contains { other in
      guard other.location == location, other.name != name else { return false }
      switch (other.nesting, other.schema) {
      case (.deepObject, _): return item.hasPrefix("\(other.name)[")
      case (nil, .object(_, let fields, _)): return fields.contains { $0.name == item }
      default: return other.name == item
      }
    }
  }
}
