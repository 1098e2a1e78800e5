public import HTTPTypes

extension HTTPResponse.Status {
  /// The reason phrase of RFC 9110 as a code: 404 is `NOT_FOUND`. For other statuses it is the status's own phrase, or
  /// `STATUS_` and the number.
  public var failureCode: String {
    switch code {
    case 400: "BAD_REQUEST"
    case 401: "UNAUTHORIZED"
    case 403: "FORBIDDEN"
    case 404: "NOT_FOUND"
    case 405: "METHOD_NOT_ALLOWED"
    case 408: "REQUEST_TIMEOUT"
    case 409: "CONFLICT"
    case 410: "GONE"
    case 412: "PRECONDITION_FAILED"
    case 413: "CONTENT_TOO_LARGE"
    case 415: "UNSUPPORTED_MEDIA_TYPE"
    case 422: "UNPROCESSABLE_CONTENT"
    case 429: "TOO_MANY_REQUESTS"
    case 500: "INTERNAL_SERVER_ERROR"
    case 501: "NOT_IMPLEMENTED"
    case 502: "BAD_GATEWAY"
    case 503: "SERVICE_UNAVAILABLE"
    case 504: "GATEWAY_TIMEOUT"
    case _ where reasonPhrase.isEmpty: "STATUS_\(code)"
    default: String(reasonPhrase.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
  }
}
