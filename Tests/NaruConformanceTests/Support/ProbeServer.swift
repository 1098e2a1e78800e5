import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Naru
import NaruServer
import ServerTesting
import TestSupport

/// The server of the ``Probe`` contract.
final class ProbeServer: Sendable {
  private let counter = Locked(0)
  private let hasCall = Gate()
  private let end = Gate()

  /// The number of calls of the endpoints that count.
  var hits: Int { counter.withLock { $0 } }

  /// Returns when a call to `wait` has arrived.
  func waitUntilWaiting() async {
    await hasCall.wait()
  }

  var contract: ServedContract {
    let silent = Logger(label: "naru.test", factory: { _ in SwiftLogNoOpLogHandler() })
    return ServedContract(Probe.self, options: ServingOptions(maxBodySize: 4 << 20, logger: silent)) { _ in self.api }
  }

  /// Serves on a free port while a closure runs.
  func run(_ body: @escaping @Sendable (URL) async throws -> Void) async throws {
    let router = Router()
    router.add(middleware: Redirect())
    router.mount(contract)
    try await withServer(router) { [self] server in
      defer { end.open() }
      try await body(server.url)
    }
  }

  private var api: Probe {
    @Sendable
    func echo(_ method: String, path: String? = nil, query: String? = nil, header: String? = nil, body: String? = nil)
      -> Probe.Echo
    {
      Probe.Echo(path: path, query: query, header: header, body: body, method: method)
    }
    return Probe(
      echo: { path, query, body in echo("POST", path: path, query: query, body: body.text) },
      header: { mark in echo("GET", header: mark) },
      get: { echo("GET") },
      put: { _ in echo("PUT") },
      patch: { _ in echo("PATCH") },
      delete: { echo("DELETE") },
      remove: { echo("DELETE", body: $0.joined(separator: ",")) },
      nothing: {},
      counted: { CountedList([1, 2, 3], total: 1234) },
      fail: { status in
        let status = HTTPResponse.Status(code: status)
        throw APIError(.invalidRequest, "이것은 \(status.code)입니다.", serverCode: "PROBE", status: status)
      },
      large: { String(repeating: "x", count: $0) },
      download: { Blob(chunks: Self.chunks($0)) },
      size: { .init(length: $0) },
      upload: { try await $0.collect(upTo: 8 << 20).count },
      wait: { [self] in
        hasCall.open()
        await withTaskCancellationHandler {
          await end.wait()
        } onCancel: {
          end.open()
        }
      },
      count: { self.hit() },
      redirect: { self.hit() },
      cookie: { cookie in .init(body: echo("GET", header: cookie), headers: [.setCookie: "probe=1; Path=/"]) },
      cacheable: {
        self.hit()
        return .init(body: echo("GET"), headers: [.cacheControl: "public, max-age=3600"])
      }
    )
  }

  /// A number of bytes, in chunks of different sizes.
  static func chunks(_ bytes: Int) -> AsyncStream<Data> {
    AsyncStream { continuation in
      var rest = bytes
      while rest > 0 {
        let size = min(rest, rest % 3 == 0 ? 100_000 : 30_000)
        continuation.yield(Data(repeating: UInt8(ascii: "x"), count: size))
        rest -= size
      }
      continuation.finish()
    }
  }

  private func hit() {
    counter.withLock { $0 += 1 }
  }
}

/// Redirects calls of `redirect`, which contracts can't do.
private struct Redirect<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.uri.path == "/probe/redirect" else { return try await next(request, context) }
    return Response(status: .temporaryRedirect, headers: [.location: "/probe/count"])
  }
}
