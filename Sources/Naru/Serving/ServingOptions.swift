public import Foundation
import HTTPTypes
public import Logging

/// The authenticator, limits and logging of a served contract.
public struct ServingOptions: Sendable {
  /// Finds the caller of a request. Without one, endpoints that require a signed-in caller return 401.
  public var authenticator: (any RequestAuthenticator)?
  /// The address that users reach the server at, such as `https://api.example.com`. ``Caller/baseURL`` is this address.
  /// Set it for a public server: without it, the address comes from the request's `Host`, which a client can choose.
  public var publicURL: URL?
  /// The largest request body that is read into memory, in bytes: JSON, or the fields of a form. A larger body is
  /// rejected with 413.
  public var maxBodySize: Int
  /// The largest request body that is a ``Blob``, and the largest size of all files of a form together, in bytes. A larger
  /// body is rejected with 413.
  public var maxUploadSize: Int
  /// The longest that a closure of the contract may take. After that its task is cancelled and the response is a 503.
  /// `nil` means no limit.
  public var handlerTimeout: Duration?
  /// The language of failures' messages for callers who don't prefer another language with `Accept-Language`.
  public var language: Language
  /// The languages of ``Caller/language``. Failures can also be in the other languages of their sentences.
  public var languages: [Language]
  /// Logs unexpected errors.
  public var logger: Logger
  /// Makes the failure for an error that is not an ``APIError``, such as one of a database. `nil` means that the error is
  /// unexpected: it is logged, and the response is a 500 that does not describe it.
  public var makeFailure: @Sendable (any Error) -> APIError?
  /// Returns the message about a value beyond a limit, for example with the name that users know the field by. `nil` means the
  /// toolkit's own sentence, which has the name on the wire.
  public var describe: @Sendable (ConstraintViolation) -> LocalizedMessage?
  /// Remembers the results of requests with an `Idempotency-Key`, so that a repeated one does not take effect again. `nil`, the
  /// default, ignores the keys.
  public var idempotency: (any IdempotencyStore)?
  /// The version of the data that `GET`s return, which confirms a known `ETag` without the handler. `nil`, the default, compares the
  /// tags of responses.
  public var dataRevision: DataRevision?
  /// Serializes writes of a path with a version across processes, so that `If-Match` holds between them. `nil`, the
  /// default, is for a server of one process.
  public var writeLock: (any WriteLock)?
  /// The oldest release that is served. A request of an older one (`Naru-Release`) gets a 426 and a sentence that asks for
  /// an update. `nil`, the default, serves all. A request without a release is served.
  public var minimumRelease: Release?

  /// The steps that run after the caller is known and before the handler, in order.
  public var interceptors: [CallInterceptor]
  /// Tells devices what calls have changed.
  var changeFeed: ChangeFeed?
  /// Create functions that count the calls of an endpoint.
  var makeCounters: [@Sendable (Endpoint) -> @Sendable (HTTPRequest) -> Void] = []

  /// Creates options. The defaults suit an API with small JSON bodies for users who read English.
  public init(
    authenticator: (any RequestAuthenticator)? = nil,
    publicURL: URL? = nil,
    maxBodySize: Int = 1 << 20,
    maxUploadSize: Int = 64 << 20,
    handlerTimeout: Duration? = nil,
    language: Language = .english,
    languages: [Language] = Language.allCases,
    logger: Logger = Logger(label: "naru.server"),
    makeFailure: @escaping @Sendable (any Error) -> APIError? = { _ in nil },
    describe: @escaping @Sendable (ConstraintViolation) -> LocalizedMessage? = { _ in nil },
    idempotency: (any IdempotencyStore)? = nil,
    dataRevision: DataRevision? = nil,
    writeLock: (any WriteLock)? = nil,
    minimumRelease: Release? = nil,
    interceptors: [CallInterceptor] = []
  ) {
    self.authenticator = authenticator
    self.publicURL = publicURL
    self.maxBodySize = maxBodySize
    self.maxUploadSize = maxUploadSize
    self.handlerTimeout = handlerTimeout
    self.language = language
    self.languages = languages
    self.logger = logger
    self.makeFailure = makeFailure
    self.describe = describe
    self.idempotency = idempotency
    self.dataRevision = dataRevision
    self.writeLock = writeLock
    self.minimumRelease = minimumRelease
    self.interceptors = interceptors
  }
}
