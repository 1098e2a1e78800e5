public import HTTPTypes

extension APIError {
  /// The kind of failure. A struct and not an enum, so that a new kind does not break a `switch` of yours.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case unreachable, timedOut, cancelled
      case unauthorized, forbidden, notFound, methodNotAllowed, conflict, tooLarge, unsupportedMediaType, invalid
      case rateLimited, server, undecodable, unencodable, insecure, unimplemented, failed
    }

    private let value: Value

    /// No connection could be made, or it broke before the answer was complete.
    public static let unreachable = Code(value: .unreachable)
    /// The time for the call was up.
    public static let timedOut = Code(value: .timedOut)
    /// The task that called was cancelled, or a later call of the same ``Latest`` overtook it.
    public static let cancelled = Code(value: .cancelled)
    /// 401: nobody is signed in, or the token is not valid (any more).
    public static let unauthorized = Code(value: .unauthorized)
    /// 403: signed in, but not allowed.
    public static let forbidden = Code(value: .forbidden)
    /// 404 and 410: there is no such thing, or not for this caller.
    public static let notFound = Code(value: .notFound)
    /// 405: the path exists, but not with this method.
    public static let methodNotAllowed = Code(value: .methodNotAllowed)
    /// 409 and 412: it contradicts what is there already.
    public static let conflict = Code(value: .conflict)
    /// 413, and an answer larger than the client's limit.
    public static let tooLarge = Code(value: .tooLarge)
    /// 415: the body's type is not one that the endpoint reads.
    public static let unsupportedMediaType = Code(value: .unsupportedMediaType)
    /// 400, 422 and every other 4xx: something in the request is wrong.
    public static let invalid = Code(value: .invalid)
    /// 429: too many requests; see ``APIError/retryAfter``.
    public static let rateLimited = Code(value: .rateLimited)
    /// 5xx: the server failed.
    public static let server = Code(value: .server)
    /// An answer came, and it is not what the contract says.
    public static let undecodable = Code(value: .undecodable)
    /// The request could not be written. Nothing was sent.
    public static let unencodable = Code(value: .unencodable)
    /// The address is `http`, not of this machine, and the client was made without `allowsInsecureHTTP`. Nothing was sent.
    public static let insecure = Code(value: .insecure)
    /// The endpoint was called on an ``Contract/unimplemented`` value.
    public static let unimplemented = Code(value: .unimplemented)
    /// Anything else, such as an error that a middleware threw; see ``APIError/cause``.
    public static let failed = Code(value: .failed)

    /// The code's name: `notFound`.
    public var description: String { value.rawValue }

    /// The kind of failure that a status outside 200…299 stands for.
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
        case 429: .rateLimited
        case 400..<500: .invalid
        case 500..<600: .server
        default: .undecodable
        }
    }

    /// The kind with a name, as ``description`` has it.
    package init?(name: String) {
      guard let value = Value(rawValue: name) else { return nil }
      self.value = value
    }

    private init(value: Value) {
      self.value = value
    }

    /// The status with which a server answers a failure of this kind. What only happens to clients is 500.
    public var status: HTTPResponse.Status {
      switch value {
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .conflict: .conflict
      case .tooLarge: .contentTooLarge
      case .unsupportedMediaType: .unsupportedMediaType
      case .invalid: .badRequest
      case .rateLimited: .tooManyRequests
      case .timedOut: .serviceUnavailable
      case .unreachable, .cancelled, .server, .undecodable, .unencodable, .insecure, .unimplemented, .failed:
        .internalServerError
      }
    }

    /// What to tell a person when the server sent no sentence of its own.
    public var sentence: Sentence {
      switch value {
      case .unreachable:
        Sentence(
          korean: "서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요.",
          english: "The server can't be reached. Check the network and try again."
        )
      case .timedOut:
        Sentence(
          korean: "서버가 제때 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.",
          english: "The server did not answer in time. Try again in a moment."
        )
      case .cancelled:
        Sentence(korean: "요청이 취소되었습니다.", english: "The request was cancelled.")
      case .unauthorized:
        Sentence(korean: "로그인이 필요합니다.", english: "You need to sign in.")
      case .forbidden:
        Sentence(korean: "권한이 없습니다.", english: "You are not allowed to do this.")
      case .notFound:
        Sentence(korean: "찾을 수 없습니다.", english: "There is no such thing.")
      case .methodNotAllowed:
        Sentence(korean: "이 주소에서는 지원하지 않는 요청입니다.", english: "This address does not support the request.")
      case .conflict:
        Sentence(
          korean: "이미 있는 내용과 충돌합니다.",
          english: "This conflicts with what is there already."
        )
      case .tooLarge:
        Sentence(korean: "보내거나 받은 내용이 너무 큽니다.", english: "What was sent or received is too large.")
      case .unsupportedMediaType:
        Sentence(
          korean: "지원하지 않는 형식의 내용입니다.",
          english: "The content is of a type that is not supported."
        )
      case .invalid:
        Sentence(korean: "요청이 올바르지 않습니다.", english: "Something in the request is wrong.")
      case .rateLimited:
        Sentence(
          korean: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
          english: "There were too many requests. Try again in a moment."
        )
      case .server:
        Sentence(
          korean: "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요.",
          english: "The server has a problem. Try again in a moment."
        )
      case .undecodable:
        Sentence(korean: "서버의 응답을 이해할 수 없습니다.", english: "The server's answer can't be understood.")
      case .unencodable:
        Sentence(
          korean: "요청을 만들 수 없어 보내지 않았습니다.",
          english: "The request could not be written, so nothing was sent."
        )
      case .insecure:
        Sentence(
          korean: "암호화되지 않은 http 주소여서 아무것도 보내지 않았습니다. https 주소를 쓰거나, 괜찮다면 클라이언트를 allowsInsecureHTTP: true로 만들어 주세요.",
          english: """
            The address is http, which is not encrypted, so nothing was sent. Use https, or, if that is all right, make the \
            client with allowsInsecureHTTP: true.
            """
        )
      case .unimplemented:
        Sentence(
          korean: "구현되지 않은 기능이 호출되었습니다.",
          english: "Something that is not implemented was called."
        )
      case .failed:
        Sentence(korean: "요청을 처리하지 못했습니다.", english: "The request failed.")
      }
    }
  }
}

extension APIError {
  /// There is no such thing, or not for this caller: status 404.
  public static func notFound(_ message: Sentence, serverCode: String? = nil) -> APIError {
    APIError(.notFound, message, serverCode: serverCode)
  }

  /// Something in the request is wrong: status 400.
  public static func invalid(_ message: Sentence, serverCode: String? = nil) -> APIError {
    APIError(.invalid, message, serverCode: serverCode)
  }

  /// It contradicts what is there already: status 409.
  public static func conflict(_ message: Sentence, serverCode: String? = nil) -> APIError {
    APIError(.conflict, message, serverCode: serverCode)
  }

  /// Signed in, but not allowed: status 403.
  public static func forbidden(_ message: Sentence, serverCode: String? = nil) -> APIError {
    APIError(.forbidden, message, serverCode: serverCode)
  }
}
