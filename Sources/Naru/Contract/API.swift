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
/// A parameter with the name of a placeholder goes into the path. `GET` and `DELETE` send each other parameter as a query
/// item; `POST`, `PUT` and `PATCH` send the one remaining parameter as the JSON body. To change that, wrap the parameter's
/// type in ``Contract/Query``, ``Contract/Path``, ``Contract/Header``, ``Contract/Body``, ``Contract/Form`` or
/// ``Contract/Part``. ``Contract/Joined`` and ``Contract/Paged`` describe a query item further. Parameters and results are
/// `Codable & Sendable` or a ``Blob``; a result may also be an ``EventStream``.
///
/// A path may be followed by the query's names on the wire, and by items that are sent with every call:
/// `"/records?reading_book_id={book}&output=json"`.
///
/// The struct gets an initialiser with all closures; a method with labels for every endpoint with parameters, in which
/// optional parameters may be omitted; `Endpoints` with a token for each endpoint; and the conformance to ``Contract``. The
/// generated code has the struct's access level and calls only public functions of this module, so you can write the same
/// by hand.
///
/// - Parameters:
///   - path: the beginning of every endpoint's path; `""` or `"/"` for none.
///   - format: the format of values and failures.
///   - auth: whether calls are authenticated, unless an endpoint says otherwise.
@attached(member, names: named(init), named(Endpoints), arbitrary)
@attached(extension, conformances: Contract)
public macro API(
  _ path: String = "",
  format: any ResponseFormat.Type = BareJSON.self,
  auth: Endpoint.Auth = .none
) = #externalMacro(module: "NaruMacros", type: "APIMacro")

// The macros read their arguments as source text, so the default value of `auth` is never used. It can't be `nil`, because
// `auth: .none` would then mean `nil`, and the compiler would warn about it.

/// Declares a `GET` endpoint, which reads. Parameters that are not in the path are query items.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls are authenticated (default: the contract's value).
///   - status: the status of a success (default: the format's).
@attached(peer)
public macro GET(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares a `POST` endpoint, which creates or acts. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls are authenticated (default: the contract's value).
///   - status: the status of a success (default: the format's).
///   - idempotencyKey: whether each call sends an `Idempotency-Key`, the same in every attempt, so that ``Retry`` may repeat
///     the call. The server must answer a known key with its first response. It must be the literal `true` or `false`.
@attached(peer)
public macro POST(
  _ path: String,
  auth: Endpoint.Auth = .none,
  status: Int? = nil,
  idempotencyKey: Bool = false
) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares a `PUT` endpoint, which replaces. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls are authenticated (default: the contract's value).
///   - status: the status of a success (default: the format's).
@attached(peer)
public macro PUT(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares a `PATCH` endpoint, which changes a part. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls are authenticated (default: the contract's value).
///   - status: the status of a success (default: the format's).
///   - idempotencyKey: whether each call sends an `Idempotency-Key`, the same in every attempt, so that ``Retry`` may repeat
///     the call. The server must answer a known key with its first response. It must be the literal `true` or `false`.
@attached(peer)
public macro PATCH(
  _ path: String,
  auth: Endpoint.Auth = .none,
  status: Int? = nil,
  idempotencyKey: Bool = false
) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares a `DELETE` endpoint, which deletes. Parameters that are not in the path are query items.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls are authenticated (default: the contract's value).
///   - status: the status of a success (default: the format's).
@attached(peer)
public macro DELETE(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")
