import Catalogue
import Crypto
import HTTPTypes
import Hummingbird

/// Serves the drawn covers of books; see `CoverFile`. Requests for other paths go on to the next middleware.
///
/// It is a middleware instead of routes, because the router responds to other methods with 404 instead of 405.
struct CoverMiddleware<Context: RequestContext>: RouterMiddleware {
  let catalogue: Catalogue

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let file = CoverFile(path: request.uri.path) else {
      return try await next(request, context)
    }
    context.coreContext.endpointPath.value = "/covers/{isbn}\(file.format.rawValue)"
    var response = try await response(to: request, for: file)
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  private func response(to request: Request, for file: CoverFile) async throws -> Response {
    guard [.get, .head].contains(request.method) else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    // Not thrown: as an error it would become the 404 of a contract.
    guard let book = try await catalogue.book(id: file.bookID) else { return Response(status: .notFound) }
    let content = file.content(for: book)
    // A cover changes with the catalogue and with the program.
    let tag = Self.tag(of: content)
    var headers: HTTPFields = [.cacheControl: "public, max-age=86400", .eTag: tag]
    if Self.isKnown(tag, to: request.headers) { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = "image/png"
    let response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func tag(of content: [UInt8]) -> String {
    let digest = SHA256.hash(data: content).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    return "\"\(String(digest, radix: 16))\""
  }

  /// Whether the client has the current cover, by RFC 9110, 13.1.2.
  private static func isKnown(_ tag: String, to headers: HTTPFields) -> Bool {
    headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }.contains { item in
      let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return item == "*" || (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
    }
  }
}
