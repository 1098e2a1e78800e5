/// A contract as it was declared: all that is needed to write its expansion.
struct ContractModel {
  /// The struct's name.
  var name: Identifier
  /// The modifier for what is generated, with a space behind it; empty where the struct's own access is the limit.
  var access: String
  /// The expression for the format of all endpoints. `nil` leaves it to the runtime.
  var format: String?
  /// The endpoints, in the order of the declaration.
  var endpoints: [EndpointModel]
  /// Properties that are marked as endpoints and could not be read. Only the initialiser and the tokens know them.
  var unreadable: [UnreadableEndpoint] = []
  /// Whether there were mistakes. The members are then declared, so that code which uses them has no errors of its own,
  /// but do nothing.
  var hasMistakes = false
}

/// A marked property of which only the name and the type's text are known.
struct UnreadableEndpoint {
  /// The property's name.
  var name: Identifier
  /// The type as it is written. `nil` where writing it again would be the next mistake.
  var type: String?
}

/// One endpoint as it was declared.
struct EndpointModel {
  /// The property's name.
  var name: Identifier
  /// The function type as it is written, `@Sendable` included.
  var type: String
  /// The request method.
  var method: Method
  /// The whole path, the contract's included, without the query. `nil` where it could not be read.
  var path: String?
  /// The items of the query that are the same in every call.
  var constants: [(name: String, value: String)]
  /// The expression for whether the caller says who asks. `nil` leaves it to the runtime.
  var auth: String?
  /// The number of the status of a success. `nil` leaves it to the format.
  var status: String?
  /// Whether each call sends a key by which the server knows it.
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
  /// What `@available` and `@_spi` say about the property.
  var attributes: PropertyAttributes
}

/// The attributes of a property that what is generated for it has to repeat.
struct PropertyAttributes {
  /// `@available(*, deprecated)`, in all its forms.
  var deprecation: [String] = []
  /// `@_spi(Name)`.
  var spi: [String] = []
}

/// One parameter as it was declared.
struct ParameterModel {
  /// The name.
  var name: Identifier
  /// The name that goes over the wire.
  var wireName: String
  /// The type as it is written.
  var type: String
  /// The type without wrappers and optionals.
  var valueType: String
  /// Where it travels.
  var location: Location
  /// Whether the type is optional.
  var isOptional: Bool
  /// Whether the values of a list are one item of the query.
  var isJoined: Bool
  /// Whether it says which page of a list is wanted.
  var isPosition: Bool
}

/// The request methods; the name of a case is the marker's in lower case and the runtime's.
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

/// Where a parameter travels; the name of a case is the runtime's.
enum Location: String {
  case path, query, header, body, form, part

  /// Whether it is the body, or something in it.
  var isInBody: Bool { [.body, .form, .part].contains(self) }
}

/// A name in the source.
struct Identifier: Equatable {
  /// The name itself.
  var text: String
  /// The name as it is written where it is declared or used: in backticks where it would be a keyword.
  var source: String
  /// The name as it is written before the colon of an argument, where most keywords are names.
  var label: String
}
