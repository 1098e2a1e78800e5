/// The declaration of a contract, with everything that its expansion needs.
struct ContractModel {
  /// The struct's name.
  var name: Identifier
  /// The access modifier of generated members with a trailing space. Empty if the struct's own access is the limit.
  var access: String
  /// The expression for the format of all endpoints. `nil` for the default.
  var format: String?
  /// The address of the server. `nil` for the client's.
  var host: String?
  /// Whether the contract can be served. If not, its results need not be `Encodable`, nor its bodies `Decodable`.
  var isServed = true
  /// The endpoints, in the order of the declaration.
  var endpoints: [EndpointModel]
  /// The marked properties that could not be read. They only appear in the initializer and the tokens.
  var unreadable: [UnreadableEndpoint] = []
  /// Whether there were mistakes. The members are then declared without an implementation, so that code that uses them
  /// has no errors of its own.
  var hasMistakes = false
}

/// A marked property. Only its name and the source of its type are known.
struct UnreadableEndpoint {
  /// The property's name.
  var name: Identifier
  /// The type as it is written. `nil` if repeating it would cause another error.
  var type: String?
}

/// The declaration of an endpoint.
struct EndpointModel {
  /// The property's name.
  var name: Identifier
  /// The function type, `@Sendable` included, with `_` before each parameter's name.
  var type: String
  /// The request method.
  var method: Method
  /// The whole path with the contract's, without the query. `nil` if it could not be read.
  var path: String?
  /// The constant items of the query.
  var constants: [(name: String, value: String)]
  /// The expression for authentication. `nil` for the default.
  var auth: String?
  /// The expression for the security schemes. `nil` for the default.
  var security: String?
  /// The expression for the scopes. `nil` if there are none.
  var scopes: String?
  /// The status of a success. `nil` for the format's default.
  var status: String?
  /// Whether each call sends an idempotency key.
  var idempotencyKey: Bool
  /// Whether the entity tag of the response is the version of the resource at the path, or whether the endpoint writes such a resource.
  var isVersioned: Bool
  /// The constant header fields.
  var headers: [(name: String, value: String)]
  /// The status of a result that is `nil`.
  var nilOn: String?
  /// The expression for the time limit. `nil` for the client's.
  var timeout: String?
  /// Whether a call may be repeated. `nil` if the method decides.
  var retries: Bool?
  /// Whether redirects are followed.
  var followsRedirects: Bool
  /// The parameters, in order.
  var parameters: [ParameterModel]
  /// `throws` or `throws(Failure)`.
  var effect: String
  /// The result's type as it is written.
  var result: String
  /// Whether the result is written as `Void`.
  var hasNoResult: Bool
  /// The expression for the declared failures. `nil` if there are none.
  var failures: String?
  /// The expressions for the reads that a call changes.
  var changes: [String] = []
  /// The day since which the endpoint is deprecated.
  var deprecated: String?
  /// The day on which the endpoint ends.
  var sunset: String?
  /// The lines of the documentation comment.
  var documentation: [String]
  /// The property's `@available` and `@_spi`.
  var attributes: PropertyAttributes
}

/// The attributes of a property that generated members repeat.
struct PropertyAttributes {
  /// The attributes that deprecate the property.
  var deprecation: [String] = []
  /// `@_spi(Name)`.
  var spi: [String] = []
}

/// The declaration of a parameter.
struct ParameterModel {
  var name: Identifier
  /// The name on the wire.
  var wireName: String
  /// The type as it is written.
  var type: String
  /// The type without wrappers and optionals.
  var valueType: String
  /// Its place in the request.
  var location: Location
  /// Whether the type is optional.
  var isOptional: Bool
  /// The separator between the values of a list in one query item.
  var separator: String?
  /// The runtime's case for the form of an object in the query. `nil` if each field is an item.
  var nesting: String?
  /// Whether each of its keys is an item, so that it gets all items that no other parameter has.
  var hasFreeKeys: Bool
  /// Whether it fills the rest of the path.
  var isRest: Bool
  /// Whether it is the address of the call.
  var isLink: Bool
  /// The expression for its default value in the generated method.
  var defaultValue: String?
  /// The expressions for its limits.
  var constraints: [String]
  /// Whether it selects the page of a list.
  var isPosition: Bool
  /// Its description in the documentation comment. Empty if it has none.
  var summary: String
}

/// A request method. The name of a case is the runtime's, and the marker's in lower case.
enum Method: String {
  case get, head, post, put, patch, delete

  /// Whether a parameter without a wrapper is the body.
  var hasBody: Bool {
    switch self {
    case .get, .head, .delete: false
    case .post, .put, .patch: true
    }
  }

  /// Whether it changes nothing.
  var reads: Bool { self == .get || self == .head }
}

/// The place of a parameter in the request. The name of a case is the runtime's.
enum Location: String {
  case path, query, header, cookie, body, form, part

  /// Whether it is the body or a part of it.
  var isInBody: Bool { [.body, .form, .part].contains(self) }
}
