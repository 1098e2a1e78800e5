import HTTPTypes

/// A request with an `Idempotency-Key`: the sender may send it several times, and it must take effect once.
public struct IdempotentRequest: Sendable, Hashable {
  /// The caller. Only the user or the identity is compared, not the language or the address of the server.
  public let caller: Caller
  /// The endpoint that is called.
  public let endpoint: Endpoint
  /// The key, of 1 to 255 bytes. It belongs to the caller and the endpoint: the same key of others is another key.
  public let key: String
  /// A digest of the method, the URL and the body. Two different requests have different ones. The bytes of a streamed body (a
  /// `Blob` or a multipart form) are not part of it, only their length.
  public let fingerprint: String

  /// Creates the description of a request.
  ///
  /// - Parameters:
  ///   - caller: the caller.
  ///   - endpoint: the endpoint that is called.
  ///   - key: the key.
  ///   - fingerprint: the digest of the request.
  public init(caller: Caller, endpoint: Endpoint, key: String, fingerprint: String) {
    self.caller = caller.identityOnly
    self.endpoint = endpoint
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// Remembers the effects of requests with an `Idempotency-Key`, so that a repeated request returns the first result without taking
/// effect again. What a handler does is one step or several; a store remembers each step with its result. Whether the handler runs again to
/// make the response is the store's decision.
///
/// ```swift
/// let options = ServingOptions(authenticator: sessions, idempotency: InMemoryIdempotencyStore())
/// ```
///
/// ``InMemoryIdempotencyStore`` takes the whole handler as one step, which is enough for one process whose data is also in memory. With a
/// database, a step is a transaction: write a store that puts the key, the fingerprint and the result in the transaction of the effect, so that
/// the two can't part in a crash. Keep the request in a task-local value while the handler runs, and read it where a transaction begins.
///
/// A store promises:
///
/// * A request with a known key and the same fingerprint gets the results of the steps that have taken effect. The response is marked with
///   ``APIResponse/isReplayed`` if that was all of them.
/// * A request with another fingerprint fails with ``APIError/reusedIdempotencyKey``.
/// * Of two requests that arrive at the same time, one takes effect, and both return its result.
/// * A step that throws leaves nothing behind: the next request with the key takes it again.
public protocol IdempotencyStore: Sendable {
  /// Handles a request, or returns the result of an earlier request with the same key.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - handler: takes effect and makes the response.
  /// - Returns: the response.
  /// - Throws: the handler's error, or ``APIError/reusedIdempotencyKey``.
  @concurrent
  func response(
    to request: IdempotentRequest,
    from handler: @escaping @concurrent @Sendable () async throws -> APIResponse
  ) async throws -> APIResponse

  /// Returns whether the key is known. A write with `If-Match` whose key is known is not rejected for its version, which may be its
  /// own work.
  ///
  /// - Parameter request: the request.
  /// - Returns: whether an earlier request with the key has taken effect.
  /// - Throws: an error of the store.
  @concurrent
  func remembers(_ request: IdempotentRequest) async throws -> Bool
}

extension APIResponse {
  /// Whether the response belongs to an earlier request with the same `Idempotency-Key`: the header field
  /// `Idempotency-Replayed: true`. A store sets it.
  public var isReplayed: Bool {
    get { head.headerFields[.idempotencyReplayed] == "true" }
    set { head.headerFields[.idempotencyReplayed] = newValue ? "true" : nil }
  }
}

extension HTTPField.Name {
  fileprivate static let idempotencyReplayed = known("Idempotency-Replayed")
}

extension APIError {
  /// The 409 for a key that the caller has used for a different request.
  public static var reusedIdempotencyKey: APIError {
    .conflict([
      .korean: "같은 Idempotency-Key로 다른 요청을 이미 보냈습니다. 새 요청에는 새 키를 쓰세요.",
      .english: "This Idempotency-Key was already used for a different request. Use a new key for a new request.",
    ])
  }
}
