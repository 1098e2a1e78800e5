public import Logging

/// How a contract is served.
public struct ServingOptions: Sendable {
  /// Tells who asks. Without one, endpoints that require a caller answer 401.
  public var authenticator: (any Authenticator)?
  /// The largest body of a request that is read into memory, in bytes: JSON, and the fields of a form. A larger one is
  /// answered with 413.
  public var bodyLimit: Int
  /// The largest body of a request that is a ``Blob``, and the most that the files of a form may have together, in bytes. A
  /// larger one is answered with 413.
  public var uploadLimit: Int
  /// How long a closure of the contract may take. Then its task is cancelled and the answer is 503. `nil`: no limit.
  public var timeLimit: Duration?
  /// The language of the sentences in failures.
  public var language: Language
  /// Where unexpected errors are written.
  public var logger: Logger
  /// Makes the number under which an unexpected error is logged, and which the answer carries.
  public var makeErrorID: @Sendable () -> String

  /// The options; the defaults suit an API of small JSON bodies for people who read Korean.
  public init(
    authenticator: (any Authenticator)? = nil,
    bodyLimit: Int = 1 << 20,
    uploadLimit: Int = 64 << 20,
    timeLimit: Duration? = nil,
    language: Language = .korean,
    logger: Logger = Logger(label: "naru.server"),
    makeErrorID: @escaping @Sendable () -> String = { String(UInt64.random(in: .min ... .max), radix: 36) }
  ) {
    self.authenticator = authenticator
    self.bodyLimit = bodyLimit
    self.uploadLimit = uploadLimit
    self.timeLimit = timeLimit
    self.language = language
    self.logger = logger
    self.makeErrorID = makeErrorID
  }
}
