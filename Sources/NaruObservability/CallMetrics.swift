public import CoreMetrics
import HTTPTypes
import Metrics
public import Naru

/// Measures each request with swift-metrics, with the names of OpenTelemetry's semantic conventions for HTTP clients.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), CallMetrics()])
/// ```
///
/// | metric | |
/// | --- | --- |
/// | `http.client.request.duration` | a timer, shown in seconds, until the last byte of the response |
/// | `http.client.request.body.size` | bytes |
/// | `http.client.response.body.size` | bytes |
///
/// Their dimensions are `http.request.method`, `server.address`, `server.port`, `url.scheme`, `url.template`
/// (`/books/{id}`, never a value), `naru.endpoint`, `http.response.status_code` if there was a response, and `error.type` for a
/// failure: the status from 400 on, or the name of the `APIError.Code`. After `Retry` each attempt is measured, before it the
/// whole call.
public struct CallMetrics: Middleware {
  private let factory: any MetricsFactory

  /// Creates a middleware that measures.
  ///
  /// - Parameter factory: the factory of the metrics. `nil` uses `MetricsSystem`'s.
  public init(factory: (any MetricsFactory)? = nil) {
    self.factory = factory ?? MetricsSystem.factory
  }

  /// Sends the request and measures it. A streamed response is measured after it was read.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let origin = Origin(scheme: request.head.scheme, authority: request.head.authority)
    return try await request.observed(next) { [factory] call in
      let dimensions = Self.dimensions(call, origin)
      Timer(
        label: Convention.duration,
        dimensions: dimensions,
        preferredDisplayUnit: .seconds,
        factory: factory
      ).recordNanoseconds(Int64(call.duration / .nanoseconds(1)))
      Recorder(label: Convention.requestSizes, dimensions: dimensions, factory: factory).record(call.sent)
      Recorder(label: Convention.responseSizes, dimensions: dimensions, factory: factory).record(call.received)
    }
  }

  private static func dimensions(_ call: CallSummary, _ origin: Origin?) -> [(String, String)] {
    var dimensions = [
      (Convention.method, call.endpoint.method.rawValue),
      (Convention.template, call.endpoint.path.description),
      (Convention.endpoint, call.endpoint.id),
    ]
    if let origin {
      let server = origin.server
      dimensions += [
        (Convention.scheme, origin.scheme), (Convention.serverAddress, server.address),
        (Convention.serverPort, String(server.port)),
      ]
    }
    if let status = call.status { dimensions.append((Convention.status, String(status.code))) }
    if let error = call.errorType { dimensions.append((Convention.errorType, error)) }
    return dimensions
  }
}
