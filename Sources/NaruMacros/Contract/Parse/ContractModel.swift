/// The declaration of a contract, with everything that its expansion needs.
struct ContractModel {
  /// The struct's name.
  var name: Identifier
  /// The access modifier of generated members with a trailing space. Empty if the struct's own access is the limit.
  var access: String
  /// The expression for the format of all endpoints. `nil` for the default.
  var format: String?
  /// The endpoints, in the order of the declaration.
  var endpoints: [EndpointModel]
  /// The marked properties that could not be read. They only appear in the initialiser and the tokens.
  var unreadable: [UnreadableEndpoint] = []
  /// Whether there were mistakes. The members are then declared without an implementation, so that code that uses them
  /// has no errors of its own.
  var hasMistakes = false
}

/// A marked property of which only the name and the type's text are known.
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
  /// The function type as it is written, `@Sendable` included.
  var type: String
  /// The request method.
  var method: Method
  /// The whole path with the contract's, without the query. `nil` if it could not be read.
  var path: String?
  /// The constant items of the query.
  var constants: [(name: String, value: String)]
  /// The expression for authentication. `nil` for the default.
  var auth: String?
  /// The status of a success. `nil` for the format's default.
  var status: String?
  /// Whether each call sends an idempotency key.
  var idempotencyKey: Bool
  /// The parameters, in order.
  var parameters: [ParameterModel]
  /// `throws` or `throws(Failure)`.
  var effect: String
  /// The result's type as it is written.
  var result: String
  /// Whether the result is written as `Void`.
  var hasNoResult: Bool
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
  /// The name.
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
  /// Whether the values of a list are joined in one query item.
  var isJoined: Bool
  /// Whether it selects the page of a list.
  var isPosition: Bool
}

/// A request method. The name of a case is the runtime's, and the marker's in lower case.
enum Method: String {
  case get, post, put, patch, delete

  /// Whether a call has a body.
  var hasBody: Bool {
    switch self {
    case .get, .delete: false
    case .post, .put, .patch: true
    }
  }
}

/// The place of a parameter in the request. The name of a case is the runtime's.
enum Location: String {
  case path, query, header, body, form, part

  /// Whether it is the body or a part of it.
  var isInBody: Bool { [.body, .form, .part].contains(self) }
}
