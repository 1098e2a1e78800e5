import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Naru

/// A contract in a Hummingbird router.
///
/// It is a middleware and not a route for each endpoint because only so can the 404s and 405s be the contract's own: the
/// router's answer to both is one 404. Requests that are not the contract's go on to the next middleware.
struct ContractMiddleware<Context: RequestContext>: RouterMiddleware {
  let contract: ServedContract

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = (request.head.path ?? "/").splitTarget.path
    switch contract.match(request.method, path: path) {
    case .found(let call):
      context.coreContext.endpointPath.value = call.endpoint.path.description
      return await answer(request, call)
    case .otherMethods(let methods):
      return try await otherMethods(methods, request, context: context, next: next)
    case .none:
      do {
        return try await next(request, context)
      } catch let error as HTTPError where error.isUnknownPath {
        // Thrown and not returned: a contract further out may have the path with another method.
        throw contract.unknownPath(path).map { UnknownPath(answer: $0) } ?? error as any Error
      }
    }
  }

  private func answer(_ request: Request, _ call: MatchedCall) async -> Response {
    Response(await call.respond(to: request.head) { Blob(request) })
  }

  /// Another contract may have the path with this method, or more methods to allow.
  private func otherMethods(
    _ methods: [Endpoint.Method],
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      var response = try await next(request, context)
      guard response.status == .methodNotAllowed, let others = response.headers[.allow] else { return response }
      let mine = contract.methodNotAllowed(methods).head.headerFields[.allow] ?? ""
      let all = Set("\(mine), \(others)".split(separator: ", ").map(String.init))
      response.headers[.allow] = all.sorted().joined(separator: ", ")
      return response
    } catch let error as any HTTPResponseError where error.isUnknownPath {
      return Response(contract.methodNotAllowed(methods))
    }
  }
}

/// The 404 of a contract for a path below its own.
private struct UnknownPath: HTTPResponseError {
  let answer: APIResponse
  var status: HTTPResponse.Status { answer.head.status }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(answer)
  }
}

extension HTTPResponseError {
  /// Whether nothing in the router knows the path, as opposed to a handler that found nothing there.
  fileprivate var isUnknownPath: Bool {
    switch self {
    case let error as HTTPError: error.status == .notFound && error.body == nil
    default: self is UnknownPath
    }
  }
}

extension Blob {
  /// The body of a request, as it comes.
  fileprivate init(_ request: Request) {
    self.init(
      length: request.headers[.contentLength].flatMap { Int($0) },
      contentType: request.headers[.contentType] ?? "application/octet-stream"
    ) {
      var chunks = request.body.makeAsyncIterator()
      return { try await chunks.next().map { Data(buffer: $0, byteTransferStrategy: .noCopy) } }
    }
  }
}

extension Response {
  /// An answer of a contract as Hummingbird sends it.
  init(_ answer: APIResponse) {
    self.init(status: answer.head.status, headers: answer.head.headerFields, body: ResponseBody(answer))
  }
}

extension ResponseBody {
  fileprivate init(_ answer: APIResponse) {
    if let stream = answer.stream {
      self.init(contentLength: stream.length) { writer in
        for try await chunk in stream { try await writer.write(ByteBuffer(data: chunk)) }
        try await writer.finish(nil)
      }
    } else if answer.body.isEmpty {
      self.init()
    } else {
      self.init(byteBuffer: ByteBuffer(data: answer.body))
    }
  }
}
