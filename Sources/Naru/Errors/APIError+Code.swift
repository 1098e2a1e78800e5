public import HTTPTypes

extension APIError {
  /// The kind of failure. It is a struct instead of an enum, so that a new kind does not break your `switch`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case unreachable, timedOut, cancelled
      case unauthorized, forbidden, notFound, methodNotAllowed, conflict, tooLarge, unsupportedMediaType
      case invalidRequest, rateLimited, outdated, serverError, decodingFailed, encodingFailed, insecure, unimplemented,
        unknown
    }

    private let value: Value

    /// No connection could be made, or it broke before the response was complete.
    public static let unreachable = Code(value: .unreachable)
    /// The call took longer than its time limit, or 408 and 504: the server or a gateway stopped waiting.
    public static let timedOut = Code(value: .timedOut)
    /// The calling task was cancelled, or a later call of the same ``Latest`` replaced the call.
    public static let cancelled = Code(value: .cancelled)
    /// 401: the caller is not signed in, or the token is invalid or has expired.
    public static let unauthorized = Code(value: .unauthorized)
    /// 403: signed in, but not allowed.
    public static let forbidden = Code(value: .forbidden)
    /// 404 and 410: the resource does not exist, or not for this caller.
    public static let notFound = Code(value: .notFound)
    /// 405: the path exists, but not with this method.
    public static let methodNotAllowed = Code(value: .methodNotAllowed)
    /// 409 and 412: the request conflicts with the present state.
    public static let conflict = Code(value: .conflict)
    /// 413, or a response larger than the client's limit.
    public static let tooLarge = Code(value: .tooLarge)
    /// 415: the endpoint does not accept the body's media type.
    public static let unsupportedMediaType = Code(value: .unsupportedMediaType)
    /// 400, 422 and every other 4xx: the request is invalid.
    public static let invalidRequest = Code(value: .invalidRequest)
    /// 429: too many requests; see ``APIError/retryAfter``.
    public static let rateLimited = Code(value: .rateLimited)
    /// 426: the server doesn't serve this release of the app any more; ask the user to update it.
    public static let outdated = Code(value: .outdated)
    /// Every 5xx but 504: the server failed.
    public static let serverError = Code(value: .serverError)
    /// The response doesn't match the contract.
    public static let decodingFailed = Code(value: .decodingFailed)
    /// The request could not be encoded. Nothing was sent.
    public static let encodingFailed = Code(value: .encodingFailed)
    /// The address is `http` and not on this machine, and the client does not allow that (`allowsInsecureHTTP`). Nothing was
    /// sent.
    public static let insecure = Code(value: .insecure)
    /// The endpoint was called on an ``Contract/unimplemented`` value.
    public static let unimplemented = Code(value: .unimplemented)
    /// Anything else, such as an error that a middleware threw; see ``APIError/underlyingError``.
    public static let unknown = Code(value: .unknown)

    /// The code's name: `notFound`.
    public var description: String { value.rawValue }

    /// Creates the kind of failure of a status outside 200…299.
    public init(status: HTTPResponse.Status) {
      self =
        switch status.code {
        case 401: .unauthorized
        case 403: .forbidden
        case 404, 410: .notFound
        case 405: .methodNotAllowed
        case 408, 504: .timedOut
        case 409, 412: .conflict
        case 413: .tooLarge
        case 415: .unsupportedMediaType
        case 426: .outdated
        case 429: .rateLimited
        case 400..<500: .invalidRequest
        case 500..<600: .serverError
        default: .decodingFailed
        }
    }

    /// Creates the kind with a name, as in ``description``.
    package init?(name: String) {
      guard let value = Value(rawValue: name) else { return nil }
      self.value = value
    }

    private init(value: Value) {
      self.value = value
    }

    /// The status of a server's response for this kind of failure. Kinds that only clients have are 500.
    public var status: HTTPResponse.Status {
      switch value {
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .conflict: .conflict
      case .tooLarge: .contentTooLarge
      case .unsupportedMediaType: .unsupportedMediaType
      case .invalidRequest: .badRequest
      case .rateLimited: .tooManyRequests
      case .outdated: .upgradeRequired
      case .timedOut: .serviceUnavailable
      case .unreachable, .cancelled, .serverError, .decodingFailed, .encodingFailed, .insecure, .unimplemented,
        .unknown:
        .internalServerError
      }
    }

    /// The message for a user if the server sent none.
    public var localizedMessage: LocalizedMessage { ownMessage.translated(description) }

    private var ownMessage: LocalizedMessage {
      switch value {
      case .unreachable:
        LocalizedMessage(
          korean: "서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요.",
          english: "The server can't be reached. Check the network and try again."
        )
      case .timedOut:
        LocalizedMessage(
          korean: "서버가 제때 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.",
          english: "The server did not respond in time. Try again in a moment."
        )
      case .cancelled:
        LocalizedMessage(korean: "요청이 취소되었습니다.", english: "The request was cancelled.")
      case .unauthorized:
        LocalizedMessage(korean: "로그인이 필요합니다.", english: "You need to sign in.")
      case .forbidden:
        LocalizedMessage(korean: "권한이 없습니다.", english: "You don't have permission to do this.")
      case .notFound:
        LocalizedMessage(korean: "찾을 수 없습니다. 이미 삭제되었을 수 있습니다.", english: "Not found. It may have been removed.")
      case .methodNotAllowed:
        LocalizedMessage(korean: "이 주소에서는 지원하지 않는 요청입니다.", english: "This address does not support this request.")
      case .conflict:
        LocalizedMessage(
          korean: "기존 데이터와 충돌합니다. 새로 고친 뒤 다시 시도해 주세요.",
          english: "This conflicts with existing data. Reload, and try again."
        )
      case .tooLarge:
        LocalizedMessage(
          korean: "보내거나 받을 데이터가 너무 큽니다. 더 작게 나누어 다시 시도해 주세요.",
          english: "The request or the response is too large. Try again with less data."
        )
      case .unsupportedMediaType:
        LocalizedMessage(korean: "지원하지 않는 형식입니다.", english: "This type of content is not supported.")
      case .invalidRequest:
        LocalizedMessage(korean: "요청이 올바르지 않습니다.", english: "The request is invalid.")
      case .rateLimited:
        LocalizedMessage(
          korean: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
          english: "Too many requests. Try again in a moment."
        )
      case .outdated:
        LocalizedMessage(
          korean: "이 버전은 더 이상 지원되지 않습니다. 앱을 업데이트해 주세요.",
          english: "This version is no longer supported. Update the app."
        )
      case .serverError:
        LocalizedMessage(
          korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요.",
          english: "Something went wrong on the server. Try again in a moment."
        )
      case .decodingFailed:
        LocalizedMessage(
          korean: "서버의 응답을 읽을 수 없습니다. 앱을 업데이트하거나 나중에 다시 시도해 주세요.",
          english: "The server's response can't be read. Update the app, or try again later."
        )
      case .encodingFailed:
        LocalizedMessage(
          korean: "요청을 만들 수 없어 보내지 않았습니다.",
          english: "The request could not be encoded, so nothing was sent."
        )
      case .insecure:
        LocalizedMessage(
          korean: "암호화되지 않은 http 주소여서 아무것도 보내지 않았습니다. https 주소를 쓰거나, 괜찮다면 클라이언트를 allowsInsecureHTTP: true로 만들어 주세요.",
          english: """
            The address is http, which is not encrypted, so nothing was sent. Use https, or create the client with \
            allowsInsecureHTTP: true if that is acceptable.
            """
        )
      case .unimplemented:
        LocalizedMessage(
          korean: "구현되지 않은 엔드포인트입니다. 클로저를 지정해 주세요(`api.name = { ... }`).",
          english: "This endpoint is not implemented: give it a closure (`api.name = { ... }`)."
        )
      case .unknown:
        LocalizedMessage(
          korean: "요청을 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.",
          english: "The request failed. Try again in a moment."
        )
      }
    }
  }
}

extension APIError {
  /// Creates a 404: the resource does not exist, or not for this caller.
  public static func notFound(_ message: LocalizedMessage, serverCode: String? = nil) -> APIError {
    APIError(.notFound, message, serverCode: serverCode)
  }

  /// Creates a 400: the request is invalid.
  public static func invalidRequest(_ message: LocalizedMessage, serverCode: String? = nil) -> APIError {
    APIError(.invalidRequest, message, serverCode: serverCode)
  }

  /// Creates a 409: the request conflicts with the present state.
  public static func conflict(_ message: LocalizedMessage, serverCode: String? = nil) -> APIError {
    APIError(.conflict, message, serverCode: serverCode)
  }

  /// Creates a 403: the caller is signed in, but not allowed.
  public static func forbidden(_ message: LocalizedMessage, serverCode: String? = nil) -> APIError {
    APIError(.forbidden, message, serverCode: serverCode)
  }
}
