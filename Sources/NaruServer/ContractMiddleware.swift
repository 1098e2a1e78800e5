import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Naru

/// Contracts in a Hummingbird router.
///
/// They are a middleware instead of a route for each endpoint because the router answers every unknown path and method with
/// the same 404, and a contract has a 404 and a 405 of its own. Requests for other paths go on to the next middleware.
struct ContractMiddleware<Context: RequestContext>: RouterMiddleware {
  let contracts: ServedContracts

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = (request.head.path ?? "/").splitTarget.path
    switch contracts.match(request.method, path: path) {
    case .found(let call):
      context.coreContext.endpointPath.value = call.endpoint.path.description
      return Response(await call.respond(to: request.head) { Blob(request) })
    case .otherMethods(let methods, of: let contract):
      // A plain route, or a contract that was mounted later, may have the path with this method.
      do {
        return try await next(request, context)
      } catch let error as OtherMethods {
        throw OtherMethods(contract: contract, methods: methods + error.methods)
      } catch let error as any HTTPResponseError where error.isUnknownPath {
        throw OtherMethods(contract: contract, methods: methods)
      }
    case .none:
      do {
        return try await next(request, context)
      } catch let error as HTTPError where error.isUnknownPath {
        throw contracts.unknownPath(path).map { UnknownPath(answer: $0) } ?? error as any Error
      }
    }
  }
}

// Both are thrown and not returned, because the contracts of another `mount` may have the path with this method.

/// The 405 of a contract.
private struct OtherMethods: HTTPResponseError {
  let contract: ServedContract
  let methods: [Endpoint.Method]
  var status: HTTPResponse.Status { .methodNotAllowed }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(contract.methodNotAllowed(methods))
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
  /// Whether the router has no route for the path, as opposed to a handler that answered 404.
  fileprivate var isUnknownPath: Bool {
    switch self {
    case let error as HTTPError: error.status == .notFound && error.body == nil
    default: self is UnknownPath
    }
  }
}

extension Blob {
  /// The body of a request, as a stream.
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
  /// A contract's response as a response of Hummingbird.
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
