import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Naru
import NaruServer
import ServiceLifecycle

/// The server of the ``Probe`` contract.
final class ProbeServer: Sendable {
  private struct State {
    var hits = 0
    var isWaiting = false
    var watchers: [CheckedContinuation<Void, Never>] = []
    var isOver = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// The number of calls of the endpoints that count.
  var hits: Int { state.withLock { $0.hits } }

  /// Returns when a call to `wait` has arrived.
  func waitUntilWaiting() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if !state.isWaiting { state.watchers.append(continuation) }
        return state.isWaiting
      }
      if isWaiting { continuation.resume() }
    }
  }

  var contract: ServedContract {
    ServedContract(Probe.self, options: ServingOptions(maxBodySize: 4 << 20, logger: Self.silent)) { _ in self.api }
  }

  /// Serves on a free port while a closure runs.
  func run<Result: Sendable>(_ body: @escaping @Sendable (URL) async throws -> Result) async throws -> Result {
    let router = Router()
    router.add(middleware: Redirect())
    router.mount(contract)
    return try await withServer(router, onEnd: release, body)
  }

  private static let silent = Logger(label: "naru.conformance", factory: { _ in SwiftLogNoOpLogHandler() })

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
      wait: { await self.wait() },
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
    state.withLock { $0.hits += 1 }
  }

  /// Waits until its task is cancelled, or the server stops.
  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (watchers, isOver) = state.withLock { state in
          state.isWaiting = true
          defer { state.watchers = [] }
          if !state.isOver { state.waiters.append(continuation) }
          return (state.watchers, state.isOver)
        }
        if isOver { continuation.resume() }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      release()
    }
  }

  /// Resumes all waiting calls.
  private func release() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// Redirects calls of `redirect`, which contracts can't do.
private struct Redirect<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.uri.path == "/probe/redirect" else { return try await next(request, context) }
    return Response(status: .temporaryRedirect, headers: [.location: "/probe/count"])
  }
}
