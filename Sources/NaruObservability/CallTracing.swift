import HTTPTypes
import Instrumentation
public import Naru
public import Tracing

/// Makes a span of each request with swift-distributed-tracing and propagates its context, with the names of OpenTelemetry's
/// semantic conventions for HTTP clients.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [Retry(), CallTracing()])
/// ```
///
/// The name of a span is like `GET /api/v1/books/{id}`. It has the attributes `http.request.method`, `url.template`,
/// `url.scheme`, `server.address`, `server.port`, `naru.endpoint`, the sizes of the bodies, `http.response.status_code`, and for a
/// failure `error.type`: the status from 400 on, or the name of the `APIError.Code`. It has no `url.full`, because a URL may
/// contain user input or a secret.
///
/// Put it after `Retry`: each attempt is a span, and `http.request.resend_count` is the number of attempts before it. The
/// context is sent in the header fields that the tracer chooses, such as `traceparent`, and only to the client's own server.
public struct CallTracing: Middleware {
  private let tracer: (any Tracer)?

  /// Creates a middleware that makes spans.
  ///
  /// - Parameter tracer: the tracer. `nil` uses `InstrumentationSystem`'s at the time of each call.
  public init(tracer: (any Tracer)? = nil) {
    self.tracer = tracer
  }

  /// Sends the request in a span, which ends with the last byte of the response.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let tracer = tracer ?? InstrumentationSystem.tracer
    let endpoint = request.endpoint
    let span = tracer.startAnySpan("\(endpoint.method.rawValue) \(endpoint.path)", ofKind: .client)
    span.attributes.merge(Self.attributes(of: request))
    var request = request
    if request.isAtOrigin {
      tracer.inject(span.context, into: &request.head.headerFields, using: FieldInjector())
    }
    return try await ServiceContext.$current.withValue(span.context) {
      try await request.observed(next) { call in
        span.attributes.merge(Self.attributes(of: call))
        // Not the error itself, because its description may contain parts of the request.
        if call.errorType != nil { span.setStatus(SpanStatus(code: .error)) }
        span.end()
      }
    }
  }

  private static func attributes(of request: APIRequest) -> SpanAttributes {
    var attributes: SpanAttributes = [
      Convention.method: .string(request.endpoint.method.rawValue),
      Convention.template: .string(request.endpoint.path.description),
      Convention.endpoint: .string(request.endpoint.id),
    ]
    if let origin = Origin(scheme: request.head.scheme, authority: request.head.authority) {
      let server = origin.server
      attributes[Convention.scheme] = origin.scheme
      attributes[Convention.serverAddress] = server.address
      attributes[Convention.serverPort] = server.port
    }
    if request.attempt > 1 { attributes[Convention.resendCount] = request.attempt - 1 }
    return attributes
  }

  private static func attributes(of call: CallSummary) -> SpanAttributes {
    var attributes: SpanAttributes = [
      Convention.requestSize: .int64(Int64(call.sent)), Convention.responseSize: .int64(Int64(call.received)),
    ]
    if let status = call.status { attributes[Convention.status] = status.code }
    if let error = call.errorType { attributes[Convention.errorType] = error }
    return attributes
  }
}

/// A writer of a span's context to header fields.
private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
    guard let name = HTTPField.Name(key), HTTPField.isValidValue(value) else { return }
    fields[name] = value
  }
}
