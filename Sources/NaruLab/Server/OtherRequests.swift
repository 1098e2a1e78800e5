import Foundation
import HTTPTypes
import Hummingbird
import Naru
import NaruRecording

/// Logs the requests that match no contract: an app's mistakes, such as a wrong path. It does not log their bodies.
struct OtherRequests<Context: RequestContext>: RouterMiddleware {
  let lab: Lab

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let started = ContinuousClock.now
    func log(_ response: HTTPResponse) {
      guard !isLogged(request, context) else { return }
      let duration = started.duration(to: .now)
      lab.log.add(
        LoggedExchange.Facts(
          at: Date() - duration / .seconds(1),
          endpoint: nil,
          request: request.head,
          requestBody: Capture(limit: 0),
          response: response,
          responseBody: Capture(limit: 0),
          caller: CallerName(nil),
          duration: duration,
          key: nil,
          faults: [],
          isApplied: false
        )
      )
    }
    do {
      let response = try await next(request, context)
      log(HTTPResponse(status: response.status, headerFields: response.headers))
      return response
    } catch {
      var status = (error as? any HTTPResponseError)?.status ?? .internalServerError
      // A contract that was mounted before turns it into a 405.
      if status == .notFound, case .otherMethods = lab.match(request.head) { status = .methodNotAllowed }
      log(HTTPResponse(status: status))
      throw error
    }
  }

  /// Whether the request is for the lab, or for a contract, which has logged it.
  private func isLogged(_ request: Request, _ context: Context) -> Bool {
    // Matching the path again would cost as much as logging.
    if let route = context.endpointPath, lab.hasEndpoint(request.method, route) { return true }
    let path = (request.head.path ?? "/").splitTarget.path
    if path == "/lab" || path.hasPrefix("/lab/") { return true }
    return if case .found = lab.match(request.head) { true } else { false }
  }
}
