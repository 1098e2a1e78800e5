public import HTTPTypes

/// One endpoint of a contract: what is known about a call before any value is in it.
///
/// `@API` writes one token for each endpoint (`ReadingBooks.Endpoints.update`). Tokens are the only key that Naru uses
/// for routing, logs, metrics, caches and fault plans, so a name is never typed twice.
public struct Endpoint: Sendable {
  /// The methods that a contract can declare.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Reads; sends no body.
    case get = "GET"
    /// Creates or acts; not idempotent.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes a part; not idempotent.
    case patch = "PATCH"
    /// Removes; sends no body.
    case delete = "DELETE"
  }

  /// Whether a call says who asks.
  public enum Auth: String, Sendable, Hashable {
    /// No token is sent, and none is looked at.
    case none
    /// A token is sent where there is one. A bad token is still refused.
    case optional
    /// Without a valid token the call is refused with status 401.
    case required
  }

  /// A parameter as it goes over the wire.
  public struct Parameter: Sendable, Hashable {
    /// Where a parameter travels.
    public enum Location: String, Sendable, Hashable {
      /// A segment of the path.
      case path
      /// An item of the query, or several where the value is a struct or an array.
      case query
      /// A header field.
      case header
      /// The body.
      case body
      /// A field of a form, or several where the value is a struct or an array.
      case form
      /// A part of a body of several parts, or several where the value is an array.
      case part
    }

    /// The parameter's name on the wire: that of the declaration, unless the path gives it another
    /// (`"/records?reading_book_id={readingBook}"`).
    public let name: String
    /// Where it travels.
    public let location: Location
    /// The type of its values, without the optional. `nil` where a contract that is written by hand does not say it.
    public let type: Any.Type?
    /// Whether it may be left out.
    public let isOptional: Bool

    /// Describes one parameter.
    public init(_ name: String, _ location: Location, _ type: Any.Type? = nil, optional: Bool = false) {
      self.name = name
      self.location = location
      self.type = type
      self.isOptional = optional
    }

    /// What its values look like. A type that is no `Payload` is `Schema.any`.
    public var schema: Schema { (type as? any Payload.Type)?.schema ?? .any }

    /// Two parameters are equal when they travel in the same way, whatever their types.
    public static func == (left: Parameter, right: Parameter) -> Bool {
      left.name == right.name && left.location == right.location && left.isOptional == right.isOptional
    }

    /// Hashes the name and the place.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(location)
    }
  }

  /// The name of the contract's type.
  public let contract: String
  /// The name of the property that declares the endpoint.
  public let name: String
  /// The request method.
  public let method: Method
  /// The whole path, the contract's base path included.
  public let path: PathTemplate
  /// How answers and failures are wrapped.
  public let format: any ResponseFormat.Type
  /// Whether a call says who asks.
  public let auth: Auth
  /// The status of a success. `nil` leaves it to the format: usually 200.
  public let status: HTTPResponse.Status?
  /// Whether each call sends an `Idempotency-Key` of its own, by which the server knows a call that it gets twice.
  public let idempotencyKey: Bool
  /// The parameters, in the order of the declaration.
  public let parameters: [Parameter]
  /// The type of what a call gives back. `nil` where it gives nothing, or a contract that is written by hand does not say it.
  public let result: Any.Type?
  /// The first paragraph of the documentation comment; empty where there is none.
  public let summary: String

  /// Describes an endpoint. `@API` calls this; a hand-written contract does too.
  public init(
    _ contract: String,
    _ name: String,
    _ method: Method,
    _ path: PathTemplate,
    format: any ResponseFormat.Type = BareJSON.self,
    auth: Auth = .none,
    status: Int? = nil,
    idempotencyKey: Bool = false,
    parameters: [Parameter] = [],
    result: Any.Type? = nil,
    summary: String = ""
  ) {
    self.contract = contract
    self.name = name
    self.method = method
    self.path = path
    self.format = format
    self.auth = auth
    self.status = status.map { HTTPResponse.Status(code: $0) }
    self.idempotencyKey = idempotencyKey
    self.parameters = parameters
    self.result = result
    self.summary = summary
  }

  /// `Contract.name`: unique within an app, stable as long as the declaration keeps its name.
  public var id: String { "\(contract).\(name)" }

  /// Whether sending the call twice has the effect of sending it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    switch method {
    case .get, .put, .delete: true
    case .post, .patch: false
    }
  }
}

extension Endpoint: Hashable, CustomStringConvertible {
  /// Two tokens are equal when they name the same endpoint of the same contract.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    left.name == right.name && left.contract == right.contract
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contract)
    hasher.combine(name)
  }

  /// The id, the method and the path: `ReadingBooks.update PATCH /api/v1/reading-books/{id}`.
  public var description: String { "\(id) \(method.rawValue) \(path)" }
}
