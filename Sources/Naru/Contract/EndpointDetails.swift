import HTTPTypes

/// The parts of an endpoint that few calls read. ``Endpoint`` documents them.
final class EndpointDetails: Sendable {
  /// The ways in which a caller proves its identity. `nil` for a bearer token.
  let security: [SecurityScheme]?
  let scopes: [String]
  let host: Origin?
  let followsRedirects: Bool
  let status: HTTPResponse.Status?
  let headers: HTTPFields
  let nilOn: HTTPResponse.Status?
  let timeout: Duration?
  let retries: Bool?
  let parameters: [Endpoint.Parameter]
  let result: Any.Type?
  let failures: [Endpoint.Failure]
  let isDeprecated: Bool
  let retirement: Retirement?
  let summary: String
  let discussion: String

  init(
    security: [SecurityScheme]?,
    scopes: [String],
    host: Origin?,
    followsRedirects: Bool,
    status: HTTPResponse.Status?,
    headers: HTTPFields,
    nilOn: HTTPResponse.Status?,
    timeout: Duration?,
    retries: Bool?,
    parameters: [Endpoint.Parameter],
    result: Any.Type?,
    failures: [Endpoint.Failure],
    isDeprecated: Bool,
    retirement: Retirement?,
    summary: String,
    discussion: String
  ) {
    self.security = security
    self.scopes = scopes
    self.host = host
    self.followsRedirects = followsRedirects
    self.status = status
    self.headers = headers
    self.nilOn = nilOn
    self.timeout = timeout
    self.retries = retries
    self.parameters = parameters
    self.result = result
    self.failures = failures
    self.isDeprecated = isDeprecated
    self.retirement = retirement
    self.summary = summary
    self.discussion = discussion
  }
}
