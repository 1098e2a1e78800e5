package import Naru

/// A middleware that changes each request.
package struct ChangedRequest: Middleware {
  private let change: @Sendable (inout APIRequest) -> Void

  /// Creates a middleware.
  package init(_ change: @escaping @Sendable (inout APIRequest) -> Void) {
    self.change = change
  }

  /// Sends the changed request.
  package func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    var request = request
    change(&request)
    return try await next(request)
  }
}
