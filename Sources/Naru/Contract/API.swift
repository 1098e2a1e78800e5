#if Macros
  /// Turns a struct of closures into a contract: an API that can be called, served, replaced and described.
  ///
  /// ```swift
  /// @API("/api/v1", format: DockDockFormat.self, auth: .required)
  /// public struct ReadingBooks: Sendable {
  ///   /// The caller's shelf, newest change first.
  ///   @GET("/reading-books")
  ///   public var list: @Sendable (_ status: ReadingStatus?, _ page: Int?) async throws -> [ReadingBook]
  ///
  ///   @POST("/reading-books", status: 201)
  ///   public var add: @Sendable (_ book: NewReadingBook) async throws -> ReadingBook
  ///
  ///   @DELETE("/reading-books/{id}")
  ///   public var remove: @Sendable (_ id: ReadingBook.ID) async throws -> Void
  /// }
  /// ```
  ///
  /// A parameter with the name of a placeholder goes into the path. `GET`, `HEAD` and `DELETE` send each other parameter as a query
  /// item; `POST`, `PUT` and `PATCH` send the one remaining parameter as the JSON body, and `GET` and `DELETE` a ``Contract/Body``. To
  /// change that, wrap the parameter's type in ``Contract/Query``, ``Contract/Path``, ``Contract/Header``, ``Contract/Cookie``,
  /// ``Contract/Body``, ``Contract/Form`` or ``Contract/Part``. ``Contract/CommaDelimited``, ``Contract/PipeDelimited``, ``Contract/SpaceDelimited``,
  /// ``Contract/DeepObject``, ``Contract/JSONEncoded`` and ``Contract/Paged`` describe a query item further. Parameters and results are
  /// `Codable & Sendable` or a ``Blob``; a result may also be an ``EventStream`` or ``JSONLines``.
  ///
  /// A path may be followed by the query's names on the wire, and by items that are sent with every call:
  /// `"/records?reading_book_id={book}&output=json"`. A last placeholder with dots stands for the rest of the path, slashes
  /// included: `"/contents/{path...}"`. A ``LinkURL`` there is the whole address of the call.
  ///
  /// The struct gets an initializer with all closures; a method with labels for every endpoint with parameters, in which
  /// optional parameters may be omitted; `Endpoints` with a token for each endpoint; and the conformance to ``Contract``. The
  /// generated code has the struct's access level and calls only public functions of this module, so you can write the same
  /// by hand.
  ///
  /// - Parameters:
  ///   - path: the beginning of every endpoint's path; `""` or `"/"` for none.
  ///   - format: the format of values and failures.
  ///   - host: the contract's own server, such as `"https://uploads.example.com"` (default: the client's). See
  ///     ``APIClient/init(_:transport:middleware:timeout:firstByteTimeout:maxResponseSize:allowsInsecureHTTP:credentials:hosts:release:)``
  ///     for another address of it, and for the credentials that it gets.
  ///   - auth: whether calls are authenticated, unless an endpoint overrides it.
  ///   - security: how callers prove their identity, with any one of these schemes, unless an endpoint overrides it. See
  ///     ``SecurityScheme``.
  ///   - scopes: the scopes that callers need, all of them, unless an endpoint overrides it. See ``ScopedIdentity``.
  ///   - headers: header fields of every call: `["Name": "constant"]`, or `["Name": "{parameter}"]` for a parameter that every
  ///     endpoint has.
  ///   - serves: whether the contract can be served. With `false` it can only be called, and then results need not be
  ///     `Encodable`, nor bodies `Decodable`.
  @attached(member, names: named(init), named(Endpoints), arbitrary)
  @attached(extension, conformances: Contract)
  public macro API(
    _ path: String = "",
    format: any ResponseFormat.Type = BareJSON.self,
    host: String? = nil,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    serves: Bool = true
  ) = #externalMacro(module: "NaruMacros", type: "APIMacro")

  // The macros read their arguments as source text, so the default value of `auth` is never used. It can't be `nil`, because
  // `auth: .none` would then mean `nil`, and the compiler would warn about it.

  /// Declares a `GET` endpoint, which reads. Parameters that are not in the path are query items.
  ///
  /// - Parameters:
  ///   - path: the path below the contract's, with `{name}` for each parameter in it.
  ///   - auth: whether calls are authenticated (default: the contract's value).
  ///   - security: how callers prove their identity, with any one of these schemes (default: the contract's).
  ///   - scopes: the scopes that callers need, all of them (default: the contract's). A caller without one is rejected with 403.
  ///   - status: the status of a success (default: the format's).
  ///   - headers: header fields: `["Name": "constant"]`, or `["Name": "{parameter}"]` for a parameter. They replace the fields of the
  ///     contract with the same names.
  ///   - nilOn: the status that means `nil` for an optional result: 204, 404 or 410. With 404 and 410, the body must be empty
  ///     or a failure in the contract's format.
  ///   - timeout: the time limit of a call (default: the client's).
  ///   - retries: whether ``Retry`` may repeat a call, the literal `true` or `false` (default: if the method is idempotent, or
  ///     there is an `Idempotency-Key`).
  ///   - redirects: whether redirects are followed, within the origin. It must be the literal `true` or `false`. See
  ///     `withCallOptions(followsRedirects:)`.
  ///   - defaults: the default values of parameters in the generated method: `["page": 1]`. They are always sent. A value is
  ///     written with its type's name: `["sort": Sort.name]`.
  ///   - constraints: the constraints of parameters: `["size": .range(1...100)]`. A server rejects a call with a value outside of them,
  ///     and names each one.
  ///   - failures: the failures that the endpoint has in addition to every endpoint's: `[.bookNotFound]`.
  ///   - deprecated: the day since which the endpoint is deprecated, such as `"2026-11-24"`. Every response then has `Deprecation` (RFC 9745),
  ///     and the OpenAPI document says so. It doesn't cause warnings of the compiler, as `@available(*, deprecated)` on the property does.
  ///   - sunset: the day on which the endpoint ends, such as `"2027-03-31"`, sent as `Sunset` (RFC 8594). Both days begin at midnight in
  ///     UTC. ``CallLog`` warns of them once for each endpoint.
  ///   - versioned: whether the `ETag` of the response is the version of the resource at this path. `PUT`, `PATCH` and `DELETE` of the
  ///     same path in this contract then honor `If-Match`, and return 412 if the resource has another version by now. Parameters that
  ///     are not in the path must be optional. It must be the literal `true` or `false`.
  @attached(peer)
  public macro GET(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil,
    versioned: Bool = false
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares a `HEAD` endpoint, which reads only header fields: the result is `Void`, or a ``ResultWithHeaders`` whose body is
  /// optional. Parameters that are not in the path are query items. An endpoint for `GET` handles `HEAD` without this.
  ///
  /// The parameters are the same as for
  /// ``GET(_:auth:security:scopes:status:headers:nilOn:timeout:retries:redirects:defaults:constraints:failures:deprecated:sunset:versioned:)``.
  @attached(peer)
  public macro HEAD(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    headers: KeyValuePairs<String, String> = [:],
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares a `POST` endpoint, which creates or acts. The parameter that is not in the path is the JSON body.
  ///
  /// The other parameters are the same as for
  /// ``GET(_:auth:security:scopes:status:headers:nilOn:timeout:retries:redirects:defaults:constraints:failures:deprecated:sunset:versioned:)``.
  ///
  /// - Parameters:
  ///   - changes: the names of the reads whose results a call changes, in this contract or another one: `["list", "Books.show"]`. If the
  ///     read's path begins like the call's, with a placeholder in that part, only its calls with the same values there are changed:
  ///     `PATCH /books/{id}` changes `GET /books/{id}` of that id. See ``Endpoint/changes``.
  ///   - idempotencyKey: whether each call sends an `Idempotency-Key`, the same in every attempt, so that ``Retry`` may repeat
  ///     the call. The server must respond to a known key with its first response. It must be the literal `true` or `false`.
  @attached(peer)
  public macro POST(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    changes: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil,
    idempotencyKey: Bool = false
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares a `PUT` endpoint, which replaces. The parameter that is not in the path is the JSON body.
  ///
  /// The parameters are the same as for
  /// ``POST(_:auth:security:scopes:status:changes:headers:nilOn:timeout:retries:redirects:defaults:constraints:failures:deprecated:sunset:idempotencyKey:)``.
  @attached(peer)
  public macro PUT(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    changes: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares a `PATCH` endpoint, which changes a part. The parameter that is not in the path is the JSON body.
  ///
  /// The parameters are the same as for
  /// ``POST(_:auth:security:scopes:status:changes:headers:nilOn:timeout:retries:redirects:defaults:constraints:failures:deprecated:sunset:idempotencyKey:)``.
  @attached(peer)
  public macro PATCH(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    changes: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil,
    idempotencyKey: Bool = false
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

  /// Declares a `DELETE` endpoint. A parameter outside the path is a query item, unless its type is a ``Contract/Body``.
  ///
  /// The parameters are the same as for
  /// ``POST(_:auth:security:scopes:status:changes:headers:nilOn:timeout:retries:redirects:defaults:constraints:failures:deprecated:sunset:idempotencyKey:)``.
  @attached(peer)
  public macro DELETE(
    _ path: String,
    auth: Endpoint.Auth = .none,
    security: [SecurityScheme] = [.bearer],
    scopes: [String] = [],
    status: Int? = nil,
    changes: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    nilOn: Int? = nil,
    timeout: Duration? = nil,
    retries: Bool? = nil,
    redirects: Bool = false,
    defaults: KeyValuePairs<String, Any> = [:],
    constraints: KeyValuePairs<String, Constraint> = [:],
    failures: [Endpoint.Failure] = [],
    deprecated: String? = nil,
    sunset: String? = nil
  ) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")
#endif
