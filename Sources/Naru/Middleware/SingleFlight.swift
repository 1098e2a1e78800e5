import Foundation
import HTTPTypes

/// Lets identical `GET`s that are made at the same time share one request, such as the calls of three views that appear together.
///
/// ```swift
/// let client = APIClient(
///   url,
///   transport: transport,
///   middleware: [Retry(), BearerAuthentication { token }, SingleFlight(), CallTracing()]
/// )
/// ```
///
/// Put it after the middleware that authenticates, so that calls with different tokens are different, and before middleware
/// that changes every request, such as `CallTracing`.
///
/// * **Identical calls.** The endpoint, the URL, all header fields, the timeouts and the limits are equal at this place in the
///   list. A call of an endpoint with authentication is shared only if it has an `Authorization` or `Cookie` field here,
///   because a token that is added later may belong to another user.
/// * **Sharing.** The calls share the response, or the error. Nothing is cached after the end: a later call sends a new request.
/// * **Cancellation.** A cancelled caller stops waiting with ``APIError/Code/cancelled``; the others still get the response. The
///   request is cancelled when no caller is left.
///
/// A call that sends or receives a stream is not shared. The request runs with the task-local values of the first call.
public final class SingleFlight: Middleware {
  /// The properties that calls must have in common to share a request.
  private struct Key: Hashable {
    let endpoint: Endpoint
    let head: HTTPRequest
    let body: Data
    let timeout: Duration
    let firstByteTimeout: Duration?
    let maxResponseSize: Int

    /// Returns `nil` for a call that is not shared.
    init?(_ request: APIRequest) {
      let fields = request.head.headerFields
      guard request.head.method == .get, request.stream == nil, !request.streamsResponse,
        request.endpoint.auth == .none || fields[.authorization] != nil || fields[.cookie] != nil
      else { return nil }
      endpoint = request.endpoint
      head = request.head
      body = request.body
      timeout = request.timeout
      firstByteTimeout = request.firstByteTimeout
      maxResponseSize = request.maxResponseSize
    }
  }

  private let requests = SharedTasks<Key, APIResponse>(cancelsWhenUnobserved: true)

  /// A middleware without requests in flight.
  public init() {}

  /// The number of calls that wait for a response.
  package var waiting: Int { requests.callerCount }

  /// Waits for the response to an identical request in flight, or sends the request.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard let key = Key(request) else { return try await next(request) }
    return try await requests.value(for: key) { try await next(request) }
  }
}
