/// Makes a struct of closures a contract: an API that can be called, served, replaced and described.
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
/// A parameter with the name of a placeholder goes into the path. Of the others, `GET` and `DELETE` send each as a query
/// item, and `POST`, `PUT` and `PATCH` send the one that is left over as the JSON body. ``Contract/Query``, ``Contract/Path``,
/// ``Contract/Header``, ``Contract/Body``, ``Contract/Form`` and ``Contract/Part`` around a type say otherwise;
/// ``Contract/Joined`` and ``Contract/Paged`` say more about an item of the query. Parameters and results are
/// `Codable & Sendable`, or a ``Blob``; a result may be an ``EventStream``.
///
/// Behind the path may stand the names that the query has on the wire, and what is sent in every call:
/// `"/records?reading_book_id={book}&output=json"`.
///
/// What the struct gets: an initialiser with all closures; a method with labels for every endpoint that has parameters, in
/// which optional parameters may be left out; `Endpoints` with a token for each endpoint; and the conformance to
/// ``Contract``. All of it is as visible as the struct, and calls only public functions of this module, so the same can be
/// written by hand.
///
/// - Parameters:
///   - path: what comes before the path of each endpoint; `""` or `"/"` for nothing.
///   - format: how answers are wrapped.
///   - auth: whether calls say who asks, where an endpoint doesn't say otherwise.
@attached(member, names: named(init), named(Endpoints), arbitrary)
@attached(extension, conformances: Contract)
public macro API(
  _ path: String = "",
  format: any ResponseFormat.Type = BareJSON.self,
  auth: Endpoint.Auth = .none
) = #externalMacro(module: "NaruMacros", type: "APIMacro")

// The macros read their arguments as they are written, so the default value of `auth` is never used. It can't be `nil`: then
// `auth: .none` would mean `nil`, and the compiler would ask whether it is meant.

/// Declares an endpoint that reads. Parameters that are not in the path are query items.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls say who asks; the contract's where it is left out.
///   - status: the status of a success; the format's where it is left out.
@attached(peer)
public macro GET(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares an endpoint that creates or acts. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls say who asks; the contract's where it is left out.
///   - status: the status of a success; the format's where it is left out.
///   - idempotencyKey: whether each call sends an `Idempotency-Key`, the same with every try, so that ``Retry`` may try it
///     again. For a server that answers a key that it knows as it did before. Written as `true` or `false`.
@attached(peer)
public macro POST(
  _ path: String,
  auth: Endpoint.Auth = .none,
  status: Int? = nil,
  idempotencyKey: Bool = false
) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares an endpoint that replaces. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls say who asks; the contract's where it is left out.
///   - status: the status of a success; the format's where it is left out.
@attached(peer)
public macro PUT(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares an endpoint that changes a part. The parameter that is not in the path is the JSON body.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls say who asks; the contract's where it is left out.
///   - status: the status of a success; the format's where it is left out.
///   - idempotencyKey: whether each call sends an `Idempotency-Key`, the same with every try, so that ``Retry`` may try it
///     again. For a server that answers a key that it knows as it did before. Written as `true` or `false`.
@attached(peer)
public macro PATCH(
  _ path: String,
  auth: Endpoint.Auth = .none,
  status: Int? = nil,
  idempotencyKey: Bool = false
) = #externalMacro(module: "NaruMacros", type: "MarkerMacro")

/// Declares an endpoint that removes. Parameters that are not in the path are query items.
///
/// - Parameters:
///   - path: the path below the contract's, with `{name}` for each parameter in it.
///   - auth: whether calls say who asks; the contract's where it is left out.
///   - status: the status of a success; the format's where it is left out.
@attached(peer)
public macro DELETE(_ path: String, auth: Endpoint.Auth = .none, status: Int? = nil) =
  #externalMacro(module: "NaruMacros", type: "MarkerMacro")
