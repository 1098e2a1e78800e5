internal import Naru

// Parts of a client that a module may add. Modules with NonisolatedNonsendingByDefault need `@concurrent`; all may write it.

nonisolated struct Twice: Middleware {
  func intercept(
    _ request: APIRequest,
    next: @escaping @concurrent @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    _ = try await next(request)
    return try await next(request)
  }
}

nonisolated struct Unreachable: Transport {
  func send(_ request: APIRequest) async throws -> APIResponse { throw APIError(.unreachable) }
}

nonisolated struct NoUsers: Authenticator {
  func user(for token: Secret) async throws -> Caller.User? { nil }
}

@MainActor
final class TokenHolder {
  var token: Secret?

  var middleware: BearerAuthentication { BearerAuthentication { await self.token } }

  func pages(_ load: @escaping @Sendable (Int) async throws -> Counted<Int>) -> Pages<Counted<Int>> {
    Pages(from: 1) { try await load($0) }
  }

  func count(_ blob: Blob) async throws -> Int {
    var count = 0
    for try await chunk in blob { count += chunk.count }
    return try await count + withOptions(.timeout(.seconds(1))) { try await blob.collect(upTo: 10).count }
  }
}
