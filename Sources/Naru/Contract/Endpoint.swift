public import HTTPTypes

/// The token of an endpoint: everything about a call except its values.
///
/// `@API` writes one token for each endpoint (`ReadingBooks.Endpoints.update`). Tokens are the only key that Naru uses for
/// routing, logs, metrics, caches and fault plans, so a name is never typed twice.
public struct Endpoint: Sendable {
  /// A request method that a contract can declare.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Reads. Has a body only if a parameter is marked as the body.
    case get = "GET"
    /// Reads only the header fields of what `GET` would return. Has no body.
    case head = "HEAD"
    /// Creates or acts. Not idempotent.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes a part. Not idempotent.
    case patch = "PATCH"
    /// Deletes. Has a body only if a parameter is marked as the body.
    case delete = "DELETE"
  }

  /// Whether a call is authenticated.
  public enum Auth: String, Sendable, Hashable {
    /// The client sends no token, and the server reads none.
    case none
    /// The client sends a token if it has one. The server rejects an invalid token.
    case optional
    /// The server rejects a call without a valid token with status 401.
    case required
  }

  /// A parameter on the wire.
  public struct Parameter: Sendable, Equatable {
    /// The place of a parameter in a request.
    public enum Location: String, Sendable, Hashable {
      /// A segment of the path.
      case path
      /// An item of the query, or several if the value is a struct or an array.
      case query
      /// A header field.
      case header
      /// An item of the header field `Cookie`.
      case cookie
      /// The body.
      case body
      /// A field of a form, or several if the value is a struct or an array.
      case form
      /// A part of a multipart body, or several if the value is an array.
      case part

      /// Whether the value is in the body or is the body.
      var isInBody: Bool {
        switch self {
        case .path, .query, .header, .cookie: false
        case .body, .form, .part: true
        }
      }
    }

    /// A form of an object in the query other than one item for each field.
    public enum Nesting: Sendable {
      /// One item for each field, such as `size[gte]=3`.
      case deepObject
      /// One item in JSON.
      case json
    }

    /// The parameter's name on the wire: the declared name, unless the path renames it
    /// (`"/records?reading_book_id={readingBook}"`).
    public let name: String
    /// The parameter's place in a request.
    public let location: Location
    /// The type of its values, without the optional. `nil` if a hand-written contract does not say it.
    public let type: Any.Type?
    /// Whether the parameter may be omitted.
    public let isOptional: Bool
    /// The separator between the values of a list that is one query item. `nil` if each value is an item.
    package let separator: Character?
    /// The form of an object in the query. `nil` if each field is an item with its own name.
    package let nesting: Nesting?
    /// The limits of its values. A server rejects a call with a value beyond them.
    public let constraints: [Constraint]
    /// Its description in the documentation comment, or an empty string.
    package let summary: String

    /// Creates the description of a parameter.
    ///
    /// - Parameters:
    ///   - name: the name on the wire.
    ///   - location: the place in a request.
    ///   - type: the type of the values, without the optional.
    ///   - optional: whether the parameter may be omitted.
    ///   - separator: the separator between the values of a list that is one query item.
    ///   - nesting: the form of an object in the query.
    ///   - constraints: the limits of its values.
    ///   - summary: its description in the documentation comment.
    /// - Precondition: each limit can apply to values of the type.
    public init(
      _ name: String,
      _ location: Location,
      _ type: Any.Type? = nil,
      optional: Bool = false,
      separator: Character? = nil,
      nesting: Nesting? = nil,
      constraints: [Constraint] = [],
      summary: String = ""
    ) {
      if let type { for constraint in constraints { constraint.requireKind(of: type, name) } }
      self.name = name
      self.location = location
      self.type = type
      self.isOptional = optional
      self.separator = separator
      self.nesting = nesting
      self.constraints = constraints
      self.summary = summary
    }

    /// The schema of its values. It is `Schema.any` if the type is not a `Payload`.
    public var schema: Schema { (type as? any Payload.Type)?.schema ?? .any }

    /// Compares the name, the location and whether it is optional.
    public static func == (left: Parameter, right: Parameter) -> Bool {
      left.name == right.name && left.location == right.location && left.isOptional == right.isOptional
    }
  }

  /// A failure that an endpoint declares.
  ///
  /// ```swift
  /// extension Endpoint.Failure {
  ///   nonisolated static let bookNotFound = Self(404, "BOOK_NOT_FOUND", "The catalogue has no such book.")
  /// }
  ///
  /// @GET("/books/{id}", failures: [.bookNotFound])
  /// ```
  ///
  /// It is `nonisolated` for modules that isolate to the main actor by default. A format whose failures have no code sends only the status.
  public struct Failure: Sendable, Hashable {
    /// The status.
    public let status: HTTPResponse.Status
    /// The code for programs. `nil` means the format's code for the status, if it has codes.
    public let code: String?
    /// The reason, in a sentence for the documentation, or an empty string.
    package let summary: String

    /// Creates a failure.
    public init(_ status: Int, _ code: String? = nil, _ summary: String = "") {
      self.status = HTTPResponse.Status(code: status)
      self.code = code
      self.summary = summary
    }
  }

  /// The name of the contract's type.
  public var contract: String { details.value.contract }
  /// The name of the property that declares the endpoint.
  public var name: String { details.value.name }
  /// The request method.
  public var method: Method { details.value.method }
  /// The whole path, including the contract's base path.
  public var path: PathTemplate { details.value.path }
  /// The format of values and failures.
  public var format: any ResponseFormat.Type { details.value.format }
  /// Whether a call is authenticated.
  public private(set) var auth: Auth
  /// Whether each call sends its own `Idempotency-Key`, which lets the server recognize a repeated call.
  public var idempotencyKey: Bool { details.value.idempotencyKey }
  /// Whether the resource at the path has versions. The `ETag` of a `GET` is then the version; a `PUT`, `PATCH` or `DELETE` can require
  /// one with `If-Match`. `@API` sets it for these if the contract has a `GET` with the same path that is `versioned`.
  package var isVersioned: Bool { details.value.isVersioned }
  /// The properties, behind one reference: each call copies its token several times.
  let details: Boxed<EndpointDetails>

  /// Creates a token. `@API` calls this, and so do hand-written contracts.
  ///
  /// `constants` are the names of query items that each call sends with the same value.
  ///
  /// - Precondition: the names and values of `headers` are valid in header fields, `host` is the address of a server without a path, and
  ///   `deprecatedSince` and `sunset` are days such as `2027-03-31`. `@API` checks this at compile time.
  public init(
    _ contract: String,
    _ name: String,
    _ method: Method,
    _ path: PathTemplate,
    format: any ResponseFormat.Type = BareJSON.self,
    host: String? = nil,
    auth: Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    idempotencyKey: Bool = false,
    versioned: Bool = false,
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    parameters: [Parameter] = [],
    constants: Set<String> = [],
    result: Any.Type? = nil,
    failures: [Failure] = [],
    changes: @escaping @autoclosure @Sendable () -> [Endpoint] = [],
    deprecated: Bool = false,
    deprecatedSince: String? = nil,
    sunset: String? = nil,
    summary: String = "",
    discussion: String = ""
  ) {
    self.auth = auth
    let details = EndpointDetails(
      contract: contract,
      name: name,
      method: method,
      path: path,
      format: format,
      idempotencyKey: idempotencyKey,
      isVersioned: versioned,
      security: security == [.bearer] ? nil : security,
      scopes: scopes,
      host: host.map { text in
        guard let origin = Origin(text) else { preconditionFailure("“\(text)” is not the address of a server.") }
        return origin
      },
      followsRedirects: redirects,
      status: status.map { HTTPResponse.Status(code: $0) },
      headers: headers.reduce(into: [:]) { fields, field in
        guard let name = HTTPField.Name(field.key), HTTPField.isValidValue(field.value) else {
          preconditionFailure("“\(field.key): \(field.value)” is not a valid header field.")
        }
        fields.append(HTTPField(name: name, value: field.value))
      },
      nilOn: nilOn.map { HTTPResponse.Status(code: $0) },
      timeout: timeout,
      retries: retries,
      parameters: parameters,
      constants: constants,
      result: result,
      failures: failures,
      changes: changes,
      isDeprecated: deprecated || deprecatedSince != nil || sunset != nil,
      retirement: Retirement(since: deprecatedSince, sunset: sunset),
      summary: summary,
      discussion: discussion
    )
    self.details = Boxed(details)
  }

  /// The endpoint as a guest calls it.
  var forGuests: Endpoint {
    var copy = self
    copy.auth = .none
    return copy
  }

  /// `Contract.name`. It is unique within an app, and stable until the declaration is renamed.
  public var id: String { "\(contract).\(name)" }

  /// The status of a success. `nil` means the format's, usually 200.
  public var status: HTTPResponse.Status? { details.value.status }
  /// The header fields that every call sends, except those that are parameters. They replace the client's own, such as
  /// `Accept`. A server does not check them.
  public var headers: HTTPFields { details.value.headers }
  /// The status that means `nil` for an optional result: 204, 404 or 410. `nil` if only an empty or `null` body does.
  package var nilOn: HTTPResponse.Status? { details.value.nilOn }
  /// The time limit of a call, instead of the client's. `nil` for the client's.
  package var timeout: Duration? { details.value.timeout }
  /// Whether ``Retry`` may repeat a call. `nil` if the method or an idempotency key decides.
  package var retries: Bool? { details.value.retries }
  /// The parameters, in the order of the declaration.
  public var parameters: [Parameter] { details.value.parameters }
  /// The type of the result. `nil` if there is none, or if a hand-written contract does not say it.
  public var result: Any.Type? { details.value.result }
  /// The failures that the endpoint has in addition to every endpoint's, such as a 400 for an invalid parameter.
  public var failures: [Failure] { details.value.failures }
  /// The reads whose results a call of this endpoint changes, of any contract. `NaruOffline` makes their cached responses stale.
  ///
  /// - Precondition: each is a `GET` or a `HEAD`. `@API` checks this for the reads of the same contract.
  public var changes: [Endpoint] {
    let reads = details.value.changes()
    for read in reads {
      precondition(
        [.get, .head].contains(read.method),
        "“\(id)” changes “\(read.id)”, which is not a read. Name a GET."
      )
    }
    return reads
  }
  /// Whether the endpoint is deprecated.
  public var isDeprecated: Bool { details.value.isDeprecated }
  /// The days on which the endpoint was deprecated and ends.
  package var retirement: Retirement? { details.value.retirement }
  /// The first paragraph of the documentation comment, or an empty string.
  public var summary: String { details.value.summary }
  /// The other paragraphs of the documentation comment, without those about parameters.
  package var discussion: String { details.value.discussion }

  /// The server of the endpoint, if it is another one than the client's. `nil` for the client's.
  public var host: Origin? { details.value.host }

  /// Whether redirects are followed, within the origin.
  package var followsRedirects: Bool { details.value.followsRedirects }

  /// Whether sending the call twice has the same effect as sending it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    switch method {
    case .get, .head, .put, .delete: true
    case .post, .patch: false
    }
  }
}

extension Endpoint {
  /// Returns the `GET` whose `ETag` is the version of the resource that this endpoint writes. `nil` if there is none, and if this endpoint is not a
  /// `PUT`, `PATCH` or `DELETE` of a resource with versions.
  package func version(in endpoints: [Endpoint]) -> Endpoint? {
    guard takesVersion else { return nil }
    return endpoints.first { $0.isVersioned && $0.method == .get && $0.path.matchesSamePaths(as: path) }
  }
}

extension Endpoint: Hashable, CustomStringConvertible {
  /// Compares the names of the endpoint and its contract.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    left.name == right.name && left.contract == right.contract
  }

  /// Hashes the names of the endpoint and its contract.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contract)
    hasher.combine(name)
  }

  /// The id, the method and the path: `ReadingBooks.update PATCH /api/v1/reading-books/{id}`.
  public var description: String { "\(id) \(method.rawValue) \(path)" }
}

extension Endpoint.Method {
  /// The method as a value of HTTPTypes.
  package var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .head: .head
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }
}
