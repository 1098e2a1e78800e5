import HTTPTypes
public import Hummingbird
public import Naru

extension Router {
  /// Rejects all requests that no route and no contract has: with 405 and `Allow` if the path exists with other methods, and
  /// with 404 otherwise. The body is JSON in the format of the contracts whose paths begin most like the request's; else it is
  /// in the format of `BareJSON`.
  ///
  /// Call it last: it does not know the routes that are added later. Without it, Hummingbird responds to both with 404.
  ///
  /// - Parameter language: the language of the sentences outside of contracts for callers without a preferred one.
  public func rejectUnmatchedRequests(in language: Language = .english) {
    // Adds the routes for `HEAD` that the router generates (`autoGenerateHeadEndpoints`) to `routes`.
    _ = buildResponder()
    // Another router has each path once, so that a path means the same to both.
    let paths = Router<Context>(context: Context.self)
    for routes in Dictionary(grouping: routes, by: \.path.description).values {
      let methods = Set(routes.map(\.method.rawValue))
      paths.on(routes[0].path, method: .get) { _, _ -> Response in throw OtherMethods(methods, in: language) }
    }
    add(middleware: Others(paths: paths.buildResponder(), language: language))
  }
}

/// Sees only what no route and no contract has, because no route comes after it.
private struct Others<Context: RequestContext>: RouterMiddleware {
  let paths: RouterResponder<Context>
  let language: Language

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var head = request.head
    head.method = .get
    let get = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let found = try await paths.respond(to: get, context: context)
    if let methods = found.headers[.allow] {
      throw OtherMethods(Set(methods.split(separator: ", ").map(String.init)), in: language)
    }
    throw UnknownPath(answer: .notFound(to: request.head, format: BareJSON.self, otherwise: language), isOwn: false)
  }
}
