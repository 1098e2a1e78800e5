import Hummingbird
import Logging
import Naru
import ServedSystem

/// Responds with a 503 and a sentence if the database fails, on the routes that are in no contract. Hummingbird's 500 would be empty.
struct DatabaseFailures<Context: RequestContext>: RouterMiddleware {
  let logger: Logger

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      guard let failure = APIError.database(error, logger: logger) else { throw error }
      let message = failure.localizedMessage
      // In both languages, because nothing is known about the reader.
      return Response(
        status: .serviceUnavailable,
        headers: [.contentType: "text/plain; charset=utf-8", .retryAfter: "5", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "\(message.korean)\n\(message.english)\n"))
      )
    }
  }
}
