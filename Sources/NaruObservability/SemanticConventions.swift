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
  /// The host without a port and without the brackets of an IPv6 address, and the port.
  var server: (address: String, port: Int) {
    let usual = scheme == "https" ? 443 : 80
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      let address = authority[authority.index(after: authority.startIndex)..<end]
      return (String(address), Int(authority[end...].dropFirst(2)) ?? usual)
    }
    let parts = authority.split(separator: ":", maxSplits: 1)
    return (parts.first.map(String.init) ?? "", parts.count == 2 ? Int(parts[1]) ?? usual : usual)
  }
}
