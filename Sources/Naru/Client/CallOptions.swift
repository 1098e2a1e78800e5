public import HTTPTypes

/// Makes calls with overrides of their client's settings. A setting that is left out is not overridden.
///
/// ```swift
/// let books = try await withCallOptions(timeout: .seconds(5)) { try await api.list() }
/// ```
///
/// The options apply to all calls that `body` makes, including calls in child tasks and in tasks that it starts with `Task { … }`
/// (not `Task.detached`). Nested `withCallOptions` are merged; an inner option overrides an outer one.
///
/// - Parameters:
///   - timeout: the time limit of a call. With ``Retry``: of each attempt.
///   - firstByteTimeout: the longest wait for the start of a response.
///   - maxResponseSize: the largest response body that is read, in bytes.
///   - headers: header fields to send. They replace fields of the call with the same names.
///   - idempotencyKey: the `Idempotency-Key` of a `POST` or `PATCH`, whether or not the endpoint declares one. Use it to repeat a call
///     after the app was restarted. Two different calls must not have the same key.
///   - ifMatch: the version that the resource must have for a `PUT`, `PATCH` or `DELETE` to be carried out: `If-Match`. A server that
///     declares versions rejects the call with 412 if the resource has another version. The call also has an `Idempotency-Key`, so that
///     it is not rejected for its own work if it is repeated.
///   - followsRedirects: whether redirects are followed, instead of what the endpoint declares. Only those to the same scheme, host and
///     port are, at most ten, and of other methods than `GET` and `HEAD` only those that say which method to use: 303 leads to a `GET`,
///     307 and 308 keep method and body. A redirect that is not followed is an error with its status and its `Location`.
///   - asGuest: whether to call as a guest although the user is signed in: middleware sees an endpoint with ``Endpoint/Auth/none``, so it
///     sends no token, and the session does not change. Of the client's own `credentials`, only API keys are sent. An endpoint that
///     requires a user rejects the call with 401.
///   - onSend: called with the number of bytes sent of a ``Blob`` or a multipart form, and the total if it is known.
///   - onReceive: called with the number of bytes received of a ``Blob``, and the total if the server states it.
///   - isolation: the actor on which `body` runs, by default the caller's.
///   - body: makes the calls.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
public func withCallOptions<Value, Failure: Error>(
  timeout: Duration? = nil,
  firstByteTimeout: Duration? = nil,
  maxResponseSize: Int? = nil,
  headers: HTTPFields = [:],
  idempotencyKey: String? = nil,
  ifMatch: EntityTag? = nil,
  followsRedirects: Bool? = nil,
  asGuest: Bool? = nil,
  onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)? = nil,
  onReceive: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let options = CallOptions(
    timeout: timeout,
    firstByteTimeout: firstByteTimeout,
    maxResponseSize: maxResponseSize,
    onSend: onSend,
    onReceive: onReceive,
    headers: headers,
    idempotencyKey: idempotencyKey,
    ifMatch: ifMatch,
    followsRedirects: followsRedirects,
    asGuest: asGuest
  )
  return try await options.apply(isolation: isolation, body)
}

/// Overrides of a client's settings for some calls.
struct CallOptions: Sendable {
  var timeout: Duration?
  var firstByteTimeout: Duration?
  var maxResponseSize: Int?
  var onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  var onReceive: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  var headers = HTTPFields()
  var idempotencyKey: String?
  var ifMatch: EntityTag?
  var followsRedirects: Bool?
  var asGuest: Bool?
  /// Collects the `ETag` and the age of successful responses.
  var notes: ResponseNotes?
  /// Whose calls these are, once the first one was sent.
  var sameUser: SameUser?
}

extension CallOptions {
  /// The options of the calls that this task makes.
  static var current: CallOptions { shared?.options ?? CallOptions() }

  /// The notes of these options, without a copy of the others.
  static var currentNotes: ResponseNotes? { shared?.options.notes }

  /// The options in an object, because reading a task's value copies it.
  @TaskLocal private static var shared: Shared?

  private final class Shared: Sendable {
    let options: CallOptions

    init(_ options: CallOptions) { self.options = options }
  }

  /// Runs `body` with these options. An option that is not set here keeps the task's value.
  func apply<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await Self.$shared.withValue(Shared(merged(over: .current))) {
      do throws(Failure) {
        return Result<Value, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func merged(over outer: CallOptions) -> CallOptions {
    var headers = outer.headers
    headers.replace(with: self.headers)
    return CallOptions(
      timeout: timeout ?? outer.timeout,
      firstByteTimeout: firstByteTimeout ?? outer.firstByteTimeout,
      maxResponseSize: maxResponseSize ?? outer.maxResponseSize,
      onSend: onSend ?? outer.onSend,
      onReceive: onReceive ?? outer.onReceive,
      headers: headers,
      idempotencyKey: idempotencyKey ?? outer.idempotencyKey,
      ifMatch: ifMatch ?? outer.ifMatch,
      followsRedirects: followsRedirects ?? outer.followsRedirects,
      asGuest: asGuest ?? outer.asGuest,
      notes: notes ?? outer.notes,
      sameUser: sameUser ?? outer.sameUser
    )
  }
}

extension HTTPFields {
  /// Adds other fields after removing those with the same names.
  mutating func replace(with others: HTTPFields) {
    guard !others.isEmpty else { return }
    for name in Set(others.map(\.name)) { self[fields: name] = others[fields: name] }
  }
}
