package import Naru

/// A middleware that changes each request.
package struct ChangedRequest: Middleware {
  private let change: @Sendable (inout APIRequest) -> Void

  package init(_ change: @escaping @Sendable (inout APIRequest) -> Void) {
    self.change = change
  }

  package func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    var request = request
    change(&request)
    return try await next(request)
  }
}
