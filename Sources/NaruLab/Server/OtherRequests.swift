import Foundation
import HTTPTypes
import Hummingbird
import Naru
import NaruRecording

/// Logs the requests that no contract answers: an app's mistakes, such as a wrong path. It does not log their bodies.
struct OtherRequests<Context: RequestContext>: RouterMiddleware {
  let laboratory: Laboratory

  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let path = (request.head.path ?? "/").splitTarget.path
    guard path != "/lab", !path.hasPrefix("/lab/"), !laboratory.answers(request.head) else {
      return try await next(request, context)
    }
    let (at, started) = (Date(), ContinuousClock.now)
    func log(_ response: HTTPResponse) {
      laboratory.log.add(
        LoggedExchange.Facts(
          at: at,
          endpoint: nil,
          request: request.head,
          requestBody: Capture(limit: 0),
          response: response,
          responseBody: Capture(limit: 0),
          caller: CallerName(nil),
          duration: started.duration(to: .now),
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
      log(HTTPResponse(status: (error as? any HTTPResponseError)?.status ?? .internalServerError))
      throw error
    }
  }
}
