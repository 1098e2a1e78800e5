/// A call as a value: an endpoint of a contract with its arguments, which is not sent.
///
/// `@API(calls: true)` writes the type, an enum with a case for each endpoint:
///
/// ```swift
/// @API("/books", calls: true)
/// struct Books: Sendable {
///   @GET("/{id}") var show: @Sendable (_ id: Int) async throws -> Book
///   @GET("/search") var search: @Sendable (_ q: String, _ page: Int?) async throws -> [Book]
/// }
///
/// let call = Books.Call.show(id: 7)
/// ShareLink(item: call.url(relativeTo: site)!)         // https://books.example/books/7
/// try await call.send(through: books)                  // now, or later
///
/// switch Books.Call(url, relativeTo: site) {           // in onOpenURL
/// case .show(let id): path = [.book(id)]
/// case .search(let q, _): path = [.search(q)]
/// case nil: break                                      // not a link of this app
/// }
/// ```
///
/// **Equality.** Two calls are equal if they send the same: the same endpoint with the same path, query, header fields and body.
/// Parameters don't have to be `Equatable`. Bytes that are not in memory are only equal to themselves.
///
/// **Logs.** The description has the endpoint and the path, without secrets and without the values of the query. A URL has all of
/// them, so don't log it, and don't share the URL of a call whose arguments are secret.
public protocol ContractCall: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The contract.
  associatedtype API: Contract

  // MARK: For generated code

  /// Makes the call with a value of the contract.
  @_documentation(visibility: internal)
  var sending: @concurrent @Sendable (API) async throws -> any Sendable { get }

  /// The collected arguments.
  @_documentation(visibility: internal)
  var outgoing: OutgoingCall { get }

  /// Reads the call of a request whose endpoint is known. Returns `nil` for an endpoint whose calls can't be read.
  @_documentation(visibility: internal)
  static func reading(_ call: IncomingCall) throws -> Self?
}

extension ContractCall {
  /// Makes the call with a value of the contract: a live one, a preview, or that of a test.
  ///
  /// - Parameter api: the value.
  /// - Returns: the result of the endpoint, `()` if it has none.
  /// - Throws: what the value's closure throws.
  @concurrent
  @discardableResult
  public func send(through api: API) async throws -> any Sendable { try await sending(api) }

  /// The endpoint.
  public var endpoint: Endpoint { outgoing.endpoint }

  /// Compares what the calls send.
  public static func == (left: Self, right: Self) -> Bool { left.outgoing.content == right.outgoing.content }

  /// Hashes what the call sends.
  public func hash(into hasher: inout Hasher) { hasher.combine(outgoing.content) }

  /// The endpoint, the method and the path, without secrets and without the values of the query:
  /// `Books.search GET /books/search?q=…`.
  public var description: String {
    let call = outgoing
    let start = "\(call.endpoint.id) \(call.endpoint.method.rawValue)"
    guard let target = try? call.target(basePath: "") else { return "\(start) \(call.endpoint.path)" }
    let (path, query) = target.splitTarget
    return "\(start) \(Redaction { _ in "…" }.path(path, call.endpoint))"
      + (query.map { "?\(Redaction.names(of: $0))" } ?? "")
  }

  /// The same as the description.
  public var debugDescription: String { description }

  /// Shows the description only, because arguments may be secrets.
  public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
