import HTTPTypes
import Naru

/// The names of OpenTelemetry's semantic conventions for HTTP clients (https://opentelemetry.io/docs/specs/semconv/http/).
enum Convention {
  static let duration = "http.client.request.duration"
  static let requestSizes = "http.client.request.body.size"
  static let responseSizes = "http.client.response.body.size"
  /// The calls that a server received, which are not in the conventions.
  static let serverCalls = "naru.server.calls"

  static let method = "http.request.method"
  static let resendCount = "http.request.resend_count"
  static let requestSize = "http.request.body.size"
  static let responseSize = "http.response.body.size"
  static let status = "http.response.status_code"
  static let errorType = "error.type"
  static let serverAddress = "server.address"
  static let serverPort = "server.port"
  static let scheme = "url.scheme"
  static let template = "url.template"
  /// The endpoint's id, which is not in the conventions.
  static let endpoint = "naru.endpoint"
  /// The release of the calling app, which is not in the conventions.
  static let release = "naru.release"
}

extension Origin {
  var server: (address: String, port: Int) {
    let port = Int(authority.dropFirst(host.count + (authority.hasPrefix("[") ? 3 : 1)))
    return (host, port ?? (scheme == "https" ? 443 : 80))
  }
}
