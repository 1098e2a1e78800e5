internal import HTTPTypes
internal import Naru

// Parts of a client and a server that a module may add. They are written the same in every mode; in a module that isolates to the
// main actor by default, they are `nonisolated`.

nonisolated struct Twice: Middleware {
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    _ = try await next(request)
    return try await next(request)
  }
}

nonisolated struct Traced: Middleware {
  let log: @Sendable (String) -> Void

  // It may say what the requirement says.
  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    log(request.endpoint.id)
    return try await next(request)
  }
}

nonisolated final class Counting: Middleware {
  private actor Count {
    private(set) var value = 0

    func increase() { value += 1 }
  }

  private let count = Count()

  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    await count.increase()
    return try await Twice().intercept(request, next: APINext { try await next($0) })
  }
}

nonisolated struct Unreachable: Transport {
  func send(_ request: APIRequest) async throws -> APIResponse { throw APIError(.unreachable) }
}

nonisolated struct Through<Inner: Transport>: Transport {
  let inner: Inner

  func send(_ request: APIRequest) async throws -> APIResponse { try await inner.send(request) }
}

nonisolated struct NoUsers: Authenticator {
  func user(for token: Secret) async throws -> Caller.User? { nil }
}

nonisolated struct Session: Hashable, Sendable { var tenant: String }

nonisolated struct Cookies: RequestAuthenticator {
  func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Session? {
    head.headerFields[.cookie].map { Session(tenant: $0) }
  }
}

actor OneUser: Authenticator {
  private var calls = 0

  func user(for token: Secret) async throws -> Caller.User? {
    calls += 1
    return nil
  }
}

/// A client and a server of the parts above.
func parts() -> (APIClient, ServingOptions) {
  let middleware: [any Middleware] = [Twice(), Traced { _ in }, Counting()]
  let client = APIClient(InMemoryTransport.url, transport: Through(inner: Unreachable()), middleware: middleware)
  _ = [ServingOptions(authenticator: NoUsers()), ServingOptions(authenticator: Cookies())]
  return (client, ServingOptions(authenticator: OneUser()))
}

@MainActor
final class TokenHolder {
  var token: Secret?

  var middleware: BearerAuthentication { BearerAuthentication { await self.token } }

  func pages(_ load: @escaping @Sendable (Int) async throws -> CountedList<Int>) -> Pages<CountedList<Int>> {
    Pages(from: 1) { try await load($0) }
  }

  func count(_ blob: Blob) async throws -> Int {
    var count = 0
    for try await chunk in blob { count += chunk.count }
    return try await count + withCallOptions(timeout: .seconds(1)) { try await blob.collect(upTo: 10).count }
  }
}
