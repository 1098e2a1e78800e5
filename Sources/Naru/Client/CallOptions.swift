public import HTTPTypes

/// What some calls do otherwise than their client; see ``withOptions(_:isolation:_:)``.
public struct CallOptions: Sendable {
  /// How long a call may take, instead of the client's time. With ``Retry``: each try of it.
  public var timeout: Duration?
  /// How long to wait for the beginning of an answer, instead of the client's time.
  public var firstByteTimeout: Duration?
  /// The largest body of an answer that is read, in bytes, instead of the client's limit.
  public var responseLimit: Int?
  /// Told how many bytes of a ``Blob`` or of a form with parts are sent, and out of how many where that is known.
  public var onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  /// Told how many bytes of a ``Blob`` have come, and out of how many where the server says.
  public var onReceive: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  /// Header fields to send. They replace those of the same name that the call has by itself.
  public var headers: HTTPFields
  /// The `Idempotency-Key` of a `POST` or `PATCH`, whether or not the endpoint declares one: that of a call that is made
  /// again after the app was started anew. Two different calls must not have the same.
  public var idempotencyKey: String?

  /// Some options; what is left out stays as it is.
  public init(
    timeout: Duration? = nil,
    firstByteTimeout: Duration? = nil,
    responseLimit: Int? = nil,
    headers: HTTPFields = [:],
    idempotencyKey: String? = nil,
    onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)? = nil,
    onReceive: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)? = nil
  ) {
    self.timeout = timeout
    self.firstByteTimeout = firstByteTimeout
    self.responseLimit = responseLimit
    self.onSend = onSend
    self.onReceive = onReceive
    self.headers = headers
    self.idempotencyKey = idempotencyKey
  }

  /// How long a call may take.
  public static func timeout(_ timeout: Duration) -> CallOptions { CallOptions(timeout: timeout) }

  /// How long to wait for the beginning of an answer.
  public static func firstByteTimeout(_ timeout: Duration) -> CallOptions { CallOptions(firstByteTimeout: timeout) }

  /// Told how many bytes of a ``Blob`` or of a form with parts are sent, and out of how many where that is known.
  public static func onSend(_ report: @escaping @Sendable (_ bytes: Int, _ total: Int?) -> Void) -> CallOptions {
    CallOptions(onSend: report)
  }

  /// Told how many bytes of a ``Blob`` have come, and out of how many where the server says.
  public static func onReceive(_ report: @escaping @Sendable (_ bytes: Int, _ total: Int?) -> Void) -> CallOptions {
    CallOptions(onReceive: report)
  }

  /// The largest body of an answer that is read, in bytes.
  public static func responseLimit(_ bytes: Int) -> CallOptions { CallOptions(responseLimit: bytes) }

  /// Header fields to send.
  public static func headers(_ headers: HTTPFields) -> CallOptions { CallOptions(headers: headers) }

  /// The `Idempotency-Key` of one `POST` or `PATCH`.
  public static func idempotencyKey(_ key: String) -> CallOptions { CallOptions(idempotencyKey: key) }
}

extension CallOptions {
  /// The options of the calls that this task makes.
  @TaskLocal static var current = CallOptions()

  /// These options, and where they say nothing, the others.
  func merged(over outer: CallOptions) -> CallOptions {
    var headers = outer.headers
    headers.replace(with: self.headers)
    return CallOptions(
      timeout: timeout ?? outer.timeout,
      firstByteTimeout: firstByteTimeout ?? outer.firstByteTimeout,
      responseLimit: responseLimit ?? outer.responseLimit,
      headers: headers,
      idempotencyKey: idempotencyKey ?? outer.idempotencyKey,
      onSend: onSend ?? outer.onSend,
      onReceive: onReceive ?? outer.onReceive
    )
  }
}

extension HTTPFields {
  /// Takes the fields of `others`, and drops those of its own that have the same names.
  mutating func replace(with others: HTTPFields) {
    for name in Set(others.map(\.name)) { self[fields: name] = others[fields: name] }
  }
}

/// Makes calls with other options than their client has.
///
/// ```swift
/// let books = try await withOptions(.timeout(.seconds(5))) { try await api.list() }
/// ```
///
/// The options are those of all calls that `body` makes, in child tasks and in tasks that it starts with `Task { … }` too
/// (not `Task.detached`). In another `withOptions` the inner one's count, and the outer one's where it says nothing.
///
/// - Parameters:
///   - options: what to do otherwise.
///   - isolation: the actor on which `body` runs: the caller's.
///   - body: what makes the calls.
/// - Throws: what `body` throws, and nothing else.
public func withOptions<Value, Failure: Error>(
  _ options: CallOptions,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await CallOptions.$current.withValue(options.merged(over: .current)) {
    do throws(Failure) {
      return Result<Value, Failure>.success(try await body())
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
