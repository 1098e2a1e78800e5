import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Naru
import ServiceLifecycle

/// Contracts in a Hummingbird router.
///
/// They are a middleware instead of a route for each endpoint because the router responds to every unknown path and method with
/// the same 404, and a contract has a 404 and a 405 of its own. Requests for other paths go on to the next middleware.
struct ContractMiddleware<Context: RequestContext>: RouterMiddleware {
  let contracts: ContractDispatcher
  /// Whether the contracts' values depend on the context.
  let passesContext: Bool

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    try await handle(request, below: "", context: context, next: next)
  }

  /// Handles a request whose path begins with a group's path.
  func handle(
    _ request: Request,
    below group: String,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = (request.head.path ?? "/").splitTarget.path.droppingSegments(of: group)
    switch contracts.match(request.method, path: path) {
    case .found(let call):
      context.coreContext.endpointPath.value = group + call.endpoint.path.description
      let decision = await call.accept(request.head)
      // Only the body is passed on: Hummingbird's request will not be copyable.
      let (fields, body) = (request.headers, request.body)
      guard passesContext else { return Response(await decision.response { Blob(body, fields) }) }
      return await MountedRequest.$context.withValue(context) {
        Response(await decision.response { Blob(body, fields) })
      }
    case .otherMethods(let methods, of: let contract):
      let own = OtherMethods(methods, of: contract)
      // A plain route, or a contract that was mounted later, may have the path with this method.
      do {
        return try await next(request, context)
      } catch let error as OtherMethods {
        throw own.adding(error)
      } catch let error as any HTTPResponseError where error.isUnknownPath {
        throw own
      }
    case .none:
      do {
        return try await next(request, context)
      } catch let error as any HTTPResponseError where error.isUnknownPath {
        guard (error as? UnknownPath)?.isOwn != true, let answer = contracts.unknownPath(request.head, path: path)
        else {
          throw error
        }
        throw UnknownPath(answer: answer, isOwn: true)
      }
    }
  }
}

/// The request in progress.
enum MountedRequest {
  /// Its context, for contracts whose values depend on it.
  @TaskLocal static var context: (any RequestContext)?
}

extension Substring {
  /// Returns the path without as many segments at its beginning as another path has.
  fileprivate func droppingSegments(of group: String) -> Substring {
    guard !group.isEmpty else { return self }
    var rest = self
    for _ in group.split(separator: "/") { rest = rest.drop { $0 == "/" }.drop { $0 != "/" } }
    return rest.isEmpty ? "/" : rest
  }
}

extension Blob {
  /// The body of a request, as a stream.
  fileprivate init(_ body: RequestBody, _ fields: HTTPFields) {
    self.init(
      length: fields.value(of: .contentLength).flatMap { Int($0) },
      contentType: fields.value(of: .contentType) ?? "application/octet-stream"
    ) {
      var chunks = body.makeAsyncIterator()
      return {
        do {
          return try await chunks.next().map { Data(buffer: $0, byteTransferStrategy: .noCopy) }
        } catch {
          throw BodyInterrupted(error, isSlow: error.isBodyTimeout)
        }
      }
    }
  }
}

extension Response {
  /// A contract's response as a response of Hummingbird. The connections of a server with limits are closed by the status 0, with
  /// which nothing is sent; other servers send that status, which no client accepts.
  init(_ answer: APIResponse) {
    self.init(status: answer.head.status, headers: answer.head.headerFields, body: ResponseBody(answer))
  }
}

extension ResponseBody {
  fileprivate init(_ answer: APIResponse) {
    if let stream = answer.stream {
      self.init(contentLength: stream.length) { writer in
        // Events need not end, and without one, nothing shows that their reader is gone: a server that stops doesn't wait for them.
        if answer.head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true {
          for try await chunk in stream.cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(data: chunk)) }
        } else {
          for try await chunk in stream { try await writer.write(ByteBuffer(data: chunk)) }
        }
        try await writer.finish(nil)
      }
    } else if answer.body.isEmpty {
      self.init()
    } else {
      self.init(byteBuffer: ByteBuffer(data: answer.body))
    }
  }
}
